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
    const lengthText = lengthLabel(range.stopMs - range.startMs);
    const length = this.#label(view, lengthText);
    const start = this.#label(view, clock(range.startMs));
    const hasStart = from >= ruler.x && from <= right;
    const hasStop = to <= right && to >= ruler.x;
    const gap = px(view, 2);
    /** Where the words stand: at an end of the ruler they are pushed inwards, and must not lie over one another there. */
    const placed = (stop: LabelPlace) => {
      const startEnd = hasStart ? Math.max(ruler.x + plateOf(view, start), from - gap) : ruler.x;
      const free = Math.max(to + gap, hasStart ? startEnd + gap : ruler.x);
      const stopLeft = hasStop ? Math.min(right - plateOf(view, stop), free) : right;
      const startLeft = Math.min(startEnd, stopLeft - gap) - plateOf(view, start);
      return { startLeft, stopLeft, a: Math.max(from, ruler.x, startEnd), b: Math.min(to, right, stopLeft) };
    };
    const alone = this.#label(view, clock(range.stopMs));
    const inside = placed(alone);
    const isInside = length.widthPx + px(view, 14) <= to - from && inside.b - inside.a >= plateOf(view, length);
    const stop = isInside ? alone : this.#label(view, `${clock(range.stopMs)}  ${lengthText}`);
    const { startLeft, stopLeft } = isInside ? inside : placed(stop);
    const y = body.y + body.height - px(view, PLATE_CSS_PX);
    if (hasStart) this.#plate(view, start, startLeft, y);
    if (hasStop) this.#plate(view, stop, stopLeft, y);
    if (isInside) this.#plate(view, length, (inside.a + inside.b - plateOf(view, length)) / 2, y);
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
