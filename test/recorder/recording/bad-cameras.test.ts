/**
 * The whole chain from the camera's bytes to an exported file, for eight bad cameras at once: a minute of their time, whose clock is
 * given, so that nobody waits for it. `scripts/soak/bad-cameras.mjs` does the same for hours of real time.
 */
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ExportJob } from "#recorder/export/export-job.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { HubRecording } from "#recorder/recording/hub-recording.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { BadCamera } from "#test/support/bad-cameras/bad-camera.ts";
import { badnesses } from "#test/support/bad-cameras/badnesses.ts";
import { judge, recordedIn } from "#test/support/bad-cameras/judge.ts";
import { quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { openRecordings, temporaryFolder } from "./fixture.ts";
import { compare } from "./kill9.ts";

const START = Date.UTC(2026, 10, 25, 12);
const CAMERA_MS = 75_000;
const TICK_MS = 15;
const SETTLED_MS = 20_000;
/**
 * So many turns of the event loop what was sent is waited for at each time, however busy the machine is. A parser that doubts stray
 * bytes may wait for the next packet: then that camera is not waited for so long.
 */
const TURNS = 4000;
const DOUBTING_TURNS = 40;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const folder = temporaryFolder();
const dir = join(folder.dir, "recordings");
let cameras: BadCamera[];
let recordings: Recordings;
let hub: StreamHub;
let recording: HubRecording;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  cameras = await Promise.all(badnesses.map((badness) => BadCamera.open(badness)));
  recordings = await openRecordings(dir);
  hub = new StreamHub({ ...quick, stallMs: 8000 });
  recording = new HubRecording(hub, recordings);
});
afterEach(async () => {
  recording.close();
  hub.close();
  await recordings.close();
  for (const camera of cameras) await camera.close();
  vi.useRealTimers();
  folder.remove();
});

it("records and exports every picture of eight bad cameras, dated within one picture's duration", {
  timeout: 120_000,
}, async () => {
  const idOf = (camera: BadCamera): string => `c${cameras.indexOf(camera)}`;
  const specs = cameras.map((camera) =>
    streamSpec(idOf(camera), camera.url, {
      record: "continuous",
      transport: camera.badness.isUdp === true ? "udp" : "tcp",
    }),
  );
  await recording.setStreams(specs);
  hub.setStreams(specs);
  const isTaken = (camera: BadCamera): boolean => (hub.status(idOf(camera))?.packetsReceived ?? 0) >= camera.packets;
  while (cameras.some(({ runs }) => runs.length === 0)) await turn();
  for (let nowMs = 0; nowMs <= CAMERA_MS; nowMs += TICK_MS) {
    vi.setSystemTime(START + nowMs);
    for (const camera of cameras) camera.sendUntil(nowMs);
    const isWaited = (camera: BadCamera, turns: number): boolean =>
      turns < (camera.badness.stray === undefined && camera.isPlaying ? TURNS : DOUBTING_TURNS) && !isTaken(camera);
    for (let turns = 0; cameras.some((camera) => isWaited(camera, turns)); turns++) await turn();
  }
  recording.close();
  hub.close();
  for (const camera of cameras) await recordings.stop(idOf(camera));

  for (const camera of cameras) {
    const outFile = join(folder.dir, `${idOf(camera)}.mkv`);
    const job = new ExportJob(
      {
        recordingsDir: dir,
        streams: [{ streamId: idOf(camera), cameraName: camera.badness.name }],
        startMs: START - 1000,
        stopMs: START + CAMERA_MS + 1000,
        format: "mkv",
        outFile,
        signingKey: null,
        dewarpScript: "",
        recorderName: "Test recorder",
        zone: "UTC",
      },
      recordings.reader,
      () => undefined,
    );
    const result = await job.run();
    if (!result.ok) throw new Error(`${camera.badness.name}: ${JSON.stringify(result.error)}`);
    const { recorded, faults } = judge(camera, await recordedIn(outFile, START), SETTLED_MS);
    expect(faults, camera.badness.name).toEqual([]);
    // The last picture may still wait for its end; one camera closes its connection and is dialled again in real time.
    const sent = camera.runs[0]?.numbers.length ?? 0;
    if (camera.badness.closesEveryMs === undefined) expect(recorded).toBeGreaterThanOrEqual(sent - 1);
  }
  expect(await compare(recordings, dir)).toEqual([]);
});
