/** Where and how the timeline plays: seek, scrub, pause, speed, steps, selection. The players follow `target`. */
import {
  FINE_CLICK_DEBOUNCE_MS,
  LIVE_DELAY_MS,
  SPEED_CHANGE_DEBOUNCE_MS,
  TIME_CHANGE_DEBOUNCE_MS,
} from "#domain/limits.ts";
import type { TimelineStep } from "#domain/timeline/shown-time.ts";
import { readSpeed, reversed, type SpeedDirection } from "#domain/timeline/speed.ts";
import { atSpeed, pausedOrPlaying, shuttled, stepped } from "#domain/timeline/steering.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import {
  changeTime,
  goLive,
  type TimelineState,
  selectRange,
  toggleSelectionMode,
} from "#domain/timeline/timeline-state.ts";
import { epochMs } from "../epoch.ts";
import type { TimelineCore, TimelinePlayers } from "./timeline-core.ts";

export interface TimelinePlayback {
  /** Goes to a time: near now it goes live, earlier it plays. A click: the players follow after 50 ms. */
  readonly seek: (timeMs: number, by?: "click" | "jump") => void;
  /** A drag through time: frames follow, nothing plays until `endScrub`. */
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

export function timelinePlayback(core: TimelineCore, players: () => TimelinePlayers | null): TimelinePlayback {
  const { timeline, orders, sight, nowMs, widthPx, present, put } = core;
  let moves = 0;
  /** the last step, and the order on whose frame it was taken */
  let lastStep: (TimelineStep & { readonly epoch: number }) | null = null;
  /** Writes a state that may have switched selection mode on. */
  const enter = (next: TimelineState): void => {
    const { state } = timeline.get();
    const shown = sight.window;
    put(next);
    if (!state.selectionMode && next.selectionMode) sight.enterSelection(shown, next.timeMs);
  };
  const change = (next: TimelineState): void => {
    sight.put(next.timeMs);
    enter(next);
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
      const next = changeTime(present(), Math.min(timeMs, now), now, widthPx());
      timeline.change((facts) => {
        facts.scrubbing = false;
      });
      change(next);
      if (by === "jump") sight.keep(next.timeMs);
      orders.after(Math.max(FINE_CLICK_DEBOUNCE_MS, TIME_CHANGE_DEBOUNCE_MS));
    },
    scrub(timeMs) {
      moves += 1;
      const now = nowMs();
      const at = Math.min(timeMs, now - LIVE_DELAY_MS);
      const before = timeline.get().state;
      timeline.change((facts) => {
        facts.scrubbing = true;
        // The window stands still while it is dragged: selection mode comes with the release.
        facts.state = { ...present(), timeMs: at, mode: "playback", paused: true, selectionMode: before.selectionMode };
        facts.atMs = epochMs();
        facts.shownSecond = Math.floor(at / 1000);
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
      change(changeTime(state, state.timeMs, now, widthPx()));
      // The pointer may have gone beyond the strip.
      sight.keep(timeline.get().state.timeMs);
      orders.after(TIME_CHANGE_DEBOUNCE_MS);
    },
    goLive() {
      moves += 1;
      put(goLive(present(), nowMs()));
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
      lastStep = { atMs: epochMs(), fromMs: next.state.timeMs, epoch: timeline.get().target.epoch };
      players()?.step(direction);
    },
    toggleSelectionMode() {
      change(toggleSelectionMode(present(), widthPx()));
    },
    select(range) {
      enter(selectRange(present(), range, widthPx()));
    },
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
