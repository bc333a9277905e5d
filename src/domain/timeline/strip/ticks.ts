/** Ticks and segments of the timeline, on local boundaries; days of 23 and 25 h get their true length. */
import { COARSE_SEGMENT_PX } from "#domain/limits/timeline.ts";
import { durationOf, type TimeWindow, timeToX } from "../time-window.ts";
import { ISO_TIME, type TimeStyle, writtenTime } from "../written-time.ts";
import { DAY_MS, dayStart, formatLocal, HOUR_MS, MINUTE_MS, type ZoneOffset } from "../zone.ts";

/** Steps between labelled ticks: the scales and further steps around them. All steps up to 15 min divide 15 min. */
const TICK_STEPS_MS: readonly number[] = [
  1_000,
  5_000,
  15_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
  28 * DAY_MS,
];

interface Tick {
  readonly timeMs: number;
  /** a local day begins */
  readonly day: boolean;
  readonly label: string;
}

/** The shortest step that leaves `minPx` between two labels; without any width the longest. */
export function tickStepMs(window: TimeWindow, widthPx: number, minPx: number = COARSE_SEGMENT_PX): number {
  const wanted = (durationOf(window) / Math.max(0, widthPx)) * minPx;
  return TICK_STEPS_MS.find((step) => step >= wanted * 0.999) ?? 28 * DAY_MS;
}

/** The unlabelled step inside a labelled one. */
export function minorStepMs(stepMs: number): number {
  const index = TICK_STEPS_MS.indexOf(stepMs);
  return index > 0 ? (TICK_STEPS_MS[index - 1] ?? stepMs) : stepMs;
}

/** Ticks in the window at every multiple of the step in local time. */
export function ticks(window: TimeWindow, stepMs: number, zone: ZoneOffset, style: TimeStyle = ISO_TIME): Tick[] {
  return boundaries(window, stepMs, zone).map((timeMs) => {
    const day = dayStart(timeMs, zone) === timeMs;
    return { timeMs, day, label: day ? writtenTime(timeMs, zone, "day", style) : clockLabel(timeMs, stepMs, zone) };
  });
}

const clockLabel = (timeMs: number, stepMs: number, zone: ZoneOffset): string =>
  formatLocal(timeMs, zone, stepMs < MINUTE_MS ? "HH:mm:ss" : "%H:%M");

/** Instants in the window at which the zone's clock shows a multiple of the step, and those at which its days begin, in order. */
export function boundaries(window: TimeWindow, stepMs: number, zone: ZoneOffset): number[] {
  if (stepMs >= DAY_MS) return dayBoundaries(window, Math.round(stepMs / DAY_MS), zone);
  // Zones are offset by whole quarters of an hour, so finer steps never leave the local grid.
  const stride = Math.min(stepMs, 15 * MINUTE_MS);
  const found: number[] = [];
  for (let time = Math.ceil(window.startMs / stride) * stride; time < window.stopMs; time += stride)
    if (stride === stepMs || (time + zone(time)) % stepMs === 0 || isLateMidnight(time, zone)) found.push(time);
  return found;
}

/** Whether a day begins there, though not at 00:00: the clock was set forward over midnight. */
function isLateMidnight(timeMs: number, zone: ZoneOffset): boolean {
  const localMs = timeMs + zone(timeMs);
  // No clock is set forward by more than three hours.
  if (localMs % DAY_MS > 3 * HOUR_MS) return false;
  return Math.floor(localMs / DAY_MS) > Math.floor((timeMs - 1 + zone(timeMs - 1)) / DAY_MS);
}

function dayBoundaries(window: TimeWindow, days: number, zone: ZoneOffset): number[] {
  const found: number[] = [];
  const first = Math.floor((window.startMs + zone(window.startMs)) / DAY_MS);
  const skip = (days - (first % days)) % days;
  for (let day = skip; ; day += days) {
    const time = dayStart(window.startMs, zone, day);
    if (!(time < window.stopMs)) return found;
    if (time >= window.startMs) found.push(time);
  }
}

/** Ticks with their pixels, for drawing. */
export const placedTicks = (
  window: TimeWindow,
  widthPx: number,
  zone: ZoneOffset,
  style: TimeStyle = ISO_TIME,
): readonly (Tick & { readonly x: number })[] =>
  ticks(window, tickStepMs(window, widthPx), zone, style).map((tick) => ({
    ...tick,
    x: timeToX(window, widthPx, tick.timeMs),
  }));
