/**
 * Players with a time of their own (document 1, sections 2 and 4): unlinked from the master timeline they play, pause and
 * seek alone; linked again they join it. Full screen of an unlinked player plays at speed 1 and restores afterwards.
 */
import { SPEED_CHANGE_DEBOUNCE_MS } from "#domain/limits/timeline.ts";
import { enterFullScreen, leaveFullScreen, type Playback } from "#domain/player/full-screen.ts";
import { changeTime, goLive, recordedMs, tickTimeline, type TimelineState } from "#domain/timeline/timeline-state.ts";
import { answersOrder, CORRECT_FROM_MS, followsShown } from "#domain/timeline/shown-time.ts";
import type { SpeedDirection } from "#domain/timeline/speed.ts";
import { atSpeed, jumped, pausedOrPlaying, shuttled, stepped } from "#domain/timeline/steering.ts";
import type { HealthStore } from "#state/health-store.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import { type TimelineStore, timelineTime } from "#state/timeline-store.ts";
import type { UnlinkedStore } from "#state/stage/unlinked-store.ts";
import { onClockMoved } from "../timeline/clock-moved.ts";
import { epochMs } from "../epoch.ts";

/** The live players of the stage. */
export interface UnlinkedPlayers {
  /** one frame forward or back on this tile */
  stepAlone(tileId: string, direction: 1 | -1): void;
}

export interface LinkActions {
  readonly toggle: (tileId: string) => void;
  readonly seek: (tileId: string, timeMs: number) => void;
  /** Some seconds back (negative) or forward; what is paused stays paused. */
  readonly jump: (tileId: string, byMs: number) => void;
  readonly togglePause: (tileId: string) => void;
  /** Playing ends there, paused: nothing is recorded beyond. */
  readonly stopAt: (tileId: string, timeMs: number) => void;
  readonly setSpeed: (tileId: string, speed: number) => void;
  /** J and L: the next step in a direction */
  readonly shuttle: (tileId: string, towards: SpeedDirection) => void;
  /** One frame forward or back; playing stops. Live has no later frame: there the step only pauses. */
  readonly step: (tileId: string, direction: 1 | -1) => void;
  readonly goLive: (tileId: string) => void;
  /** The player shows this time (server ms) at this instant (ms since 1970). */
  readonly noteShown: (tileId: string, timeMs: number, atMs: number) => void;
  /** Its tile was removed. */
  readonly forget: (tileId: string) => void;
  /** Runs until the returned function is called. */
  readonly run: () => () => void;
}

/** Playback that has caught up with now goes live, and live follows the server's clock; checked at this interval. */
const TICK_MS = 500;

export function createLinkActions(deps: {
  readonly unlinked: UnlinkedStore;
  readonly timeline: TimelineStore;
  readonly stage: StageStore;
  readonly health: HealthStore;
  /** server ms */
  readonly nowMs: () => number;
  readonly players: () => UnlinkedPlayers | null;
}): LinkActions {
  const { unlinked, timeline, stage, health, nowMs } = deps;
  const saved = new Map<string, Playback>();
  /** orders that wait for the last of several speed changes */
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  /** the order on whose frame the user stepped */
  const steppedEpochs = new Map<string, number>();

  const present = (tileId: string): TimelineState | null => {
    const own = unlinked.get().byTile[tileId];
    return own ? { ...own.state, timeMs: timelineTime(own, epochMs()) } : null;
  };
  const stopWaiting = (tileId: string): void => {
    clearTimeout(waiting.get(tileId));
    waiting.delete(tileId);
  };
  const order = (tileId: string, state: TimelineState): void => {
    stopWaiting(tileId);
    unlinked.change((facts) => {
      const epoch = (facts.byTile[tileId]?.target.epoch ?? 0) + 1;
      const target =
        state.mode === "live"
          ? { timeMs: 0, rate: 1, paused: false, draft: null, epoch }
          : { timeMs: recordedMs(state.timeMs), rate: state.speed, paused: state.paused, draft: null, epoch };
      // Selecting a range belongs to the master timeline.
      const own = { ...state, selectionMode: false, fineTime: null };
      facts.byTile[tileId] = { state: own, atMs: epochMs(), target, stepping: false };
    });
  };
  const change = (tileId: string, next: (state: TimelineState) => TimelineState): void => {
    const state = present(tileId);
    if (state) order(tileId, next(state));
  };
  /** Changes only the clock: the player needs no order, or gets it later. */
  const put = (tileId: string, state: TimelineState, atMs = epochMs()): void =>
    unlinked.change((facts) => {
      const own = facts.byTile[tileId];
      if (own) Object.assign(own, { state, atMs });
    });
  const give = (tileId: string): void => change(tileId, (state) => state);
  /** As `change`; the player gets the order when no other speed follows. */
  const changeSoon = (tileId: string, next: (state: TimelineState) => TimelineState): void => {
    const state = present(tileId);
    const changed = state && next(state);
    if (!changed || changed === state) return;
    stopWaiting(tileId);
    put(tileId, changed);
    waiting.set(
      tileId,
      setTimeout(() => give(tileId), SPEED_CHANGE_DEBOUNCE_MS),
    );
  };
  const forget = (tileId: string): void => {
    saved.delete(tileId);
    stopWaiting(tileId);
    steppedEpochs.delete(tileId);
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
      else if (next.mode === "live" && Math.abs(next.timeMs - state.timeMs) > CORRECT_FROM_MS) put(tileId, next);
    }
  };

  /** As on the master timeline; live players run anyway. */
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
    jump: (tileId, byMs) => change(tileId, (state) => jumped(state, byMs, nowMs(), 0)),
    togglePause: (tileId) => change(tileId, (state) => pausedOrPlaying(state, nowMs())),
    stopAt: (tileId, timeMs) => change(tileId, (state) => ({ ...state, paused: true, timeMs })),
    setSpeed: (tileId, speed) => changeSoon(tileId, (state) => atSpeed(state, speed, nowMs())),
    shuttle: (tileId, towards) => changeSoon(tileId, (state) => shuttled(state, towards, nowMs())),
    step(tileId, direction) {
      const state = present(tileId);
      if (!state) return;
      const next = stepped(state, direction, nowMs());
      // A waiting order would take the player back from the frame that it steps to.
      if (next.state !== state || waiting.has(tileId)) order(tileId, next.state);
      const epoch = unlinked.get().byTile[tileId]?.target.epoch;
      if (!next.steps || epoch === undefined) return;
      steppedEpochs.set(tileId, epoch);
      unlinked.change(({ byTile }) => {
        const own = byTile[tileId];
        if (own) own.stepping = true;
      });
      deps.players()?.stepAlone(tileId, direction);
    },
    goLive: (tileId) => change(tileId, (state) => goLive(state, nowMs())),
    noteShown(tileId, timeMs, atMs) {
      const own = unlinked.get().byTile[tileId];
      if (!own || own.state.mode === "live" || waiting.has(tileId)) return;
      const ordered = { targetMs: own.target.timeMs, orderedAtMs: own.atMs };
      if (!answersOrder(own.state.paused, ordered, timeMs, atMs)) return;
      const isStepped = own.target.epoch === steppedEpochs.get(tileId);
      if (!followsShown(own.state, own.target.timeMs, timelineTime(own, atMs), timeMs, isStepped)) return;
      put(tileId, { ...own.state, timeMs }, atMs);
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
        // The waiting orders are sent now: nothing runs any more when their time comes.
        for (const tileId of [...waiting.keys()]) give(tileId);
        end();
        forgetClock();
      };
    },
  };
}
