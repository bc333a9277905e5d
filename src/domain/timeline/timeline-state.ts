/** Live and playback (document 1, section 4). Times are server ms; `nowMs` is the server's clock. */
import { NARROW_LAYOUT_PX } from "../limits/stage.ts";
import { LIVE_WINDOW_S } from "../limits/timeline.ts";
import type { TimeWindow } from "./time-window.ts";

export type TimelineMode = "live" | "playback";
export interface TimelineState {
  readonly paused: boolean;
  readonly timeMs: number;
  readonly speed: number;
  readonly fineTime: TimeWindow | null;
  readonly mode: TimelineMode;
  readonly selectionMode: boolean;
}

/** The time of a request for recorded video, whole ms: 0 stands for live, and earlier times do not exist. */
export const recordedMs = (timeMs: number): number => Math.max(1, Math.round(timeMs));

/** Within the live window (5 s) and after now a time is live; earlier it is playback. */
export const modeAt = (timeMs: number, nowMs: number): TimelineMode =>
  timeMs >= nowMs - LIVE_WINDOW_S * 1000 ? "live" : "playback";

/**
 * A time change by click, drag, picker, motion search: near live it goes live at speed 1, earlier it plays and turns
 * selection mode on (not in narrow windows). Paused playback plays again.
 */
export function changeTime(state: TimelineState, timeMs: number, nowMs: number, widthPx: number): TimelineState {
  if (modeAt(timeMs, nowMs) === "live") return goLive(state, nowMs);
  return { ...state, paused: false, timeMs, mode: "playback", selectionMode: selectionAllowed(widthPx) };
}

/** Clicking the live bar. */
export const goLive = (state: TimelineState, nowMs: number): TimelineState => ({
  ...state,
  paused: false,
  timeMs: nowMs,
  speed: 1,
  mode: "live",
  selectionMode: false,
});

/** Selection mode is off in windows of 425 px or less. */
export const selectionAllowed = (windowWidthPx: number): boolean => windowWidthPx > NARROW_LAYOUT_PX;
export const toggleSelectionMode = (state: TimelineState, windowWidthPx: number): TimelineState => ({
  ...state,
  selectionMode: !state.selectionMode && selectionAllowed(windowWidthPx),
});

/** Chooses a stretch of time (null: none); selection mode shows and uses it and is switched on with it. */
export function selectRange(state: TimelineState, range: TimeWindow | null, windowWidthPx: number): TimelineState {
  if (!range) return { ...state, fineTime: null };
  return selectionAllowed(windowWidthPx) ? { ...state, fineTime: range, selectionMode: true } : state;
}

/** The stretch of time that is chosen, as selection mode shows it. */
export const selectedRange = ({ selectionMode, fineTime }: TimelineState): TimeWindow | null =>
  selectionMode ? fineTime : null;

/** Play/pause. Pausing live holds its frame: it becomes playback at that time. */
export function togglePause(state: TimelineState): TimelineState {
  if (state.paused) return { ...state, paused: false };
  return { ...state, paused: true, mode: "playback" };
}

/** Another speed. Reverse leaves live at once; live itself only runs at 1. */
export function changeSpeed(state: TimelineState, speed: number, nowMs: number): TimelineState {
  if (state.mode === "playback") return { ...state, speed };
  return speed === 1 ? state : { ...state, speed, mode: "playback", timeMs: Math.min(state.timeMs, nowMs) };
}

/**
 * The clock's tick: time runs on by `elapsedMs` of this machine. Playing forwards into the live window goes live with
 * speed 1; slow motion that began at live stays playback as it falls behind.
 */
export function tickTimeline(state: TimelineState, elapsedMs: number, nowMs: number): TimelineState {
  if (state.mode === "live") return { ...state, timeMs: nowMs };
  if (state.paused) return state;
  const timeMs = state.timeMs + elapsedMs * state.speed;
  const catchesUp = state.speed > 1 || (state.speed > 0 && timeMs > nowMs);
  if (catchesUp && modeAt(timeMs, nowMs) === "live") return goLive(state, nowMs);
  return { ...state, timeMs: Math.min(timeMs, nowMs) };
}
