/**
 * The actions of the master timeline (document 1, sections 2, 4 and 9). Rules come from the domain; players follow
 * `target`.
 */
import {
  FINE_CLICK_DEBOUNCE_MS,
  LIVE_DELAY_MS,
  SPEED_CHANGE_DEBOUNCE_MS,
  TIME_CHANGE_DEBOUNCE_MS,
  TIMELINE_TICK_MS,
} from "#domain/limits.ts";
import type { ServerMs } from "#base/time.ts";
import { serverNow } from "#domain/clock.ts";
import { scaleMs } from "#domain/timeline/scales.ts";
import {
  type FramesAhead,
  framesAhead,
  answersOrder,
  CORRECT_FROM_MS,
  followsShown,
  staysAhead,
  type TimelineStep,
} from "#domain/timeline/shown-time.ts";
import { readSpeed, reversed, type SpeedDirection } from "#domain/timeline/speed.ts";
import { atSpeed, pausedOrPlaying, shuttled, stepped } from "#domain/timeline/steering.ts";
import { type TimeWindow, windowAround } from "#domain/timeline/time-window.ts";
import {
  changeTime,
  goLive,
  selectionAllowed,
  tickTimeline,
  type TimelineState,
  selectRange,
  toggleSelectionMode,
} from "#domain/timeline/timeline-state.ts";
import type { HealthStore } from "#state/health-store.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import { timelineTime, type TimelineStore } from "#state/timeline-store.ts";
import { onClockMoved } from "./clock-moved.ts";
import { epochMs } from "../epoch.ts";
import { TimelineOrders } from "./timeline-orders.ts";
import { TimelineSight } from "./timeline-sight.ts";

/** The live players of the stage. */
export interface TimelinePlayers {
  /** one frame forward or back on every linked player */
  step(direction: 1 | -1): void;
}

export interface TimelineActions {
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
  /** One step coarser (-1) or finer (1), the anchor's time stays in place. */
  readonly zoom: (direction: 1 | -1, anchorMs?: number) => void;
  readonly zoomBy: (by: "wheel" | "pinch", direction: 1 | -1, anchorMs: number) => void;
  /** A pointer draws a range: the window stands until the pointer is released, wherever the playhead goes. */
  readonly hold: (isHeld: boolean) => void;
  /** Shows later (positive) or earlier time; the playhead stays where it is in selection mode. */
  readonly pan: (byMs: number) => void;
  /** Where the pointer rests over the timeline, 0 = left edge to 1 = right edge. */
  readonly hover: (share: number | null) => void;
  readonly setZone: (zone: "browser" | "server") => void;
  readonly setLanes: (lanes: "all" | "selected") => void;
  readonly place: (rect: { x: number; y: number; width: number; height: number } | null) => void;
  /** The players show this time at this instant: the timeline's clock follows their frames. */
  readonly noteShown: (timeMs: number, atMs: number) => void;
  /** The step that the players were given since the last order; null = none. */
  readonly lastStep: () => TimelineStep | null;
  /** All players show the frame of the timeline's time again, after steps have led them apart. */
  readonly gather: () => void;
  /** Opens with a time, speed and pause (from an address). */
  readonly open: (timeMs: number | null, speed: number, paused: boolean) => void;
  /** Runs the clock until the returned function is called. */
  readonly run: () => () => void;
  /** server ms now */
  readonly nowMs: () => number;
  /** Counts how often the user has gone to another time: code that waits for a server compares it before it acts. */
  readonly moves: () => number;
}

export interface TimelineActionDeps {
  readonly timeline: TimelineStore;
  readonly health: HealthStore;
  readonly preferences: PreferenceStore;
  readonly players: () => TimelinePlayers | null;
}

export function createTimelineActions(deps: TimelineActionDeps): TimelineActions {
  const { timeline, health, preferences } = deps;
  const nowMs = (): ServerMs => serverNow(health.get(), Date.now(), epochMs());
  const widthPx = (): number => preferences.get().window.widthPx;
  /** The state as it stands at this instant. */
  const present = (): TimelineState => {
    const facts = timeline.get();
    return { ...facts.state, timeMs: timelineTime(facts, epochMs()) };
  };
  const put = (state: TimelineState): void =>
    timeline.change((facts) => {
      facts.state = state;
      facts.atMs = epochMs();
      facts.shownSecond = Math.floor(state.timeMs / 1000);
    });

  let moves = 0;
  let isHeld = false;
  /** the last step, and the order on whose frame it was taken */
  let lastStep: (TimelineStep & { readonly epoch: number }) | null = null;
  let ahead: FramesAhead | null = null;
  const isStepped = (): boolean => lastStep?.epoch === timeline.get().target.epoch;
  const orders = new TimelineOrders(timeline, present);
  const sight = new TimelineSight(timeline, nowMs);
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

  const tick = (): void => {
    const facts = timeline.get();
    const before = facts.state;
    const now = nowMs();
    const at = epochMs();
    const timeMs = timelineTime(facts, at);
    if (before.mode === "live" || !before.paused) {
      const next = tickTimeline({ ...before, timeMs }, 0, now);
      // Live drifts with corrections of the clock; playback that reached now goes live.
      if (next.mode !== before.mode || Math.abs(next.timeMs - timeMs) > CORRECT_FROM_MS) {
        put(next);
        if (next.mode !== before.mode) orders.give();
        return;
      }
    }
    const second = Math.floor(timeMs / 1000);
    if (second !== facts.shownSecond)
      timeline.change((draft) => {
        draft.shownSecond = second;
      });
    if (before.selectionMode && !facts.scrubbing && !isHeld) sight.followPlayhead(timeMs);
  };

  const setSpeed = (speed: number): void => {
    put(atSpeed(present(), speed, nowMs()));
    orders.after(SPEED_CHANGE_DEBOUNCE_MS);
  };

  return {
    nowMs,
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
      deps.players()?.step(direction);
    },
    toggleSelectionMode() {
      change(toggleSelectionMode(present(), widthPx()));
    },
    select(range) {
      enter(selectRange(present(), range, widthPx()));
    },
    zoom: (direction, anchorMs) => sight.zoom(direction, anchorMs),
    zoomBy: (by, direction, anchorMs) => sight.zoomBy(by, direction, anchorMs),
    hold(held) {
      isHeld = held;
    },
    pan: (byMs) => sight.pan(byMs),
    hover(share) {
      if (timeline.get().hoverShare !== share)
        timeline.change((facts) => {
          facts.hoverShare = share;
        });
    },
    setZone: (zone) =>
      timeline.change((facts) => {
        facts.zone = zone;
      }),
    setLanes: (lanes) =>
      timeline.change((facts) => {
        facts.lanes = lanes;
      }),
    place(rect) {
      const { timeMs } = present();
      const wasShown = rect !== null && sight.shows(timeMs);
      timeline.change((facts) => {
        facts.rect = rect;
      });
      if (wasShown) sight.keep(timeMs);
    },
    noteShown(timeMs, atMs) {
      const facts = timeline.get();
      const { state, target } = facts;
      if (state.mode === "live" || facts.scrubbing || orders.waiting || target.timeMs === 0) return;
      const ordered = { targetMs: target.timeMs, orderedAtMs: orders.lastAtMs };
      if (!answersOrder(state.paused, ordered, timeMs, atMs)) return;
      const clockMs = timelineTime(facts, atMs);
      ahead = framesAhead(ahead, state, target.epoch, clockMs, { timeMs, atMs });
      if (!followsShown(state, target.timeMs, clockMs, timeMs, isStepped()) && !staysAhead(ahead, atMs)) return;
      timeline.change((draft) => {
        draft.state = { ...state, timeMs };
        draft.atMs = atMs;
        draft.shownSecond = Math.floor(timeMs / 1000);
      });
    },
    lastStep: () => (isStepped() ? lastStep : null),
    gather: () => orders.give(),
    open(timeMs, speed, paused) {
      if (timeMs === null) return;
      const now = nowMs();
      const next = changeTime(present(), Math.min(timeMs, now), now, widthPx());
      change(next.mode === "live" ? next : { ...next, speed: readSpeed(speed), paused });
      orders.give(timeline.get().state);
    },
    run() {
      const timer = setInterval(tick, TIMELINE_TICK_MS);
      // A window that has become narrow has no selection mode, and no button to switch it off.
      const leaveSelection = (): void => {
        if (timeline.get().state.selectionMode && !selectionAllowed(widthPx()))
          put({ ...present(), selectionMode: false });
      };
      leaveSelection();
      const forgetWidth = preferences.subscribe(leaveSelection);
      // The timeline's times have moved under playback: playback continues at the corrected time.
      const forget = onClockMoved(health, () => {
        put({ ...present(), paused: false });
        orders.give();
      });
      return () => {
        clearInterval(timer);
        orders.finish();
        forgetWidth();
        forget();
      };
    },
  };
}

/** An initial range of a selection: half a segment on either side of the playhead, not after now. */
export function firstSelection(timeMs: number, scaleIndex: number, nowMs: number): TimeWindow {
  const range = windowAround(timeMs, scaleMs(scaleIndex));
  const over = Math.max(0, range.stopMs - nowMs);
  return { startMs: range.startMs - over, stopMs: range.stopMs - over };
}

/** Whether the selection mode can be switched on in a window of this width. */
export const selectionPossible = selectionAllowed;
