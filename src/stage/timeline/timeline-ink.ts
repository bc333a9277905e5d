/** What the timeline draws with. Two makes: `regl-ink.ts` on WebGL 2, `canvas2d/timeline-ink.ts` on a 2D canvas. */
import type { Rect } from "#base/geometry.ts";
import type { SummedSpans } from "#domain/timeline/coverage.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import type { Target } from "../passes/tile-pass.ts";

/** A text and its place on the sheet, where there is one. */
export interface LabelPlace {
  readonly text: string;
  readonly font: string;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Texts, measured once. */
export interface LabelInk {
  /** uploads to the GPU so far */
  readonly uploads: number;
  /** Counts up when earlier places became void. */
  readonly generation: number;
  take(text: string, font: string, lineHeightPx: number): LabelPlace;
  /** A text, cut with an ellipsis where it is wider than `mostPx`. */
  fit(text: string, font: string, mostPx: number): string;
  restored(): void;
  dispose(): void;
}

/** Plain rectangles and texts in pixels, drawn in the order they were added. Colours are 0xRRGGBB. */
export interface MarkInk {
  clear(): void;
  rect(x: number, y: number, width: number, height: number, colour: number, alpha?: number): void;
  label(place: LabelPlace, x: number, y: number, colour: number, alpha?: number): void;
  draw(target: Target): void;
  restored(): void;
  dispose(): void;
}

export interface SpanLook {
  readonly topPx: number;
  readonly bottomPx: number;
  /** 0xRRGGBB */
  readonly colour: number;
  readonly alpha: number;
  /** a shorter span is drawn this wide */
  readonly leastPx: number;
}

/** Spans with exact edges: panning and zooming draw what was added once. */
export interface SpanInk {
  /** fillings of a buffer so far: a pan adds none */
  readonly fills: number;
  /** Spans added so far: the next ones begin at this index. */
  readonly count: number;
  begin(baseMs: number): void;
  add(startMs: number, stopMs: number, look: SpanLook): void;
  end(): void;
  /** Draws the spans [first, end) in the order they were added. */
  draw(window: TimeWindow, clip: Rect, target: Target, first: number, end: number): void;
  restored(): void;
  dispose(): void;
}

export interface ColumnLane {
  /** among the lanes that were filled */
  readonly row: number;
  /** px of the target */
  readonly rect: Rect;
}

/** Lanes with more spans than can be drawn one by one: summed up for each column of pixels. */
export interface ColumnInk {
  /**
   * Sums up the lanes for a window; each becomes the row of its place in the list. `version` changes when their spans
   * change.
   */
  fill(version: number, lanes: readonly SummedSpans[], window: TimeWindow, widthPx: number): void;
  /** `least`: opacity of a column that is hardly covered, 0..1. */
  draw(lanes: readonly ColumnLane[], colour: number, opacity: number, least: number, target: Target): void;
  restored(): void;
  dispose(): void;
}

export interface TimelineInk {
  readonly labels: LabelInk;
  /** under the lanes */
  readonly ground: MarkInk;
  /** over the lanes */
  readonly over: MarkInk;
  readonly spans: SpanInk;
  readonly columns: ColumnInk;
}
