import type { Rect } from "#base/geometry.ts";
import { TIMELINE_TICK_MS } from "#domain/limits/timeline.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import type { TimelineLaneData, TimelineView } from "#protocol/timeline-view.ts";
import type { Target } from "../passes/tile-pass.ts";
import { LaneSpans } from "./lane-spans.ts";
import { layoutTimeline, type TimelineLayout } from "./timeline-layout.ts";
import type { LabelInk, MarkInk, TimelineInk } from "./timeline-ink.ts";
import { TimelineMarks } from "./timeline-marks.ts";
import { isGliding, nextMotion, shownWindow, standing, type WindowMotion } from "./window-motion.ts";

/** Lines that move less than this need no new drawing. */
const MOVES_FROM_PX = 0.5;
/** The plates show seconds: a drawing never gets older than this. */
const LONGEST_REST_MS = 1000;

/** The timeline's part of the wall's canvas. It draws when it is asked, and reports when it must be asked again. */
export class TimelineLayer {
  readonly #labels: LabelInk;
  readonly #ground: MarkInk;
  readonly #over: MarkInk;
  readonly #spans: LaneSpans;
  readonly #groundMarks: TimelineMarks;
  readonly #overMarks: TimelineMarks;
  #view: TimelineView | null = null;
  #motion: WindowMotion = standing;
  #dirty = false;
  #drawnAtMs = 0;

  constructor({ labels, ground, over, spans, columns }: TimelineInk) {
    this.#labels = labels;
    this.#ground = ground;
    this.#over = over;
    this.#spans = new LaneSpans(spans, columns);
    this.#groundMarks = new TimelineMarks(this.#ground, this.#labels);
    this.#overMarks = new TimelineMarks(this.#over, this.#labels);
  }

  get view(): TimelineView | null {
    return this.#view;
  }
  get dirty(): boolean {
    return this.#dirty && this.#view !== null && !this.#view.hidden;
  }
  /** fills of the span buffer and uploads of the label sheet so far: panning adds to neither the first nor, mostly, the second */
  get uploads(): { readonly spans: number; readonly labels: number } {
    return { spans: this.#spans.fills, labels: this.#labels.uploads };
  }

  /** Whether a tile that is drawn there covers a part of the timeline: a small window's tiles reach below it. */
  isUnder({ x, y, width, height }: Rect): boolean {
    const at = this.#view?.rect;
    return at !== undefined && x < at.x + at.width && at.x < x + width && y < at.y + at.height && at.y < y + height;
  }

  /** A new view at an instant (ms since 1970). */
  apply(view: TimelineView | null, atMs: number): void {
    this.#motion = view ? nextMotion(this.#view, this.#motion, view, atMs) : standing;
    this.#view = view;
    this.#dirty = true;
  }

  setLane(laneId: string, data: TimelineLaneData | null): void {
    this.#spans.set(laneId, data);
    this.#dirty = true;
  }

  /** Time has passed: what moves must be drawn again. */
  touch(): void {
    this.#dirty = true;
  }

  /** In how many ms the next drawing is due; 0 while the window glides, Infinity when nothing moves. */
  dueInMs(atMs: number): number {
    return Math.max(0, this.#drawnAtMs + this.#restMs(atMs) - atMs);
  }

  #restMs(atMs: number): number {
    const view = this.#view;
    if (!view || view.hidden) return Number.POSITIVE_INFINITY;
    if (isGliding(this.#motion, atMs)) return 0;
    const window = shownWindow(view, this.#motion, atMs);
    const pxPerMs = view.rect.width / durationOf(window);
    const rate = Math.max(Math.abs(view.playhead.rate), Math.abs(view.now.rate));
    if (rate === 0) return Number.POSITIVE_INFINITY;
    return Math.max(TIMELINE_TICK_MS, Math.min(LONGEST_REST_MS, MOVES_FROM_PX / (pxPerMs * rate)));
  }

  /** Draws all of it. Call where the ink may draw. */
  draw(atMs: number, target: Target): void {
    const view = this.#view;
    if (!view) return;
    this.#dirty = false;
    this.#drawnAtMs = atMs;
    const window = shownWindow(view, this.#motion, atMs);
    const layout = layoutTimeline(view.rect, view.lanes.length, view.devicePixelRatio, view.laneScrollPx);
    if (layout.ruler.width <= 0 || layout.ruler.height <= 0) return;
    this.#mark({ view, window, layout, atMs });
    this.#ground.draw(target);
    this.#spans.draw(
      window,
      layout,
      view.lanes.map((lane) => lane.id),
      view.theme,
      Math.max(1, Math.round(view.devicePixelRatio)),
      target,
    );
    this.#over.draw(target);
  }

  /** The context came back empty. */
  restored(): void {
    this.#labels.restored();
    this.#ground.restored();
    this.#over.restored();
    this.#spans.restored();
    this.#dirty = true;
  }

  dispose(): void {
    this.#spans.dispose();
    this.#ground.dispose();
    this.#over.dispose();
    this.#labels.dispose();
  }

  #mark(input: { view: TimelineView; window: TimeWindow; layout: TimelineLayout; atMs: number }): void {
    // A full sheet starts again and voids the earlier places: draw once more, then everything fits.
    for (let attempt = 0; attempt < 2; attempt++) {
      const { generation } = this.#labels;
      this.#ground.clear();
      this.#over.clear();
      this.#groundMarks.ground(input);
      this.#overMarks.over(input);
      if (this.#labels.generation === generation) return;
    }
  }
}
