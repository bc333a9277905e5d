/**
 * Coverage pyramids for the timeline's lanes (architecture, GPU work): bins of one byte, each level half as long as the
 * one below. Recorded spans are averaged, motion events are max-pooled so that a single short event survives to the top.
 * Exact edges are found by search when few are visible. Pure typed-array code for a worker.
 */
import type { TimeWindow } from "./time-window.ts";

/** Spans sorted by start, not overlapping: `starts[i]` to `stops[i]`, server ms. */
export interface Spans {
  readonly starts: Float64Array;
  readonly stops: Float64Array;
}
export type Pooling = "average" | "max";
export interface CoveragePyramid {
  readonly baseMs: number;
  /** length of a bin of level 0 */
  readonly binMs: number;
  readonly pooling: Pooling;
  /** 0 = nothing, 255 = all of the bin; anything in between is between, so that slivers and gaps both survive rounding */
  readonly levels: readonly Uint8Array[];
}

/** Spans from any list: sorted, overlapping and touching ones (within `joinMs`) joined. */
export function toSpans(list: readonly { readonly start: number; readonly stop: number }[], joinMs = 0): Spans {
  const sorted = list.filter((span) => span.stop > span.start).sort((a, b) => a.start - b.start);
  const starts = new Float64Array(sorted.length);
  const stops = new Float64Array(sorted.length);
  let count = 0;
  for (const span of sorted) {
    const last = count - 1;
    if (count > 0 && span.start <= (stops[last] ?? 0) + joinMs) stops[last] = Math.max(stops[last] ?? 0, span.stop);
    else {
      starts[count] = span.start;
      stops[count] = span.stop;
      count++;
    }
  }
  return { starts: starts.slice(0, count), stops: stops.slice(0, count) };
}

/** Bin length so that a stretch needs at most `maxBins` (a texture's width) at level 0. */
export const binFor = (durationMs: number, maxBins: number, finestMs: number): number =>
  Math.max(finestMs, Math.ceil(durationMs / maxBins));

/** Builds all levels for `bins` bins from `baseMs` on. Parts of spans outside are left out. */
export function buildCoverage(
  spans: Spans,
  baseMs: number,
  binMs: number,
  bins: number,
  pooling: Pooling,
): CoveragePyramid {
  const shares = new Float32Array(bins);
  const { starts, stops } = spans;
  const { first, end } = spansIn(spans, { startMs: baseMs, stopMs: baseMs + bins * binMs });
  const perMs = 1 / binMs;
  for (let index = first; index < end; index++) {
    const from = ((starts[index] as number) - baseMs) * perMs;
    const to = ((stops[index] as number) - baseMs) * perMs;
    addSpan(shares, from > 0 ? from : 0, to < bins ? to : bins);
  }
  const bottom = new Uint8Array(bins);
  for (let bin = 0; bin < bins; bin++) bottom[bin] = toByte(shares[bin] as number);
  const levels: Uint8Array[] = [bottom];
  for (let below: Uint8Array = bottom; below.length > 1; ) levels.push((below = pool(below, pooling)));
  return { baseMs, binMs, pooling, levels };
}

function addSpan(shares: Float32Array, from: number, to: number): void {
  const first = from | 0;
  const last = to | 0;
  if (first === last) {
    shares[first] = (shares[first] as number) + (to - from);
    return;
  }
  shares[first] = (shares[first] as number) + (first + 1 - from);
  for (let bin = first + 1; bin < last; bin++) shares[bin] = 1;
  if (last < shares.length) shares[last] = (shares[last] as number) + (to - last);
}

/** Only nothing is 0 and only everything is 255. */
function toByte(share: number): number {
  if (share <= 0) return 0;
  if (share >= 0.9999) return 255;
  const byte = (share * 255 + 0.5) | 0;
  return byte < 1 ? 1 : byte > 254 ? 254 : byte;
}

function pool(below: Uint8Array, pooling: Pooling): Uint8Array {
  const level = new Uint8Array((below.length + 1) >> 1);
  const keepsMost = pooling === "max";
  for (let index = 0; index < level.length; index++) {
    const a = below[index * 2] as number;
    const b = index * 2 + 1 < below.length ? (below[index * 2 + 1] as number) : a;
    if (a === b) level[index] = a;
    else if (keepsMost) level[index] = a > b ? a : b;
    else {
      const mean = (a + b + 1) >> 1;
      level[index] = mean > 254 ? 254 : mean;
    }
  }
  return level;
}

/** The level whose bins are at most a pixel long, or as near to it as there is. */
export function levelFor(pyramid: CoveragePyramid, msPerPx: number): number {
  const level = Math.floor(Math.log2(msPerPx / pyramid.binMs));
  return Math.min(pyramid.levels.length - 1, Math.max(0, level));
}

/** Indices [first, end) of the spans that meet the window, by binary search. */
export function spansIn(spans: Spans, window: TimeWindow): { readonly first: number; readonly end: number } {
  return { first: firstAbove(spans.stops, window.startMs), end: firstAtLeast(spans.starts, window.stopMs) };
}

const firstAbove = (sorted: Float64Array, value: number): number => search(sorted, (item) => item > value);
const firstAtLeast = (sorted: Float64Array, value: number): number => search(sorted, (item) => item >= value);

function search(sorted: Float64Array, holds: (item: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether a time lies in a span. */
export function covered(spans: Spans, timeMs: number): boolean {
  const index = firstAbove(spans.stops, timeMs);
  const start = spans.starts[index];
  return start !== undefined && start <= timeMs;
}
