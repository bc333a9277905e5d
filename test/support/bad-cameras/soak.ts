/** Bad cameras against a whole recorder, in real time; started by `scripts/soak/bad-cameras.mjs`. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Recordings } from "#recorder/recording/recordings.ts";
import { compare } from "../../recorder/recording/kill9.ts";
import { BadCamera, PICTURE_MS } from "./bad-camera.ts";
import { badnesses } from "./badnesses.ts";
import { judge, type Recorded, recordedIn } from "./judge.ts";
import { SoakedRecorder, type Span } from "./soaked-recorder.ts";
import { strictFaults } from "./strict-file.ts";

const TICK_MS = 5;
const SETTLED_MS = 20_000;
/** What is not yet written when it is asked for. */
const UNWRITTEN_MS = 3000;
/** Longest range that is exported at once. */
const RANGE_MS = 10 * 60_000;

export interface SoakRow {
  readonly camera: string;
  readonly pictures: number;
  readonly missing: number;
  /** between recordings, though the connection stayed */
  readonly holes: number;
  readonly worstMs: number;
  readonly faults: readonly string[];
}

export interface SoakResult {
  readonly rows: readonly SoakRow[];
  /** where index and files differ */
  readonly indexFaults: readonly string[];
}

/** `built`: folder of the recorder's build; `folder`: for its data and the exports. */
export async function soakBadCameras(built: string, folder: string, minutes: number): Promise<SoakResult> {
  const beganMs = Date.now();
  const cameras = await Promise.all(badnesses.map((badness) => BadCamera.open(badness)));
  const timer = setInterval(() => {
    for (const camera of cameras) camera.sendUntil(Date.now() - beganMs);
  }, TICK_MS);
  const dataDir = join(folder, "data");
  const recorder = await SoakedRecorder.start(built, dataDir);
  try {
    const streams: { camera: BadCamera; streamId: string }[] = [];
    for (const camera of cameras)
      streams.push({ camera, streamId: await recorder.add(camera.badness.name, camera.url) });
    await pause(minutes * 60_000);
    const toMs = Date.now() - UNWRITTEN_MS;
    const rows: SoakRow[] = [];
    for (const { camera, streamId } of streams)
      rows.push(
        await rowOf(camera, await recorder.spans(streamId), beganMs, toMs, async (span, at) => {
          const file = join(folder, `${streamId}-${at}.mkv`);
          await recorder.export(streamId, span, file);
          return file;
        }),
      );
    await recorder.close();
    return { rows, indexFaults: await indexFaults(join(dataDir, "recordings")) };
  } finally {
    clearInterval(timer);
    await recorder.close();
    for (const camera of cameras) await camera.close();
  }
}

async function rowOf(
  camera: BadCamera,
  spans: readonly Span[],
  beganMs: number,
  toMs: number,
  exported: (span: Span, at: number) => Promise<string>,
): Promise<SoakRow> {
  const recorded: Recorded[] = [];
  const faults: string[] = [];
  const fromMs = spans[0]?.start ?? toMs;
  for (let at = fromMs; at < toMs; at += RANGE_MS) {
    const file = await exported({ start: at, end: Math.min(at + RANGE_MS, toMs) }, Math.round(at - fromMs));
    faults.push(...(await strictFaults(file)));
    recorded.push(...(await recordedIn(file, beganMs)));
  }
  const verdict = judge(camera, recorded, SETTLED_MS);
  const holes = spans.filter(({ start }, at) => {
    const endMs = spans[at - 1]?.end ?? start;
    return start - endMs > PICTURE_MS && !isReconnected(camera, endMs - beganMs, start - beganMs);
  });
  for (const { start } of holes) faults.push(`a hole before ${new Date(start).toISOString()}`);
  const { recorded: pictures, missing, worstMs } = verdict;
  return {
    camera: camera.badness.name,
    pictures,
    missing,
    holes: holes.length,
    worstMs,
    faults: [...faults, ...verdict.faults],
  };
}

/** Whether a connection began in that time, give or take some pictures. */
const isReconnected = ({ runs }: BadCamera, fromMs: number, toMs: number): boolean =>
  runs.some(({ numbers: [first = -1] }) => {
    const firstMs = first * PICTURE_MS;
    return firstMs > fromMs - 1000 && firstMs < toMs + 1000;
  });

async function indexFaults(recordingsDir: string): Promise<string[]> {
  const recordings = await Recordings.open({ recordingsDir, onDiskState() {}, onLog() {} });
  await recordings.reconciled;
  const faults = await compare(recordings, recordingsDir);
  if (recordings.recovered.repaired > 0) faults.push(`${recordings.recovered.repaired} files were left open`);
  await recordings.close();
  return faults;
}
