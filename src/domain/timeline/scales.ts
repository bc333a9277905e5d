/** The steps of the timeline's zoom (document 1, sections 4 and 9). */
import {
  LIVE_HALF_WINDOW_STEPS_MS,
  PINCH_THROTTLE_MS,
  SCALE_LOCK_MS,
  TIMELINE_SCALES_MS,
  WHEEL_ZOOM_THROTTLE_MS,
} from "../limits.ts";
import { type TimeWindow, windowAround } from "./time-window.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./zone.ts";

/** `index` 0 = 1 day (coarsest) to 8 = 1 min; `changedAtMs` when it last changed, for the lock. */
export interface ScaleState {
  readonly index: number;
  readonly changedAtMs: number;
}

export const scaleMs = (index: number): number => TIMELINE_SCALES_MS[index] ?? TIMELINE_SCALES_MS[0];

/** A scale in words: a number of the largest unit that divides it. */
export function scaleWords(index: number): { readonly count: number; readonly unit: "day" | "hour" | "minute" } {
  const ms = scaleMs(index);
  if (ms % DAY_MS === 0) return { count: ms / DAY_MS, unit: "day" };
  if (ms % HOUR_MS === 0) return { count: ms / HOUR_MS, unit: "hour" };
  return { count: ms / MINUTE_MS, unit: "minute" };
}

/** One step coarser (left, -1) or finer (right, 1); nothing at the ends and within 333 ms of the last change. */
export function changeScale(state: ScaleState, direction: 1 | -1, atMs: number): ScaleState {
  const index = state.index + direction;
  if (TIMELINE_SCALES_MS[index] === undefined || atMs - state.changedAtMs < SCALE_LOCK_MS) return state;
  return { index, changedAtMs: atMs };
}
export const canChangeScale = (index: number, direction: 1 | -1): boolean =>
  TIMELINE_SCALES_MS[index + direction] !== undefined;

/** Whether a wheel (400 ms) or pinch (350 ms) may make another step. */
export const mayZoomStep = (by: "wheel" | "pinch", sinceLastMs: number): boolean =>
  sinceLastMs >= (by === "wheel" ? WHEEL_ZOOM_THROTTLE_MS : PINCH_THROTTLE_MS);

/** The live timeline's half window, one step shorter (closer, -1) or longer (1); the ends stay. */
export function stepHalfWindow(halfMs: number, direction: 1 | -1): number {
  const steps = LIVE_HALF_WINDOW_STEPS_MS;
  const at = steps.findIndex((step) => step >= halfMs);
  return steps[(at < 0 ? steps.length - 1 : at) + direction] ?? halfMs;
}
export const liveWindow = (timeMs: number, halfMs: number): TimeWindow => windowAround(timeMs, 2 * halfMs);
