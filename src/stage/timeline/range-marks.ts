/** The chosen range: its ground, its handles, and what is written at them: start, end and length. */
import { clamp } from "#base/geometry.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { lengthLabel } from "#domain/timeline/strip/stills.ts";
import { timeToX } from "#domain/timeline/time-window.ts";
import { formatLocal } from "#domain/timeline/zone.ts";
import type { LabelInk, LabelPlace, MarkInk } from "./timeline-ink.ts";
import { fontOf, type MarkInput, px } from "./mark-input.ts";

/** Handles of the selection, as wide as the edge of a finger. */
const HANDLE_CSS_PX = 3;
const PLATE_CSS_PX = 16;

export class RangeMarks {
  readonly #batch: MarkInk;
  readonly #labels: LabelInk;

  constructor(batch: MarkInk, labels: LabelInk) {
    this.#batch = batch;
    this.#labels = labels;
  }

  draw({ view, window, layout }: MarkInput): void {
    const range = view.selection;
    if (!range) return;
    const { theme } = view;
    const { ruler, body } = layout;
    const edge = (time: number): number => Math.round(ruler.x + timeToX(window, ruler.width, time));
    const right = ruler.x + ruler.width;
    const from = edge(range.startMs);
    const to = Math.max(from + 1, edge(range.stopMs));
    if (to < ruler.x || from > right) return;
    const left = clamp(from, ruler.x, right);
    const width = clamp(to, ruler.x, right) - left;
    this.#batch.rect(left, ruler.y, width, ruler.height + body.height, theme.accent, 0.16);
    this.#batch.rect(left, ruler.y, width, px(view, 2), theme.accent, 1);
    const wide = px(view, HANDLE_CSS_PX);
    for (const [x, outside] of [
      [from, from - wide],
      [to, to],
    ] as const) {
      if (x < ruler.x || x > right) continue;
      this.#batch.rect(outside, ruler.y, wide, ruler.height + body.height, theme.accent, 1);
      const grip = Math.round(body.height / 3);
      this.#batch.rect(outside - px(view, 2), body.y + grip, wide + px(view, 4), grip, theme.accent, 1);
    }
    this.#words({ view, window, layout }, from - wide, to + wide);
  }

  /** Start and end stand outside of their handles, the length between them, or with the end where there is no room. */
  #words({ view, layout }: Pick<MarkInput, "view" | "window" | "layout">, from: number, to: number): void {
    const range = view.selection;
    if (!range) return;
    const { ruler, body } = layout;
    const right = ruler.x + ruler.width;
    const clock = (time: number): string => formatLocal(time, namedZone(view.zone), "HH:mm:ss");
    const length = this.#label(view, lengthLabel(range.stopMs - range.startMs));
    const start = this.#label(view, clock(range.startMs));
    const isInside = length.widthPx + px(view, 14) <= to - from;
    const stop = isInside
      ? this.#label(view, clock(range.stopMs))
      : this.#label(view, `${clock(range.stopMs)}  ${lengthLabel(range.stopMs - range.startMs)}`);
    const y = body.y + body.height - px(view, PLATE_CSS_PX);
    if (from >= ruler.x && from <= right)
      this.#plate(view, start, Math.max(ruler.x, from - plateOf(view, start) - px(view, 2)), y);
    if (to <= right && to >= ruler.x)
      this.#plate(view, stop, Math.min(right - plateOf(view, stop), to + px(view, 2)), y);
    const [a, b] = [Math.max(from, ruler.x), Math.min(to, right)];
    if (isInside && b - a >= plateOf(view, length)) this.#plate(view, length, (a + b - plateOf(view, length)) / 2, y);
  }

  #plate(view: MarkInput["view"], label: LabelPlace, x: number, y: number): void {
    const left = Math.round(x);
    this.#batch.rect(left, y, plateOf(view, label), px(view, PLATE_CSS_PX), view.theme.background, 0.85);
    this.#batch.label(label, left + px(view, 4), y, view.theme.accent);
  }

  #label(view: MarkInput["view"], text: string): LabelPlace {
    return this.#labels.take(text, fontOf(view, 600, 10), px(view, PLATE_CSS_PX));
  }
}

const plateOf = (view: MarkInput["view"], { widthPx }: LabelPlace): number => widthPx + px(view, 8);
