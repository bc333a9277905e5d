/**
 * How much of each pixel column of a timeline spans cover (docs/decisions/0009). The covered time before each span is
 * known, so a column's share is the difference of two sums, whatever the zoom and however many spans lie in it. A
 * search finds exact edges when few are visible. Pure typed-array code for the stage's thread.
 */
import type { TimeWindow } from "./time-window.ts";

/** Spans sorted by start, not overlapping: `starts[i]` to `stops[i]`, server ms. */
export interface Spans {
  readonly starts: Float64Array;
  readonly stops: Float64Array;
}

/** Spans with the covered time before each of them, ms. */
export interface SummedSpans extends Spans {
  readonly before: Float64Array;
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

/** Adds up the covered time before each span: a few ms for a million. */
export function sumSpans({ starts, stops }: Spans): SummedSpans {
  const before = new Float64Array(starts.length);
  let sum = 0;
  for (let index = 0; index < starts.length; index++) {
    before[index] = sum;
    sum += (stops[index] as number) - (starts[index] as number);
  }
  return { starts, stops, before };
}

/**
 * Shares of equal columns across the window that are covered, one byte each: 0 = nothing, 255 = all of the column. A
 * partly covered column is never 0 or 255, so that slivers and gaps both survive rounding. `shares` has one place per
 * column.
 */
export function columnShares(spans: SummedSpans, window: TimeWindow, shares: Uint8Array): void {
  const columns = shares.length;
  const columnMs = (window.stopMs - window.startMs) / columns;
  let index = firstAbove(spans.stops, window.startMs);
  let left = coveredBefore(spans, index, window.startMs);
  let advance = 0;
  for (let column = 0; column < columns; column++) {
    const edgeMs = window.startMs + (column + 1) * columnMs;
    const next = firstAboveNear(spans.stops, edgeMs, index, index + advance);
    advance = next - index;
    index = next;
    const right = coveredBefore(spans, index, edgeMs);
    shares[column] = toByte((right - left) / columnMs);
    left = right;
  }
}

/** Covered ms before a time; `index`: the first span that stops after it. */
function coveredBefore({ starts, stops, before }: SummedSpans, index: number, timeMs: number): number {
  const start = starts[index];
  if (start !== undefined) return (before[index] as number) + (timeMs > start ? timeMs - start : 0);
  const last = starts.length - 1;
  return last < 0 ? 0 : (before[last] as number) + (stops[last] as number) - (starts[last] as number);
}

/** Only nothing is 0 and only everything is 255. */
function toByte(share: number): number {
  if (share <= 0) return 0;
  if (share >= 0.9999) return 255;
  const byte = (share * 255 + 0.5) | 0;
  return byte < 1 ? 1 : byte > 254 ? 254 : byte;
}

/** Several sorted lists as one: spans that overlap or touch are joined. */
export function mergeSpans(lists: readonly Spans[]): Spans {
  let round = lists.filter(({ starts }) => starts.length > 0);
  while (round.length > 1) {
    const next: Spans[] = [];
    for (let at = 0; at < round.length; at += 2) {
      const [a, b] = [round[at] as Spans, round[at + 1]];
      next.push(b ? mergeTwo(a, b) : a);
    }
    round = next;
  }
  return round[0] ?? { starts: new Float64Array(0), stops: new Float64Array(0) };
}

function mergeTwo(a: Spans, b: Spans): Spans {
  const most = a.starts.length + b.starts.length;
  const starts = new Float64Array(most);
  const stops = new Float64Array(most);
  let count = 0;
  let [inA, inB] = [0, 0];
  while (inA < a.starts.length || inB < b.starts.length) {
    const takesA = inB >= b.starts.length || (a.starts[inA] ?? Number.POSITIVE_INFINITY) <= (b.starts[inB] as number);
    const from = takesA ? a : b;
    const at = takesA ? inA++ : inB++;
    const [start, stop] = [from.starts[at] as number, from.stops[at] as number];
    if (count > 0 && start <= (stops[count - 1] as number)) {
      if (stop > (stops[count - 1] as number)) stops[count - 1] = stop;
    } else {
      starts[count] = start;
      stops[count] = stop;
      count++;
    }
  }
  return { starts: starts.slice(0, count), stops: stops.slice(0, count) };
}

/** Indices [first, end) of the spans that meet the window, by binary search. */
export function spansIn(spans: Spans, window: TimeWindow): { readonly first: number; readonly end: number } {
  return { first: firstAbove(spans.stops, window.startMs), end: firstAtLeast(spans.starts, window.stopMs) };
}

const firstAbove = (sorted: Float64Array, value: number): number => search(sorted, (item) => item > value);
const firstAtLeast = (sorted: Float64Array, value: number): number => search(sorted, (item) => item >= value);

/**
 * The same, when the index is known to be `from` or later and probably about `guess`: for times in order, where a step
 * usually passes as many spans as the step before. Searches in widening steps about the guess, so a good guess costs
 * two or three looks.
 */
function firstAboveNear(sorted: Float64Array, value: number, from: number, guess: number): number {
  let low = from;
  let high = Math.min(guess, sorted.length);
  let step = 1;
  if (high < sorted.length && (sorted[high] as number) <= value) {
    while (high < sorted.length && (sorted[high] as number) <= value) {
      low = high + 1;
      high += step;
      step *= 2;
    }
    high = Math.min(high, sorted.length);
  } else {
    // The wanted index lies at `high` or before it.
    for (let probe = high - 1; probe >= low; probe -= step) {
      if ((sorted[probe] as number) <= value) {
        low = probe + 1;
        break;
      }
      high = probe;
      step *= 2;
    }
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

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
