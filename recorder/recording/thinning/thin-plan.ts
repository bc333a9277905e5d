/** What stays of a file that is thinned out: rules only, no disk access. */
import type { FragmentEntry } from "../index/fragment-index.ts";
import { GAP_MS } from "../index/recording-index.ts";

interface Span {
  readonly startMs: number;
  readonly stopMs: number;
}

/** Key pictures closer than this are left out: of a stream of nothing else one a second stays. */
const KEY_EVERY_MS = 950;
/** A shorter gap between two stretches that stay is kept as well, because many small files help nobody. */
const JOIN_MS = 10_000;

/** A key picture and how long it is shown. */
export interface KeptPicture {
  readonly entry: FragmentEntry;
  readonly untilMs: number;
}

const endOf = (entry: FragmentEntry): number => entry.wallMs + entry.durationMs;

/** The key pictures of a file: each is shown until the next one, or until the recording pauses; the last until `endMs`. */
export function keptPictures(entries: readonly FragmentEntry[], endMs: number): readonly KeptPicture[] {
  const kept: { entry: FragmentEntry; untilMs: number }[] = [];
  let [reachedMs, goesOn] = [Number.NEGATIVE_INFINITY, false];
  for (const entry of entries) {
    const last = kept.at(-1);
    if (entry.wallMs - reachedMs >= GAP_MS) goesOn = false;
    const isDue = !last || !goesOn || entry.wallMs - last.entry.wallMs >= KEY_EVERY_MS;
    if (entry.keyBytes > 0 && isDue) {
      if (last && goesOn) last.untilMs = entry.wallMs;
      kept.push({ entry, untilMs: endOf(entry) });
      goesOn = true;
    } else if (last && goesOn) last.untilMs = Math.max(last.untilMs, endOf(entry));
    reachedMs = Math.max(reachedMs, endOf(entry));
  }
  const last = kept.at(-1);
  if (last && goesOn) last.untilMs = Math.max(last.untilMs, endMs);
  return kept;
}

/**
 * What has to stay of a time: motion with a margin on both sides, and whatever nobody has watched, because nothing is known to
 * stand still there.
 */
export function keptSpans(of: {
  readonly span: Span;
  readonly motion: readonly Span[];
  readonly watched: readonly Span[];
  readonly marginMs: number;
}): readonly Span[] {
  const { span, motion, watched, marginMs } = of;
  const moves = motion.map(({ startMs, stopMs }) => ({ startMs: startMs - marginMs, stopMs: stopMs + marginMs }));
  const unwatched: Span[] = [];
  let knownMs = span.startMs;
  for (const { startMs, stopMs } of watched.toSorted((one, other) => one.startMs - other.startMs)) {
    if (startMs > knownMs) unwatched.push({ startMs: knownMs, stopMs: startMs });
    knownMs = Math.max(knownMs, stopMs);
  }
  if (knownMs < span.stopMs) unwatched.push({ startMs: knownMs, stopMs: span.stopMs });
  const joined: { startMs: number; stopMs: number }[] = [];
  for (const one of [...moves, ...unwatched].toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last && one.startMs - last.stopMs < JOIN_MS) last.stopMs = Math.max(last.stopMs, one.stopMs);
    else joined.push({ ...one });
  }
  return joined.filter(({ startMs, stopMs }) => stopMs > span.startMs && startMs < span.stopMs);
}

/** The fragments that stay, in stretches that lie together: whole groups of pictures, each from a key picture on. */
export function keptRuns(
  entries: readonly FragmentEntry[],
  spans: readonly Span[],
): readonly (readonly FragmentEntry[])[] {
  const groups: FragmentEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group && entry.keyBytes === 0) group.push(entry);
    else groups.push([entry]);
  }
  const runs: FragmentEntry[][] = [];
  let isRunning = false;
  for (const group of groups) {
    const [startMs, stopMs] = [group[0]?.wallMs ?? 0, Math.max(...group.map(endOf))];
    const stays = spans.some((span) => span.startMs < stopMs && span.stopMs > startMs);
    if (stays && isRunning) runs.at(-1)?.push(...group);
    else if (stays) runs.push([...group]);
    isRunning = stays;
  }
  return runs;
}
