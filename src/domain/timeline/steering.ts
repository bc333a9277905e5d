/**
 * The effect of playback keys and buttons on a timeline, the stage's or an unlinked player's (document 1, sections 2
 * and 4). Times are server ms; `nowMs` is the server's clock.
 */
import { LIVE_DELAY_MS } from "../limits/player.ts";
import { readSpeed, shuttle, type SpeedDirection } from "./speed.ts";
import { changeSpeed, changeTime, type TimelineState, togglePause } from "./timeline-state.ts";

/** Pausing live holds the shown frame, which is a little behind now. */
const held = (state: TimelineState, nowMs: number): TimelineState =>
  state.mode === "live" ? { ...state, timeMs: nowMs - LIVE_DELAY_MS } : state;

export const pausedOrPlaying = (state: TimelineState, nowMs: number): TimelineState => togglePause(held(state, nowMs));

/** A speed that is no step counts as 1. */
export const atSpeed = (state: TimelineState, speed: number, nowMs: number): TimelineState =>
  changeSpeed(held(state, nowMs), readSpeed(speed), nowMs);

/**
 * J and L: the next step in a direction, after a pause speed 1. The same state where live has no later time to go to.
 */
export function shuttled(state: TimelineState, towards: SpeedDirection, nowMs: number): TimelineState {
  if (state.mode === "live" && towards === 1) return state;
  const speed = state.paused ? towards : shuttle(state.speed, towards);
  return { ...changeSpeed(held(state, nowMs), speed, nowMs), paused: false };
}

/**
 * A jump by some seconds: what is paused stays paused, and what reaches now is live. The same state where live has no
 * later time to go to.
 */
export function jumped(state: TimelineState, byMs: number, nowMs: number, widthPx: number): TimelineState {
  if (state.mode === "live" && byMs > 0) return state;
  const next = changeTime(state, Math.min(held(state, nowMs).timeMs + byMs, nowMs), nowMs, widthPx);
  return next.mode === "playback" && state.mode === "playback" ? { ...next, paused: state.paused } : next;
}

/**
 * One frame forward or back: playing stops, and then the players move by a frame (`steps`). Live has no later frame:
 * there the step only pauses. The same state where it was paused.
 */
export function stepped(
  state: TimelineState,
  direction: 1 | -1,
  nowMs: number,
): { readonly state: TimelineState; readonly steps: boolean } {
  const isLive = state.mode === "live";
  return {
    state: state.paused && !isLive ? state : { ...held(state, nowMs), paused: true, mode: "playback" },
    steps: !isLive || direction === -1,
  };
}
