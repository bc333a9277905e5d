/**
 * Players with a time of their own (document 1, sections 2 and 4): unlinked from the master timeline they play, pause and
 * seek alone; linked again they join it. Full screen of an unlinked player plays at speed 1 and restores afterwards.
 */
import { LIVE_DELAY_MS } from "#domain/limits.ts";
import { enterFullScreen, leaveFullScreen, type Playback } from "#domain/player/full-screen.ts";
import {
  changeSpeed,
  changeTime,
  goLive,
  recordedMs,
  tickTimeline,
  type TimelineState,
  togglePause,
} from "#domain/timeline/timeline-state.ts";
import { CORRECT_FROM_MS, followsShown } from "#domain/timeline/shown-time.ts";
import { readSpeed } from "#domain/timeline/speed.ts";
import type { HealthStore } from "#state/health-store.ts";
import type { StageStore } from "#state/stage-store.ts";
import { type TimelineStore, timelineTime } from "#state/timeline-store.ts";
import type { UnlinkedStore } from "#state/unlinked-store.ts";
import { onClockMoved } from "./clock-moved.ts";
import { epochMs } from "./epoch.ts";

export interface LinkActions {
  readonly toggle: (tileId: string) => void;
  readonly seek: (tileId: string, timeMs: number) => void;
  readonly togglePause: (tileId: string) => void;
  /** Playing ends there, paused: nothing is recorded beyond. */
  readonly stopAt: (tileId: string, timeMs: number) => void;
  readonly setSpeed: (tileId: string, speed: number) => void;
  readonly goLive: (tileId: string) => void;
  /** The player shows this time (server ms) at this instant (ms since 1970). */
  readonly noteShown: (tileId: string, timeMs: number, atMs: number) => void;
  /** Its tile is gone. */
  readonly forget: (tileId: string) => void;
  /** Runs until the returned function is called. */
  readonly run: () => () => void;
}

/** Playback that has caught up with now goes live, and live keeps to the server's clock; looked at this often. */
const TICK_MS = 500;

export function createLinkActions(deps: {
  readonly unlinked: UnlinkedStore;
  readonly timeline: TimelineStore;
  readonly stage: StageStore;
  readonly health: HealthStore;
  /** server ms */
  readonly nowMs: () => number;
}): LinkActions {
  const { unlinked, timeline, stage, health, nowMs } = deps;
  const saved = new Map<string, Playback>();

  const present = (tileId: string): TimelineState | null => {
    const own = unlinked.get().byTile[tileId];
    return own ? { ...own.state, timeMs: timelineTime(own, epochMs()) } : null;
  };
  /** Where a live player is held when it stops being live. */
  const held = (state: TimelineState): TimelineState =>
    state.mode === "live" ? { ...state, timeMs: nowMs() - LIVE_DELAY_MS } : state;
  const order = (tileId: string, state: TimelineState): void =>
    unlinked.change((facts) => {
      const epoch = (facts.byTile[tileId]?.target.epoch ?? 0) + 1;
      const target =
        state.mode === "live"
          ? { timeMs: 0, rate: 1, paused: false, draft: false, epoch }
          : { timeMs: recordedMs(state.timeMs), rate: state.speed, paused: state.paused, draft: false, epoch };
      // Selecting a range belongs to the master timeline.
      facts.byTile[tileId] = { state: { ...state, selectionMode: false, fineTime: null }, atMs: epochMs(), target };
    });
  const change = (tileId: string, next: (state: TimelineState) => TimelineState): void => {
    const state = present(tileId);
    if (state) order(tileId, next(state));
  };
  /** Another time on the clock, which its player need not be told. */
  const correct = (tileId: string, timeMs: number, atMs: number): void =>
    unlinked.change((facts) => {
      const own = facts.byTile[tileId];
      if (own) Object.assign(own, { state: { ...own.state, timeMs }, atMs });
    });
  const forget = (tileId: string): void => {
    saved.delete(tileId);
    if (unlinked.get().byTile[tileId])
      unlinked.change((facts) => {
        delete facts.byTile[tileId];
      });
  };

  const playbackOf = (state: TimelineState): Playback => ({
    speed: state.speed,
    paused: state.paused,
    timeMs: state.timeMs,
    live: state.mode === "live",
  });
  const resume = (state: TimelineState, { speed, paused, timeMs, live }: Playback): TimelineState =>
    live ? goLive(state, nowMs()) : { ...state, mode: "playback", speed, paused, timeMs };
  const fullScreen = (entered: string | null, left: string | null): void => {
    if (left !== null) {
      const before = saved.get(left);
      saved.delete(left);
      if (before) change(left, (state) => resume(state, leaveFullScreen(playbackOf(state), before)));
    }
    const state = entered === null ? null : present(entered);
    if (entered === null || !state) return;
    const { saved: kept, playback } = enterFullScreen(playbackOf(state), false);
    if (kept) saved.set(entered, kept);
    order(entered, resume(state, playback));
  };
  const tick = (): void => {
    for (const tileId of Object.keys(unlinked.get().byTile)) {
      const state = present(tileId);
      if (!state) continue;
      const next = tickTimeline(state, 0, nowMs());
      if (next.mode !== state.mode) order(tileId, next);
      else if (next.mode === "live" && Math.abs(next.timeMs - state.timeMs) > CORRECT_FROM_MS)
        correct(tileId, next.timeMs, epochMs());
    }
  };

  /** As the master timeline's does; what is live goes on by itself. */
  const goOn = (): void => {
    for (const [tileId, { state }] of Object.entries(unlinked.get().byTile))
      if (state.mode === "playback") change(tileId, (now) => ({ ...now, paused: false }));
  };

  return {
    toggle(tileId) {
      if (unlinked.get().byTile[tileId]) return forget(tileId);
      const facts = timeline.get();
      order(tileId, { ...facts.state, timeMs: timelineTime(facts, epochMs()) });
    },
    // The width does not matter: only the master timeline has a selection mode.
    seek: (tileId, timeMs) => change(tileId, (state) => changeTime(state, Math.min(timeMs, nowMs()), nowMs(), 0)),
    togglePause: (tileId) => change(tileId, (state) => togglePause(held(state))),
    stopAt: (tileId, timeMs) => change(tileId, (state) => ({ ...state, paused: true, timeMs })),
    setSpeed: (tileId, speed) => change(tileId, (state) => changeSpeed(held(state), readSpeed(speed), nowMs())),
    goLive: (tileId) => change(tileId, (state) => goLive(state, nowMs())),
    noteShown(tileId, timeMs, atMs) {
      const own = unlinked.get().byTile[tileId];
      if (!own || own.state.mode === "live" || atMs < own.atMs) return;
      if (!followsShown(own.state, own.target.timeMs, timelineTime(own, atMs), timeMs)) return;
      correct(tileId, timeMs, atMs);
    },
    forget,
    run() {
      const timer = setInterval(tick, TICK_MS);
      const end = stage.subscribe((facts, before) => {
        if (facts.fullTileId !== before.fullTileId) fullScreen(facts.fullTileId, before.fullTileId);
      });
      const forgetClock = onClockMoved(health, goOn);
      return () => {
        clearInterval(timer);
        end();
        forgetClock();
      };
    },
  };
}
