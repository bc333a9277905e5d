/** The master timeline: the time of playback, the shown window and the selection. */
import type { Rect } from "#base/geometry.ts";
import type { Draft } from "#domain/timeline/draft.ts";
import { LIVE_SHARE, liveTimeline } from "#domain/first-facts.ts";
import type { TimelineState } from "#domain/timeline/timeline-state.ts";
import { type FactStore, factStore } from "./store.ts";

/**
 * The order to all linked players. A higher `epoch` is a new order; players that come later join at its current time.
 */
export interface PlayTarget {
  /** server ms, 0 = live */
  readonly timeMs: number;
  readonly rate: number;
  readonly paused: boolean;
  /** while the pointer drags; null: the exact frame */
  readonly draft: Draft | null;
  readonly epoch: number;
}

/** A bookmark or an evidence lock; times are server ms, a bookmark of an instant stops where it starts. */
export interface TimelineMark {
  readonly kind: "bookmark" | "lock";
  readonly id: string;
  /** the server of the aggregator that keeps it; "" = the recorder itself */
  readonly orchidId?: string;
  /** null: of all streams */
  readonly streamId: string | null;
  readonly startMs: number;
  readonly stopMs: number;
  readonly text: string;
  readonly createdBy: string;
  readonly removable: boolean;
}

/** Lanes of all cameras of the stage, of the selected one, or one lane that all share. */
export type LaneChoice = "all" | "selected" | "one";

interface Stretch {
  readonly startMs: number;
  readonly stopMs: number;
}

export interface TimelineFacts {
  /** `state.timeMs` is the time at `atMs`; it runs on by `rateOf` */
  state: TimelineState;
  /** ms since 1970 of this machine (`performance.timeOrigin + performance.now()`) */
  atMs: number;
  target: PlayTarget;
  /** the zoom, ms for each CSS px; null: never changed, the live window of document 1 fills the strip */
  msPerPx: number | null;
  /** the place of the playhead that the window moves with, 0..1; null: the window stands about `centreMs` */
  headShare: number | null;
  centreMs: number;
  /** the window glides to its next place; a drag moves it at once */
  glides: boolean;
  /** the range in `state.fineTime` was offered by a seek: the next seek offers another */
  rangeOffered: boolean;
  /** whole seconds of the shown time, for texts; changes once a second */
  shownSecond: number;
  /** where the pointer rests over the timeline, 0 = left edge to 1 = right edge; null = nowhere */
  hoverShare: number | null;
  /** how far below the strip's upper edge the pointer rests, CSS px; null = nowhere */
  hoverPx: number | null;
  /** the pointer drags through time: players seek frames, none plays */
  scrubbing: boolean;
  /** the user goes frame by frame: nothing lies over the pictures */
  stepping: boolean;
  zone: "browser" | "server";
  /** IANA names; null = the server has not sent one */
  browserZone: string;
  serverZone: string | null;
  lanes: LaneChoice;
  /** how far the lanes are scrolled, CSS px */
  laneScrollPx: number;
  /** in order, around the shown window */
  marks: readonly TimelineMark[];
  /** by stream: what a disk has damaged of its recordings, as far as the strip knows them; server ms */
  damaged: Readonly<Record<string, readonly Stretch[]>>;
  /** CSS px relative to the stage's canvas; null = no timeline is shown */
  rect: Rect | null;
}
export type TimelineStore = FactStore<TimelineFacts>;

/** How fast the timeline's own time runs: live runs with the clock. */
export const rateOf = (state: TimelineState): number => (state.paused ? 0 : state.mode === "live" ? 1 : state.speed);

/** The time of the timeline at an instant of this machine (ms since 1970). */
export const timelineTime = (facts: Pick<TimelineFacts, "state" | "atMs">, atMs: number): number =>
  facts.state.timeMs + (atMs - facts.atMs) * rateOf(facts.state);

export const zoneOf = (facts: Pick<TimelineFacts, "zone" | "browserZone" | "serverZone">): string =>
  facts.zone === "server" ? (facts.serverZone ?? facts.browserZone) : facts.browserZone;

/** The initial timeline of a new session. `nowMs`: server ms; `atMs`: this machine's. */
const freshTimeline = (nowMs: number, atMs: number, browserZone: string): TimelineFacts => ({
  state: liveTimeline(nowMs),
  atMs,
  target: { timeMs: 0, rate: 1, paused: false, draft: null, epoch: 0 },
  msPerPx: null,
  headShare: LIVE_SHARE,
  centreMs: nowMs,
  glides: true,
  rangeOffered: false,
  shownSecond: Math.floor(nowMs / 1000),
  hoverShare: null,
  hoverPx: null,
  scrubbing: false,
  stepping: false,
  zone: "browser",
  browserZone,
  serverZone: null,
  lanes: "all",
  laneScrollPx: 0,
  marks: [],
  damaged: {},
  rect: null,
});
export const createTimelineStore = (nowMs: number, atMs: number, browserZone: string): TimelineStore =>
  factStore<TimelineFacts>(freshTimeline(nowMs, atMs, browserZone));
