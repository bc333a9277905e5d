/**
 * When a clock is set back, a stream passes the same time twice. The later recording is shown for that time; in the
 * index older segments keep what lies outside of it. Their files stay unchanged until the cleaner removes them.
 */
import type { Kysely } from "kysely";
import { decodeFragments, encodeFragments, type FragmentEntry } from "./fragment-index.ts";
import type { IndexTables } from "./schema/index-tables.ts";
import { MAX_SEGMENT_MS } from "./sql-flavour.ts";

/** Adjoining segments may overlap by this much because of rounding. */
const SEAM_MS = 0.01;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * What remains of a segment's fragments beside a newer one: those before it, otherwise those from the first key frame
 * after it.
 */
function besideNewer(entries: readonly FragmentEntry[], newer: Span, seamMs: number): readonly FragmentEntry[] {
  if ((entries[0]?.wallMs ?? newer.startMs) < newer.startMs - seamMs)
    return entries.filter((entry) => entry.wallMs + entry.durationMs <= newer.startMs + seamMs);
  const from = entries.findIndex((entry) => entry.keyBytes > 0 && entry.wallMs >= newer.endMs - seamMs);
  return from < 0 ? [] : entries.slice(from);
}

/**
 * Removes the time that these segments cover from the older ones of their streams, in the index. A segment with nothing
 * left lasts 0 ms. `db`: the transaction in which the newer ones are written. `seamMs`: how far adjoining ones may overlap.
 */
export async function giveWayToNewer(
  db: Kysely<IndexTables>,
  newerIds: readonly number[],
  seamMs = SEAM_MS,
): Promise<void> {
  const overlaps = await db
    .selectFrom("segment as n")
    .innerJoin("segment as o", "o.stream", "n.stream")
    .innerJoin("fragment as f", "f.segment", "o.id")
    .select(["o.id", "o.start", "f.data", "n.start as newStart", "n.end as newEnd"])
    .where("n.id", "in", [...newerIds])
    .whereRef("o.id", "<", "n.id")
    .where((eb) => eb("o.start", ">", eb("n.start", "-", MAX_SEGMENT_MS)))
    .whereRef("o.start", "<", "n.end")
    .where((eb) => eb("o.end", ">", eb("n.start", "+", seamMs)))
    .whereRef("o.end", ">", "o.start")
    .where("o.closed", "=", 1)
    .execute();
  for (const { id, start, data, newStart, newEnd } of overlaps) {
    const entries = decodeFragments(start, data) ?? [];
    const kept = besideNewer(entries, { startMs: newStart, endMs: newEnd }, seamMs);
    if (kept.length === entries.length) continue;
    const startMs = kept[0]?.wallMs ?? start;
    const lastMs = Math.max(startMs, ...kept.map((entry) => entry.wallMs + entry.durationMs));
    const endMs = startMs < newStart ? Math.min(lastMs, newStart) : lastMs;
    const frames = kept.reduce((sum, { videoSamples }) => sum + videoSamples, 0);
    await db.updateTable("segment").set({ start: startMs, end: endMs, frames }).where("id", "=", id).execute();
    const fragments = encodeFragments(startMs, kept);
    await db.updateTable("fragment").set({ data: fragments }).where("segment", "=", id).execute();
  }
}
