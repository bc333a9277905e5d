/**
 * A clock that was set back lets a stream live a time twice. What was recorded last is what that time shows: older segments keep
 * in the index what lies outside of it. Their files stay as they are, until the cleaner takes them.
 */
import type { Kysely } from "kysely";
import { decodeFragments, encodeFragments, type FragmentEntry } from "./fragment-index.ts";
import type { IndexTables } from "./index-schema.ts";
import { MAX_SEGMENT_MS } from "./sql-flavour.ts";

/** Two segments that meet may differ by what rounding makes of a time. */
const SEAM_MS = 0.01;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** What remains of a segment's fragments beside a newer one: those before it, else those from the first key frame behind it. */
export function besideNewer(entries: readonly FragmentEntry[], newer: Span): readonly FragmentEntry[] {
  if ((entries[0]?.wallMs ?? newer.startMs) < newer.startMs - SEAM_MS)
    return entries.filter((entry) => entry.wallMs + entry.durationMs <= newer.startMs + SEAM_MS);
  const from = entries.findIndex((entry) => entry.keyBytes > 0 && entry.wallMs >= newer.endMs - SEAM_MS);
  return from < 0 ? [] : entries.slice(from);
}

/**
 * Takes what these segments cover off the older ones of their streams, in the index. A segment with nothing left lasts 0 ms.
 * `db`: the transaction in which the newer ones are written.
 */
export async function giveWayToNewer(db: Kysely<IndexTables>, newerIds: readonly number[]): Promise<void> {
  const overlaps = await db
    .selectFrom("segment as n")
    .innerJoin("segment as o", "o.stream", "n.stream")
    .innerJoin("fragment as f", "f.segment", "o.id")
    .select(["o.id", "o.start", "f.data", "n.start as newStart", "n.end as newEnd"])
    .where("n.id", "in", [...newerIds])
    .whereRef("o.id", "<", "n.id")
    .where((eb) => eb("o.start", ">", eb("n.start", "-", MAX_SEGMENT_MS)))
    .whereRef("o.start", "<", "n.end")
    .where((eb) => eb("o.end", ">", eb("n.start", "+", SEAM_MS)))
    .whereRef("o.end", ">", "o.start")
    .where("o.closed", "=", 1)
    .execute();
  for (const { id, start, data, newStart, newEnd } of overlaps) {
    const entries = decodeFragments(start, data) ?? [];
    const kept = besideNewer(entries, { startMs: newStart, endMs: newEnd });
    if (kept.length === entries.length) continue;
    const startMs = kept[0]?.wallMs ?? start;
    const endMs = Math.max(startMs, ...kept.map((entry) => entry.wallMs + entry.durationMs));
    const frames = kept.reduce((sum, { videoSamples }) => sum + videoSamples, 0);
    await db.updateTable("segment").set({ start: startMs, end: endMs, frames }).where("id", "=", id).execute();
    const fragments = encodeFragments(startMs, kept);
    await db.updateTable("fragment").set({ data: fragments }).where("segment", "=", id).execute();
  }
}
