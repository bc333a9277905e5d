import type { Spans } from "#domain/timeline/coverage.ts";
import { ISO_TIME } from "#domain/timeline/written-time.ts";
import type { TimelineLaneData, TimelineTheme, TimelineView } from "#protocol/timeline-view.ts";

/** Plain colours, each in a channel of its own, so that pixels show what was drawn. */
const timelineTheme: TimelineTheme = {
  background: 0x000000,
  lane: 0x000040,
  line: 0x202020,
  text: 0xffffff,
  faint: 0x808080,
  recorded: 0x00ff00,
  motion: 0xff0000,
  playhead: 0xffff00,
  live: 0x00ffff,
  accent: 0xff00ff,
  bookmark: 0xffffff,
  lock: 0xff8000,
};

/** A still timeline over a whole canvas: far from now, with the playhead outside. */
export const timelineView = (
  widthPx: number,
  heightPx: number,
  startMs: number,
  durationMs: number,
  change: Partial<TimelineView> = {},
): TimelineView => ({
  rect: { x: 0, y: 0, width: widthPx, height: heightPx },
  devicePixelRatio: 1,
  window: { startMs, stopMs: startMs + durationMs },
  follows: false,
  glide: false,
  playhead: { timeMs: 0, atMs: 0, rate: 0 },
  now: { timeMs: startMs + durationMs * 100, atMs: 0, rate: 0 },
  mode: "playback",
  selection: null,
  hoverShare: null,
  zone: "UTC",
  timeStyle: ISO_TIME,
  lanes: [{ id: "a" }],
  laneScrollPx: 0,
  marks: [],
  liveWord: "LIVE",
  theme: timelineTheme,
  hidden: false,
  ...change,
});

const spansOf = (list: readonly (readonly [number, number])[]): Spans & TimelineLaneData["known"] => ({
  starts: Float64Array.from(list, ([start]) => start),
  stops: Float64Array.from(list, ([, stop]) => stop),
});

export const laneData = (
  recorded: readonly (readonly [number, number])[],
  motion: readonly (readonly [number, number])[] = [],
  known: readonly (readonly [number, number])[] = [[0, 1e14]],
): TimelineLaneData => ({ known: spansOf(known), recorded: spansOf(recorded), motion: spansOf(motion) });
