/**
 * A process that records synthetic cameras in real time on two volumes, and tells how it fares. argv: folder, paths of the volumes.
 * On its input: `drain` (the first volume), `read` (how much of each camera can be played), `end`.
 */
import { createInterface } from "node:readline";
import type { VolumeReport } from "#recorder/ipc/storage-shapes.ts";
import { Recordings } from "#recorder/recording/recordings.ts";
import { frameNumber, SyntheticCamera } from "../synthetic-camera.ts";
import { volume } from "./volumes-fixture.ts";

const [, , data = "", a = "", b = ""] = process.argv;
const CAMERAS = 8;
const FRAME_MS = 1000 / 15;
const TELL_MS = 50;
let reports: readonly VolumeReport[] = [];
const say = (told: object): void => void process.stdout.write(`${JSON.stringify(told)}\n`);

const openedMs = performance.now();
const recordings = await Recordings.open({
  recordingsDir: data,
  volumes: [volume("a", a), volume("b", b)],
  segmentMs: 5000,
  onDiskState: () => undefined,
  onVolumes: (told) => (reports = told),
  onLog: () => undefined,
});
say({ openMs: performance.now() - openedMs });
const startMs = Date.now();
const cameras = await Promise.all(
  Array.from({ length: CAMERAS }, async (_, at) => {
    const recorder = await recordings.recorder(`cam${at}`, `${at}`, "continuous");
    recorder.begin({ codec: "h264", audio: null });
    return { id: `cam${at}`, recorder, source: new SyntheticCamera({ startMs, frameBytes: 3000 }) };
  }),
);
let toldMs = performance.now();
setInterval(() => {
  for (const { recorder, source } of cameras)
    while (startMs + source.index * FRAME_MS <= Date.now()) recorder.push(source.frame());
  const nowMs = performance.now();
  say({
    atMs: Date.now(),
    sent: cameras[0]?.source.index ?? 0,
    onA: recordings.volumes.streamsOn("a"),
    states: reports.map(({ state, drain }) => [state, drain?.state ?? ""]),
    lateMs: nowMs - toldMs - TELL_MS,
  });
  toldMs = nowMs;
}, TELL_MS);

async function read(): Promise<void> {
  const beganMs = performance.now();
  await recordings.flush();
  const played = [];
  for (const { id } of cameras) {
    const numbers: number[] = [];
    for await (const item of recordings.reader.samples(id, 0))
      if (item.kind === "video") numbers.push(frameNumber(item.data));
    let missing = 0;
    numbers.forEach((number, at) => (missing = Math.max(missing, number - (numbers[at - 1] ?? number - 1) - 1)));
    played.push({ first: numbers[0] ?? -1, last: numbers.at(-1) ?? -1, missing });
  }
  say({ played, tookMs: performance.now() - beganMs, away: recordings.volumes.away });
}

createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "read") void read();
  if (line === "drain") void recordings.setVolumes([volume("a", a, { role: "drain" }), volume("b", b)]);
  if (line === "end") process.exit(0);
});
