/** The same lanes drawn by a 2D canvas, one rectangle per visible span: the baseline for the GPU timeline. */
import type { TimelineLaneData, TimelineView } from "#protocol/timeline-view.ts";
import { spansIn } from "#domain/timeline/coverage.ts";
import { timeToX } from "#domain/timeline/time-window.ts";
import { layoutTimeline, motionRows } from "#stage/timeline/timeline-layout.ts";

const css = (colour: number): string => `#${colour.toString(16).padStart(6, "0")}`;

export class CanvasTimeline {
  readonly #painter: CanvasRenderingContext2D;
  readonly #lanes = new Map<string, TimelineLaneData>();

  constructor(canvas: HTMLCanvasElement, widthPx: number, heightPx: number) {
    canvas.width = widthPx;
    canvas.height = heightPx;
    const painter = canvas.getContext("2d");
    if (!painter) throw new Error("no 2D canvas");
    this.#painter = painter;
  }

  setLane(id: string, data: TimelineLaneData): void {
    this.#lanes.set(id, data);
  }

  draw(view: TimelineView): void {
    const painter = this.#painter;
    const { rect, theme, window } = view;
    const layout = layoutTimeline(rect, view.lanes.length, view.devicePixelRatio);
    painter.fillStyle = css(theme.background);
    painter.fillRect(rect.x, rect.y, rect.width, rect.height);
    for (const [index, { id }] of view.lanes.entries()) {
      const rows = layout.lanes[index];
      const data = this.#lanes.get(id);
      if (!rows || !data) continue;
      for (const kind of ["recorded", "motion"] as const) {
        const { topPx, bottomPx } = kind === "motion" ? motionRows(rows) : rows;
        painter.fillStyle = css(theme[kind]);
        const spans = data[kind];
        const { first, end } = spansIn(spans, window);
        for (let at = first; at < end; at++) {
          const from = timeToX(window, rect.width, spans.starts[at] ?? 0);
          const to = timeToX(window, rect.width, spans.stops[at] ?? 0);
          painter.fillRect(rect.x + from, topPx, Math.max(1, to - from), bottomPx - topPx);
        }
      }
    }
  }

  /** Waits until everything is drawn: reading a pixel forces that. */
  finish(): void {
    this.#painter.getImageData(0, 0, 1, 1);
  }
}
