/**
 * The timeline as the stage draws it: the data that goes to the stage's thread. Lengths are device px of the stage's
 * canvas, times server ms. Instants of this machine are ms since 1970 (`performance.timeOrigin + performance.now()`),
 * because the two threads' own clocks do not begin together.
 */
import type { Rect } from "#base/geometry.ts";
import type { TimeStyle } from "#domain/timeline/written-time.ts";

interface TimelineSpan {
  readonly startMs: number;
  readonly stopMs: number;
}

/** A time that runs: `timeMs` at the instant `atMs`, then `rate` ms per ms; 0 = it stands. */
interface RunningTime {
  readonly timeMs: number;
  readonly atMs: number;
  readonly rate: number;
}

/** The value of a running time at an instant of this machine. */
export const timeAt = (time: RunningTime, atMs: number): number => time.timeMs + (atMs - time.atMs) * time.rate;

export interface TimelineLaneView {
  readonly id: string;
}

/** A bookmark or an evidence lock over a lane, or over all of them. */
export interface TimelineMarkView extends TimelineSpan {
  readonly kind: "bookmark" | "lock";
  /** null: all lanes */
  readonly laneId: string | null;
  /** of a bookmark, shown where there is room */
  readonly text: string;
}

/** Colours as 0xRRGGBB. */
export interface TimelineTheme {
  readonly background: number;
  readonly lane: number;
  readonly line: number;
  readonly text: number;
  readonly faint: number;
  readonly recorded: number;
  readonly motion: number;
  readonly playhead: number;
  readonly live: number;
  readonly accent: number;
  readonly bookmark: number;
  readonly lock: number;
}

export interface TimelineView {
  readonly rect: Rect;
  readonly devicePixelRatio: number;
  /** the shown window; while it follows, the window when the playhead stands at `playhead.timeMs` */
  readonly window: TimelineSpan;
  /** the window moves with the playhead */
  readonly follows: boolean;
  /** glide to this window from the shown one (200 ms); false: jump */
  readonly glide: boolean;
  readonly playhead: RunningTime;
  readonly now: RunningTime;
  readonly mode: "live" | "playback";
  readonly selection: TimelineSpan | null;
  /** where the pointer rests, 0 = left edge to 1 = right edge, whatever time passes under it; null = not over the timeline */
  readonly hoverShare: number | null;
  /** IANA name of the zone whose clock the ticks show */
  readonly zone: string;
  /** how days are written */
  readonly timeStyle: TimeStyle;
  readonly lanes: readonly TimelineLaneView[];
  /** how far the lanes are scrolled, CSS px */
  readonly laneScrollPx: number;
  readonly marks: readonly TimelineMarkView[];
  /** the text where the future begins, in the language of the page */
  readonly liveWord: string;
  readonly theme: TimelineTheme;
  readonly hidden: boolean;
}

/** Spans of one kind, sorted, not overlapping. */
interface SpanArrays {
  readonly starts: Float64Array<ArrayBuffer>;
  readonly stops: Float64Array<ArrayBuffer>;
}

/** All known data of one lane. The arrays are transferred. */
export interface TimelineLaneData {
  /**
   * stretches that the server has answered for: outside them nothing is known; inside, a stretch without a recording is
   * a gap
   */
  readonly known: SpanArrays;
  readonly recorded: SpanArrays;
  readonly motion: SpanArrays;
  /** recorded on a volume that cannot be reached now; absent = nothing */
  readonly away?: SpanArrays;
  /** recorded, damaged by the disk since; absent = nothing */
  readonly damaged?: SpanArrays;
}

/** The buffers to transfer with lane data. */
export const laneBuffers = (data: TimelineLaneData): ArrayBuffer[] =>
  [data.known, data.recorded, data.motion, data.away ?? [], data.damaged ?? []]
    .flat()
    .flatMap(({ starts, stops }) => [starts.buffer, stops.buffer]);
