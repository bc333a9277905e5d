/** Bookmarks as flags with their text, evidence locks as hatched bands over what they keep. */
import { clamp } from "#base/geometry.ts";
import { timeToX } from "#domain/timeline/time-window.ts";
import type { TimelineMarkView } from "#protocol/timeline-view.ts";
import type { LabelSheet } from "./label-sheet.ts";
import type { MarkBatch } from "./mark-batch.ts";
import { fontOf, type MarkInput, px } from "./mark-input.ts";

/** More would be a fence: the newest are drawn. */
const MOST_DRAWN = 200;
/** Texts are shown while there are few enough to read. */
const TEXTS_UP_TO = 12;
const TEXT_MOST_CSS_PX = 120;
const HATCH_CSS_PX = 5;
/** Hairlines of one band: a band over the whole width does not need more to be seen as one. */
const HATCH_MOST = 60;

interface Place {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly topPx: number;
  readonly bottomPx: number;
}

export class EvidenceMarks {
  readonly #batch: MarkBatch;
  readonly #labels: LabelSheet;

  constructor(batch: MarkBatch, labels: LabelSheet) {
    this.#batch = batch;
    this.#labels = labels;
  }

  draw(input: MarkInput): void {
    const { window, view } = input;
    const visible = view.marks
      .filter((mark) => mark.stopMs >= window.startMs && mark.startMs <= window.stopMs)
      .slice(-MOST_DRAWN);
    const withText = visible.filter(({ kind }) => kind === "bookmark").length <= TEXTS_UP_TO;
    for (const mark of visible) {
      const place = placeOf(input, mark);
      if (!place) continue;
      if (mark.kind === "lock") this.#lock(input, place);
      else this.#bookmark(input, place, withText ? mark.text : "");
    }
  }

  #lock({ view }: MarkInput, { leftPx, rightPx, topPx, bottomPx }: Place): void {
    const colour = view.theme.lock;
    const width = Math.max(px(view, 2), rightPx - leftPx);
    const height = bottomPx - topPx;
    this.#batch.rect(leftPx, topPx, width, height, colour, 0.2);
    const stride = Math.max(px(view, HATCH_CSS_PX), Math.ceil(width / HATCH_MOST));
    for (let at = leftPx + stride; at < leftPx + width; at += stride)
      this.#batch.rect(at, topPx, px(view, 1), height, colour, 0.35);
    this.#batch.rect(leftPx, topPx, width, px(view, 2), colour, 1);
    this.#batch.rect(leftPx, topPx, px(view, 1), height, colour, 1);
    this.#batch.rect(leftPx + width - px(view, 1), topPx, px(view, 1), height, colour, 1);
  }

  #bookmark({ view, layout }: MarkInput, { leftPx, rightPx, topPx, bottomPx }: Place, text: string): void {
    const { theme } = view;
    const flag = px(view, 7);
    this.#batch.rect(leftPx, topPx, px(view, 2), bottomPx - topPx, theme.bookmark, 1);
    this.#batch.rect(leftPx, topPx, flag, flag, theme.bookmark, 1);
    if (rightPx > leftPx) this.#batch.rect(leftPx, topPx, rightPx - leftPx, px(view, 2), theme.bookmark, 1);
    if (text === "" || !layout.namesShown) return;
    const font = fontOf(view, 500, 10);
    const fitting = this.#labels.fit(text, font, px(view, TEXT_MOST_CSS_PX));
    if (fitting === "") return;
    const label = this.#labels.take(fitting, font, px(view, 14));
    const x = leftPx + flag + px(view, 1);
    if (x + label.widthPx + px(view, 6) > layout.body.x + layout.body.width) return;
    this.#batch.rect(x, topPx, label.widthPx + px(view, 6), label.heightPx, theme.background, 0.78);
    this.#batch.label(label, x + px(view, 3), topPx, theme.text, 0.95);
  }
}

function placeOf({ view, window, layout }: MarkInput, mark: TimelineMarkView): Place | null {
  const { body } = layout;
  const index = mark.laneId === null ? -1 : view.lanes.findIndex((lane) => lane.id === mark.laneId);
  if (mark.laneId !== null && index < 0) return null;
  const rows = layout.lanes[index];
  if (mark.laneId !== null && !rows) return null;
  const edge = (timeMs: number): number =>
    Math.round(body.x + clamp(timeToX(window, body.width, timeMs), 0, body.width));
  return {
    leftPx: edge(mark.startMs),
    rightPx: edge(mark.stopMs),
    topPx: rows?.topPx ?? body.y,
    bottomPx: rows?.bottomPx ?? body.y + body.height,
  };
}
