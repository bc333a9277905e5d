/** Where and how the timeline plays: seek, scrub, pause, speed, steps, selection. The players follow `target`. */
import {
  FINE_CLICK_DEBOUNCE_MS,
  LIVE_WINDOW_S,
  SPEED_CHANGE_DEBOUNCE_MS,
  TIME_CHANGE_DEBOUNCE_MS,
} from "#domain/limits/timeline.ts";
import { rangeAbout } from "#domain/timeline/strip/selection.ts";
import type { TimelineStep } from "#domain/timeline/shown-time.ts";
import { readSpeed, reversed, type SpeedDirection } from "#domain/timeline/speed.ts";
import { atSpeed, jumped, pausedOrPlaying, shuttled, stepped } from "#domain/timeline/steering.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import {
  changeTime,
  goLive,
  type TimelineState,
  selectRange,
  toggleSelectionMode,
} from "#domain/timeline/timeline-state.ts";
import { epochMs } from "../epoch.ts";
import type { PointerRest } from "./pointer-rest.ts";
import type { TimelineCore, TimelinePlayers } from "./timeline-core.ts";

export interface TimelinePlayback {
  /** Goes to a time: near now it goes live, earlier it plays. A click: the players follow after 50 ms. */
  readonly seek: (timeMs: number, by?: "click" | "jump") => void;
  /** Some seconds back (negative) or forward; what is paused stays paused. */
  readonly jump: (byMs: number) => void;
  /** A drag of the playhead: frames follow, nothing plays until `endScrub`. It stops at now and never goes live. */
  readonly scrub: (timeMs: number) => void;
  readonly endScrub: () => void;
  readonly goLive: () => void;
  readonly togglePause: () => void;
  /** Playing ends there, paused: nothing is recorded beyond. */
  readonly stopAt: (timeMs: number) => void;
  readonly setSpeed: (speed: number) => void;
  readonly toggleDirection: () => void;
  /** J and L: the next step in a direction */
  readonly shuttle: (towards: SpeedDirection) => void;
  /** One frame forward or back; playing stops. Live has no later frame: there the step only pauses. */
  readonly step: (direction: 1 | -1) => void;
  /** On: there is a range, of 30 s about the playhead where none was chosen. */
  readonly toggleSelectionMode: () => void;
  /** null removes the selection */
  readonly select: (range: TimeWindow | null) => void;
  /** The step that the players were given since the last order; null = none. */
  readonly lastStep: () => TimelineStep | null;
  /** All players show the frame of the timeline's time again, after steps have led them apart. */
  readonly gather: () => void;
  /** Opens with a time, speed and pause (from an address). */
  readonly open: (timeMs: number | null, speed: number, paused: boolean) => void;
  /** Counts how often the user has gone to another time: code that waits for a server compares it before it acts. */
  readonly moves: () => number;
}

/** The latest time that is played back, before now: later is live, where a drag does not lead. */
const LATEST_PLAYBACK_MS = LIVE_WINDOW_S * 1000 + 1;

export function timelinePlayback(
  core: TimelineCore,
  rest: PointerRest,
  players: () => TimelinePlayers | null,
): TimelinePlayback {
  const { timeline, orders, sight, nowMs, widthPx, present, put } = core;
  let moves = 0;
  /** the last step, and the order on whose frame it was taken */
  let lastStep: (TimelineStep & { readonly epoch: number }) | null = null;
  const choose = (range: TimeWindow | null, isOffered: boolean): void => {
    timeline.change((facts) => {
      facts.state = selectRange(facts.state, range, widthPx());
      facts.rangeOffered = isOffered && range !== null;
    });
  };
  /**
   * A seek that turns selection mode on offers 30 s about the playhead, and the next one offers others; a range that
   * the user has chosen stays while it is in sight.
   */
  const offer = (wasOn: boolean): void => {
    const { state, rangeOffered } = timeline.get();
    if (!state.selectionMode) return;
    const { fineTime } = state;
    const isKept = wasOn || (fineTime && (sight.shows(fineTime.startMs) || sight.shows(fineTime.stopMs)));
    if (rangeOffered || !isKept) choose(rangeAbout(state.timeMs, nowMs()), true);
  };
  /** `keeps`: the playhead must be in sight after it; a click moves nothing under the pointer. */
  const change = (next: TimelineState, keeps = true): void => {
    const wasOn = timeline.get().state.selectionMode;
    sight.put(next.timeMs);
    put(next);
    if (keeps) sight.keep(next.timeMs);
    offer(wasOn);
  };
  const setSpeed = (speed: number): void => {
    put(atSpeed(present(), speed, nowMs()));
    orders.after(SPEED_CHANGE_DEBOUNCE_MS);
  };

  return {
    moves: () => moves,
    seek(timeMs, by = "click") {
      moves += 1;
      const now = nowMs();
      const toMs = by === "click" ? rest.clicked(timeMs) : timeMs;
      rest.goes(toMs);
      const next = changeTime(present(), Math.min(toMs, now), now, widthPx());
      timeline.change((facts) => {
        facts.scrubbing = false;
      });
      change(next, by === "jump");
      orders.seekAfter(Math.max(FINE_CLICK_DEBOUNCE_MS, TIME_CHANGE_DEBOUNCE_MS));
    },
    jump(byMs) {
      const state = present();
      const next = jumped(state, byMs, nowMs(), widthPx());
      if (next === state) return;
      moves += 1;
      // In a series of jumps the times between are not shown.
      if (!orders.waiting) rest.goes(next.timeMs);
      change(next);
      orders.seekAfter(TIME_CHANGE_DEBOUNCE_MS);
    },
    scrub(timeMs) {
      moves += 1;
      const now = nowMs();
      const at = Math.min(timeMs, now - LATEST_PLAYBACK_MS);
      // Selection mode comes with the release.
      put({ ...present(), timeMs: at, mode: "playback", paused: true });
      timeline.change((facts) => {
        facts.scrubbing = true;
      });
      orders.draft(sight.draft);
    },
    endScrub() {
      if (!timeline.get().scrubbing) return;
      timeline.change((facts) => {
        facts.scrubbing = false;
      });
      const { state } = timeline.get();
      const now = nowMs();
      // Time has gone on since: a playhead that stood just before the live window does so still.
      change(changeTime(state, Math.min(state.timeMs, now - LATEST_PLAYBACK_MS), now, widthPx()));
      orders.seekAfter(TIME_CHANGE_DEBOUNCE_MS);
    },
    goLive() {
      moves += 1;
      put(goLive(present(), nowMs()));
      sight.showLive();
      orders.give();
    },
    togglePause() {
      put(pausedOrPlaying(present(), nowMs()));
      orders.give();
    },
    stopAt(timeMs) {
      put({ ...present(), paused: true, timeMs });
      orders.give();
    },
    setSpeed,
    toggleDirection: () => setSpeed(reversed(timeline.get().state.speed)),
    shuttle(towards) {
      const state = present();
      const next = shuttled(state, towards, nowMs());
      if (next === state) return;
      put(next);
      orders.after(SPEED_CHANGE_DEBOUNCE_MS);
    },
    step(direction) {
      moves += 1;
      const state = present();
      const next = stepped(state, direction, nowMs());
      // A waiting order would take the players back from the frame that they step to.
      if (next.state !== state || orders.waiting) {
        put(next.state);
        orders.give();
      }
      if (!next.steps) return;
      timeline.change((facts) => {
        facts.stepping = true;
      });
      lastStep = { atMs: epochMs(), fromMs: next.state.timeMs, epoch: timeline.get().target.epoch };
      players()?.step(direction);
    },
    toggleSelectionMode() {
      put(toggleSelectionMode(present(), widthPx()));
      const { state } = timeline.get();
      if (state.selectionMode && !state.fineTime) choose(rangeAbout(state.timeMs, nowMs()), true);
    },
    select: (range) => choose(range, false),
    lastStep: () => (lastStep?.epoch === timeline.get().target.epoch ? lastStep : null),
    gather: () => orders.give(),
    open(timeMs, speed, paused) {
      if (timeMs === null) return;
      const now = nowMs();
      const next = changeTime(present(), Math.min(timeMs, now), now, widthPx());
      change(next.mode === "live" ? next : { ...next, speed: readSpeed(speed), paused });
      orders.give(timeline.get().state);
    },
  };
}
