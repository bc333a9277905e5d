/**
 * What keys and buttons of playback make of a timeline, the stage's or an unlinked player's (document 1, sections 2 and 4).
 * Times are server ms; `nowMs` is the server's clock.
 */
import { LIVE_DELAY_MS } from "../limits.ts";
import { readSpeed, shuttle, type SpeedDirection } from "./speed.ts";
import { changeSpeed, type TimelineState, togglePause } from "./timeline-state.ts";

/** Live is held at the picture that is shown, which is a little behind now. */
const held = (state: TimelineState, nowMs: number): TimelineState =>
  state.mode === "live" ? { ...state, timeMs: nowMs - LIVE_DELAY_MS } : state;

export const pausedOrPlaying = (state: TimelineState, nowMs: number): TimelineState => togglePause(held(state, nowMs));

/** A speed that is no step counts as 1. */
export const atSpeed = (state: TimelineState, speed: number, nowMs: number): TimelineState =>
  changeSpeed(held(state, nowMs), readSpeed(speed), nowMs);

/** J and L: the next step in a direction, from a pause speed 1. The same state where live has nothing to go on to. */
export function shuttled(state: TimelineState, towards: SpeedDirection, nowMs: number): TimelineState {
  if (state.mode === "live" && towards === 1) return state;
  const speed = state.paused ? towards : shuttle(state.speed, towards);
  return { ...changeSpeed(held(state, nowMs), speed, nowMs), paused: false };
}

/**
 * One picture on or back: playing stops, and then the players go a picture on (`steps`). Live there is none to go on to:
 * that only pauses. The same state where it stood paused.
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
