/** Bookmarks as flags with their text, evidence locks as hatched bands over the stretch that they keep. */
import { clamp, type Rect } from "#base/geometry.ts";
import { timeToX } from "#domain/timeline/time-window.ts";
import type { TimelineMarkView } from "#protocol/timeline-view.ts";
import type { LabelInk, MarkInk } from "./timeline-ink.ts";
import { fontOf, type MarkInput, px } from "./mark-input.ts";
import { type Flag, placeLabels } from "./mark-labels.ts";

/** More marks would look like a fence: only the newest are drawn. */
const MOST_DRAWN = 200;
/** Texts are shown up to this number, so that they can be read. */
const TEXTS_UP_TO = 12;
const TEXT_MOST_CSS_PX = 120;
const TEXT_LEAST_CSS_PX = 36;
const TEXT_HEIGHT_CSS_PX = 14;
const TEXT_PADDING_CSS_PX = 3;
const FLAG_CSS_PX = 7;
const HATCH_CSS_PX = 5;
/** Hairlines of one band: a band over the whole width needs no more to look like one. */
const HATCH_MOST = 60;

interface Place {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly topPx: number;
  readonly bottomPx: number;
}

export class EvidenceMarks {
  readonly #batch: MarkInk;
  readonly #labels: LabelInk;

  constructor(batch: MarkInk, labels: LabelInk) {
    this.#batch = batch;
    this.#labels = labels;
  }

  /** `taken`: where other texts stand that bookmarks' texts must not cover. */
  draw(input: MarkInput, taken: readonly Rect[]): void {
    const { window, view } = input;
    const visible = view.marks
      .filter((mark) => mark.stopMs >= window.startMs && mark.startMs <= window.stopMs)
      .slice(-MOST_DRAWN);
    const bookmarks: { readonly place: Place; readonly text: string }[] = [];
    for (const mark of visible) {
      const place = placeOf(input, mark);
      if (!place) continue;
      if (mark.kind === "lock") this.#lock(input, place);
      else bookmarks.push({ place, text: mark.text });
    }
    for (const { place } of bookmarks) this.#flag(input, place);
    if (bookmarks.length <= TEXTS_UP_TO) this.#texts(input, bookmarks, taken);
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

  #flag({ view }: MarkInput, { leftPx, rightPx, topPx, bottomPx }: Place): void {
    const { theme } = view;
    const flag = px(view, FLAG_CSS_PX);
    this.#batch.rect(leftPx, topPx, px(view, 2), bottomPx - topPx, theme.bookmark, 1);
    this.#batch.rect(leftPx, topPx, flag, flag, theme.bookmark, 1);
    if (rightPx > leftPx) this.#batch.rect(leftPx, topPx, rightPx - leftPx, px(view, 2), theme.bookmark, 1);
  }

  #texts(
    { view, layout }: MarkInput,
    bookmarks: readonly { readonly place: Place; readonly text: string }[],
    taken: readonly Rect[],
  ): void {
    const { theme } = view;
    const { body } = layout;
    const font = fontOf(view, 500, 10);
    const height = px(view, TEXT_HEIGHT_CSS_PX);
    const padding = px(view, TEXT_PADDING_CSS_PX);
    const widthOf = (text: string): number => this.#labels.take(text, font, height).widthPx + 2 * padding;
    const flags = bookmarks.map(({ place, text }): Flag & { readonly text: string } => {
      const fitting = this.#labels.fit(text, font, px(view, TEXT_MOST_CSS_PX));
      const { leftPx: x, topPx, bottomPx } = place;
      return {
        x,
        topPx,
        bottomPx,
        text,
        widthPx: px(view, FLAG_CSS_PX),
        textPx: fitting === "" ? 0 : widthOf(fitting),
      };
    });
    const places = placeLabels(flags, taken, {
      leftPx: body.x,
      rightPx: body.x + body.width,
      heightPx: height,
      gapPx: px(view, 1),
      leastPx: px(view, TEXT_LEAST_CSS_PX),
    });
    for (const [index, { text }] of flags.entries()) {
      const place = places[index];
      if (!place || place.width === 0) continue;
      const fitting = this.#labels.fit(text, font, place.width - 2 * padding);
      if (fitting === "") continue;
      const label = this.#labels.take(fitting, font, height);
      this.#batch.rect(place.x, place.y, place.width, place.height, theme.background, 0.78);
      this.#batch.label(label, place.x + padding, place.y, theme.text, 0.95);
    }
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
