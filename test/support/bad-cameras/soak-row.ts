/** One camera of a soak: what was recorded of it, exported, decoded strictly and compared with what it sent. */
import { join } from "node:path";
import { type BadCamera, PICTURE_MS } from "./bad-camera.ts";
import { judge, type Recorded, recordedIn } from "./judge.ts";
import type { SoakedRecorder } from "./soaked-recorder.ts";
import { strictFaults } from "./strict-file.ts";

const SETTLED_MS = 20_000;
/** Exported at once: short, so that many exports begin between key pictures. */
const RANGE_MS = 2 * 60_000;

export interface SoakRow {
  readonly camera: string;
  readonly pictures: number;
  readonly missing: number;
  /** between recordings, though the connection stayed */
  readonly holes: number;
  readonly worstMs: number;
  readonly faults: readonly string[];
}

interface Soaked {
  readonly recorder: SoakedRecorder;
  /** for the exports */
  readonly folder: string;
  /** when the cameras began, epoch ms */
  readonly beganMs: number;
  readonly toMs: number;
}

export async function rowOf(
  camera: BadCamera,
  streamId: string,
  { recorder, folder, beganMs, toMs }: Soaked,
): Promise<SoakRow> {
  const spans = await recorder.spans(streamId);
  const recorded: Recorded[] = [];
  const faults: string[] = [];
  const fromMs = spans[0]?.start ?? toMs;
  // Equal parts: an export of a few seconds is refused.
  const ranges = Math.max(1, Math.floor((toMs - fromMs) / RANGE_MS));
  const edge = (at: number): number => Math.round(fromMs + ((toMs - fromMs) * at) / ranges);
  for (let at = 0; at < ranges; at++) {
    const file = join(folder, `${streamId}-${at}.mkv`);
    await recorder.export(streamId, { start: edge(at), end: edge(at + 1) }, file);
    faults.push(...(await strictFaults(file)));
    // H.265, and pictures that are refreshed in parts, begin before what was asked for.
    const last = recorded.at(-1)?.number ?? -1;
    const pictures = await recordedIn(file, beganMs);
    recorded.push(...pictures.slice(pictures.findIndex(({ number }) => number > last)));
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
