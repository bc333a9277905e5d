/** Which files are thinned out next, and what stays of each, as far as the index tells. */
import { DAY_MS } from "#domain/timeline/zone.ts";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import { decodeFragments, type FragmentEntry } from "../index/fragment-index.ts";
import type { RecordingIndex, StreamUsage } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import { siblingsOf } from "../segments/sibling-streams.ts";
import { keptPictures, keptRuns, keptSpans } from "./thin-plan.ts";
import type { Kept } from "./thinned-file.ts";

/** If a smaller share would go, a new file is not worth it. */
const LEAST_SHARE = 0.1;
/** Bytes in front of a key picture: its time, its header and the size of its data. */
const KEY_HEADER_BYTES = 108;
/** How many files of a stream are looked at to estimate what goes. */
const SAMPLES = 8;

type Ports = Pick<RecordingIndex, "usage" | "filesToThin" | "sumToThin" | "fragments" | "motionIn" | "watched">;
type Rule = Pick<ThinningSpec, "what" | "marginS">;

export interface ThinPlan {
  readonly kept: Kept;
  /** about */
  readonly keptBytes: number;
  readonly keptMs: number;
}

/** The streams of the cameras of the rule, each with all streams of its camera. */
export async function thinnedStreams(
  index: Pick<RecordingIndex, "usage">,
  { cameras }: Pick<ThinningSpec, "cameras">,
): Promise<readonly { readonly usage: StreamUsage; readonly siblings: readonly string[] }[]> {
  const all = await index.usage();
  const wanted = all.filter(({ cameraId, segments }) => segments > 0 && (cameras?.includes(cameraId) ?? true));
  return wanted.map((usage) => ({ usage, siblings: siblingsOf(usage, all) }));
}

/** Files that ended before this time are old enough. */
export const thinnedBefore = (nowMs: number, { afterDays }: Pick<ThinningSpec, "afterDays">): number =>
  nowMs - afterDays * DAY_MS;

/** What stays of a file; null: all of it, or nothing is known. */
export async function planOf(
  index: Ports,
  row: SegmentRow,
  rule: Rule,
  siblings: readonly string[],
): Promise<ThinPlan | null> {
  const blob = await index.fragments(row.id);
  const entries = blob && decodeFragments(row.startMs, blob);
  if (!entries || entries.length === 0) return null;
  const plan = rule.what === "keys" ? keysOf(entries, row) : await motionOf(index, entries, row, rule, siblings);
  return plan && plan.keptBytes <= row.bytes * (1 - LEAST_SHARE) ? plan : null;
}

function keysOf(entries: readonly FragmentEntry[], row: SegmentRow): ThinPlan | null {
  const pictures = keptPictures(entries, row.endMs);
  if (pictures.length === 0) return null;
  const keptBytes = pictures.reduce((sum, { entry }) => sum + entry.keyBytes + KEY_HEADER_BYTES, 0);
  return { kept: { what: "keys", pictures }, keptBytes, keptMs: row.endMs - row.startMs };
}

async function motionOf(
  index: Ports,
  entries: readonly FragmentEntry[],
  { startMs, endMs: stopMs }: SegmentRow,
  { marginS }: Rule,
  siblings: readonly string[],
): Promise<ThinPlan> {
  const marginMs = 1000 * marginS;
  const [from, to] = [startMs - marginMs, stopMs + marginMs];
  const motion = await index.motionIn(siblings, from, to);
  const watched = await index.watched(siblings, startMs, stopMs);
  const runs = keptRuns(entries, keptSpans({ span: { startMs, stopMs }, motion, watched, marginMs }));
  const all = runs.flat();
  return {
    kept: { what: "motion", runs },
    keptBytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    keptMs: all.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

/** What the rule would do at once; what goes is estimated from some files of each stream. */
export async function sumOfThinning(index: Ports, spec: ThinningSpec, nowMs: number) {
  const beforeMs = thinnedBefore(nowMs, spec);
  const sum = { files: 0, bytes: 0, recordedMs: 0, freedBytes: 0, goneMs: 0, isMore: false };
  for (const { usage, siblings } of await thinnedStreams(index, spec)) {
    const { streamId, firstMs, lastMs } = usage;
    const due = await index.sumToThin({ streamId, fromMs: 0, beforeMs });
    // SQLite runs in this process: other work gets its turn between two questions.
    await othersTurn();
    if (due.files === 0) continue;
    sum.files += due.files;
    sum.bytes += due.bytes;
    sum.recordedMs += due.recordedMs;
    sum.isMore ||= due.isMore;
    const shares = await sampled(index, spec, siblings, { streamId, firstMs, beforeMs: Math.min(beforeMs, lastMs) });
    sum.freedBytes += Math.round(due.bytes * shares.bytes);
    sum.goneMs += Math.round(due.recordedMs * shares.ms);
  }
  return sum;
}

/** The shares that go of some files, which are spread evenly over the time. */
async function sampled(
  index: Ports,
  rule: Rule,
  siblings: readonly string[],
  of: { readonly streamId: string; readonly firstMs: number; readonly beforeMs: number },
): Promise<{ readonly bytes: number; readonly ms: number }> {
  const { streamId, firstMs, beforeMs } = of;
  const rows = new Map<number, SegmentRow>();
  for (let at = 0; at < SAMPLES; at++) {
    const fromMs = firstMs + ((beforeMs - firstMs) * at) / SAMPLES;
    for (const row of await index.filesToThin({ streamId, fromMs, beforeMs }, 1)) rows.set(row.id, row);
  }
  let [bytes, ms, goneBytes, goneMs] = [0, 0, 0, 0];
  for (const row of rows.values()) {
    const lastedMs = row.endMs - row.startMs;
    const plan = await planOf(index, row, rule, siblings);
    bytes += row.bytes;
    ms += lastedMs;
    if (plan) goneBytes += row.bytes - plan.keptBytes;
    if (plan) goneMs += Math.max(0, lastedMs - plan.keptMs);
  }
  await othersTurn();
  return { bytes: bytes > 0 ? goneBytes / bytes : 0, ms: ms > 0 ? goneMs / ms : 0 };
}
