/**
 * The zoom of the timeline (document 1, sections 4 and 9): any number of ms per CSS px between two limits. Buttons and
 * keys stop at the scales of the document, which are lengths of 100 px.
 */
import {
  COARSE_SEGMENT_PX,
  LIVE_HALF_WINDOW_DEFAULT_MS,
  LIVE_HALF_WINDOW_STEPS_MS,
  PINCH_THROTTLE_MS,
  SCALE_LOCK_MS,
  TIMELINE_SCALES_MS,
  WHEEL_ZOOM_THROTTLE_MS,
} from "../limits/timeline.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./zone.ts";

/** [ours] Finer stops than the document's: at the last, 1 s per 100 px, each frame is wide enough to be hit. */
const FINER_SCALES_MS = [30_000, 10_000, 5_000, 1_000] as const;
const SECOND_MS = 1000;
/** Two zooms that differ by less count as the same stop. */
const SAME_STOP = 1.005;

/** The zoom of a session that has not zoomed yet: the live window of 4 min before and after, over the whole strip. */
export const firstMsPerPx = (widthPx: number): number => (2 * LIVE_HALF_WINDOW_DEFAULT_MS) / Math.max(1, widthPx);

/** The limits of the zoom on a strip of this width, ms per px. */
export function zoomLimits(widthPx: number): { readonly finest: number; readonly coarsest: number } {
  const longestLive = (2 * Math.max(...LIVE_HALF_WINDOW_STEPS_MS)) / Math.max(1, widthPx);
  return {
    finest: Math.min(...FINER_SCALES_MS) / COARSE_SEGMENT_PX,
    coarsest: Math.max(TIMELINE_SCALES_MS[0] / COARSE_SEGMENT_PX, longestLive),
  };
}

export function withinLimits(msPerPx: number, widthPx: number): number {
  const { finest, coarsest } = zoomLimits(widthPx);
  return Math.min(coarsest, Math.max(finest, msPerPx));
}

/** Where the buttons stop, coarse to fine, ms per px: the scales; live, the half windows of the document. */
export function zoomStops(kind: "scales" | "live", widthPx: number): readonly number[] {
  const scales = [...TIMELINE_SCALES_MS, ...FINER_SCALES_MS].map((ms) => ms / COARSE_SEGMENT_PX);
  if (kind === "scales") return scales;
  const live = LIVE_HALF_WINDOW_STEPS_MS.map((half) => (2 * half) / Math.max(1, widthPx)).toReversed();
  const finestLive = live.at(-1) ?? 0;
  return [...live, ...scales.filter((stop) => stop < finestLive)];
}

/** The next stop coarser (-1) or finer (1) than a zoom; null at the ends. */
export function nextStop(msPerPx: number, direction: 1 | -1, stops: readonly number[]): number | null {
  const further =
    direction === 1
      ? stops.filter((stop) => stop * SAME_STOP < msPerPx)
      : stops.filter((stop) => stop > msPerPx * SAME_STOP);
  return (direction === 1 ? further[0] : further.at(-1)) ?? null;
}

/** A step of the buttons within 333 ms of the last one does not count. */
export const isLocked = (sinceLastMs: number): boolean => sinceLastMs < SCALE_LOCK_MS;

/** Turns of a wheel (400 ms), and movements of fingers (350 ms), that follow each other are one gesture. */
export const isSameGesture = (by: "wheel" | "pinch", sinceLastMs: number): boolean =>
  sinceLastMs < (by === "wheel" ? WHEEL_ZOOM_THROTTLE_MS : PINCH_THROTTLE_MS);

/** One notch of a wheel is 100 px in most browsers: it zooms by a half. */
const WHEEL_ZOOM_PER_PX = Math.log(1.5) / 100;
/** A pinch on a touchpad arrives as a wheel with small steps. */
const TOUCHPAD_ZOOM_PER_PX = 0.01;
/** A wheel that is thrown must not leap over all scales at once. */
const WHEEL_MOST_PX = 240;

/** The factor on ms per px that a wheel's turn means; above 1 is coarser. */
export function wheelFactor(deltaPx: number, isTouchpadPinch: boolean): number {
  const px = Math.min(WHEEL_MOST_PX, Math.max(-WHEEL_MOST_PX, deltaPx));
  return Math.exp(px * (isTouchpadPinch ? TOUCHPAD_ZOOM_PER_PX : WHEEL_ZOOM_PER_PX));
}

interface ScaleWords {
  readonly count: number;
  readonly unit: "day" | "hour" | "minute" | "second";
}

/** The scale of a zoom in words: how much time 100 px show, in the largest unit that is not above it, two digits. */
export function scaleWords(msPerPx: number): ScaleWords {
  const ms = msPerPx * COARSE_SEGMENT_PX;
  const units = [
    ["day", DAY_MS],
    ["hour", HOUR_MS],
    ["minute", MINUTE_MS],
    ["second", SECOND_MS],
  ] as const;
  // What rounds to a whole larger unit is named by it: 59.9 min are 1 h.
  const [unit, lengthMs] = units.find(([, length]) => ms >= length * 0.995) ?? units[3];
  const count = ms / lengthMs;
  return { count: count >= 10 ? Math.round(count) : Math.round(count * 10) / 10, unit };
}
