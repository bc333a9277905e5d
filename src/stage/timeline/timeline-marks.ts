/** The marks of the timeline in pixels: ground, ticks, names, now line and live bar, selection, playhead, hover. */
import { clamp, type Rect } from "#base/geometry.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { boundaries, minorStepMs, placedTicks, tickStepMs } from "#domain/timeline/strip/ticks.ts";
import { durationOf, timeToX, xToTime } from "#domain/timeline/time-window.ts";
import { writtenTime } from "#domain/timeline/written-time.ts";
import { DAY_MS, formatLocal } from "#domain/timeline/zone.ts";
import { timeAt, type TimelineView } from "#protocol/timeline-view.ts";
import { EvidenceMarks } from "./evidence-marks.ts";
import type { LabelInk, LabelPlace, MarkInk } from "./timeline-ink.ts";
import { fontOf, type MarkInput, px } from "./mark-input.ts";
import { RangeMarks } from "./range-marks.ts";
import { leftBeside } from "./timeline-layout.ts";

/** Minor ticks closer than this would be a grey band. */
const MINOR_LEAST_CSS_PX = 7;

interface TimePlate extends Rect {
  readonly label: LabelPlace;
}

export class TimelineMarks {
  readonly #batch: MarkInk;
  readonly #labels: LabelInk;
  readonly #marks: EvidenceMarks;
  readonly #range: RangeMarks;

  constructor(batch: MarkInk, labels: LabelInk) {
    this.#batch = batch;
    this.#labels = labels;
    this.#marks = new EvidenceMarks(batch, labels);
    this.#range = new RangeMarks(batch, labels);
  }

  /** Ground under the spans. */
  ground({ view, layout }: MarkInput): void {
    const { theme } = view;
    const { ruler, body } = layout;
    this.#batch.rect(ruler.x, ruler.y, ruler.width, ruler.height + body.height, theme.background);
  }

  /** Everything over the spans. */
  over(input: MarkInput): void {
    this.#ticks(input);
    const future = this.#live(input);
    this.#marks.draw(input, future ? [future] : []);
    this.#range.draw(input);
    this.#playhead(input);
    this.#hover(input);
  }

  #ticks(input: MarkInput): void {
    const { view, window, layout } = input;
    const { theme, devicePixelRatio } = view;
    const { ruler, body } = layout;
    const zone = namedZone(view.zone);
    const cssWidth = ruler.width / devicePixelRatio;
    const line = Math.max(1, Math.round(devicePixelRatio));
    const stepMs = tickStepMs(window, cssWidth);
    const minorMs = minorStepMs(stepMs);
    const bottom = ruler.y + ruler.height;
    if ((minorMs / durationOf(window)) * cssWidth >= MINOR_LEAST_CSS_PX) {
      for (const time of boundaries(window, minorMs, zone)) {
        const x = Math.round(ruler.x + timeToX(window, ruler.width, time));
        this.#batch.rect(x, bottom - px(view, 4), line, px(view, 4), theme.line, 0.9);
      }
    }
    this.#batch.rect(ruler.x, bottom - line, ruler.width, line, theme.line, 0.8);
    const head = this.#headPlate(input);
    const day = this.#day(input, head);
    for (const tick of placedTicks(window, cssWidth, zone, view.timeStyle)) {
      const x = Math.round(ruler.x + tick.x * devicePixelRatio);
      this.#batch.rect(x, bottom - px(view, 8), line, px(view, 8), tick.day ? theme.text : theme.faint, 0.9);
      this.#batch.rect(x, body.y, line, body.height, tick.day ? theme.text : theme.line, tick.day ? 0.35 : 0.55);
      const place = this.#label(view, tick.label, tick.day ? 600 : 400);
      const left = x - place.widthPx / 2;
      // The day at the left edge and the playhead's time take precedence; a tick whose text would lie under them keeps
      // only its line.
      if ((day && left < day.right + px(view, 6)) || left + place.widthPx > ruler.x + ruler.width) continue;
      if (head && left < head.x + head.width && left + place.widthPx > head.x) continue;
      this.#batch.label(place, left, ruler.y + px(view, 2), tick.day ? theme.text : theme.faint);
    }
    if (day) this.#batch.label(day.label, day.x, ruler.y + px(view, 2), theme.text);
  }

  /** The day at the left edge; null where the ticks are days, and where the playhead's time stands. */
  #day(
    { view, window, layout: { ruler } }: MarkInput,
    head: TimePlate | null,
  ): { readonly label: LabelPlace; readonly x: number; readonly right: number } | null {
    if (tickStepMs(window, ruler.width / view.devicePixelRatio) >= DAY_MS) return null;
    const label = this.#label(view, writtenTime(window.startMs, namedZone(view.zone), "date", view.timeStyle), 600);
    const x = ruler.x + px(view, 8);
    const right = x + label.widthPx;
    return head && head.x < right ? null : { label, x, right };
  }

  /**
   * The part in the future, where nothing is recorded yet: a click there returns to live. Returns that part if it is in
   * the window.
   */
  #live({ view, window, layout, atMs }: MarkInput): Rect | null {
    const { theme } = view;
    const { ruler, body } = layout;
    const x = Math.round(ruler.x + timeToX(window, ruler.width, timeAt(view.now, atMs)));
    const right = ruler.x + ruler.width;
    if (x >= right) return null;
    const left = Math.max(ruler.x, x);
    const isLive = view.mode === "live";
    this.#batch.rect(left, body.y, right - left, body.height, theme.background, 0.6);
    // A calm hatch of upright hairlines marks this part as the future.
    const stride = px(view, 6);
    for (let at = left + stride; at < right; at += stride)
      this.#batch.rect(at, body.y, Math.max(1, Math.round(view.devicePixelRatio)), body.height, theme.live, 0.07);
    if (x >= ruler.x)
      this.#batch.rect(x, ruler.y + px(view, 4), px(view, 1), ruler.height + body.height, theme.live, 1);
    const word = this.#label(view, view.liveWord, 600);
    const room = right - left - px(view, 12);
    const future = { x: left, y: body.y, width: right - left, height: body.height };
    if (room < word.widthPx) return future;
    const wordX = left + px(view, 8);
    const wordY = body.y + px(view, 4);
    const width = word.widthPx + px(view, 8);
    this.#batch.rect(wordX - px(view, 4), wordY, width, word.heightPx, theme.live, isLive ? 0.95 : 0.16);
    this.#batch.label(word, wordX, wordY, isLive ? theme.background : theme.live);
    return future;
  }

  /** The playhead's x, null where it is outside the window. */
  #headX({ view, window, layout, atMs }: MarkInput): number | null {
    const { ruler } = layout;
    const x = Math.round(ruler.x + timeToX(window, ruler.width, timeAt(view.playhead, atMs)));
    return x < ruler.x || x >= ruler.x + ruler.width ? null : x;
  }

  #headPlate(input: MarkInput): TimePlate | null {
    const x = this.#headX(input);
    return x === null ? null : this.#timePlate(input, x, timeAt(input.view.playhead, input.atMs));
  }

  #playhead(input: MarkInput): void {
    const { view, layout } = input;
    const { theme } = view;
    const { ruler, body } = layout;
    const x = this.#headX(input);
    const plate = this.#headPlate(input);
    if (x === null || !plate) return;
    const wide = px(view, 2);
    this.#batch.rect(x - wide, ruler.y, wide * 2, ruler.height + body.height, theme.background, 0.35);
    this.#batch.rect(x - Math.floor(wide / 2), ruler.y, wide, ruler.height + body.height, theme.playhead, 1);
    this.#plate(view, plate, theme.playhead, theme.background);
  }

  #hover(input: MarkInput): void {
    const { view, window, layout } = input;
    if (view.hoverShare === null) return;
    const { theme } = view;
    const { ruler, body } = layout;
    const x = Math.round(ruler.x + view.hoverShare * ruler.width);
    const head = this.#headPlate(input);
    const plate = this.#timePlate(input, x, xToTime(window, 1, view.hoverShare));
    const day = this.#day(input, head);
    const wanted = { ...plate, x: Math.max(plate.x, day ? day.right + px(view, 6) : plate.x) };
    const left = head ? leftBeside(wanted, head, ruler, px(view, 2)) : wanted.x;
    // Both times stay readable: neither line nor label of one covers the label of the other.
    const top = head && x >= head.x && x < head.x + head.width ? head.y + head.height : ruler.y;
    this.#batch.rect(x, top, px(view, 1), ruler.y + ruler.height + body.height - top, theme.text, 0.55);
    this.#plate(view, { ...plate, x: left }, theme.line, theme.text);
  }

  /** The time at a line, in the ruler and kept inside it. */
  #timePlate({ view, layout: { ruler } }: MarkInput, x: number, time: number): TimePlate {
    const label = this.#label(view, formatLocal(time, namedZone(view.zone), "HH:mm:ss"), 600);
    const width = label.widthPx + px(view, 10);
    const left = Math.round(clamp(x - width / 2, ruler.x, Math.max(ruler.x, ruler.x + ruler.width - width)));
    return { label, x: left, y: ruler.y, width, height: px(view, 19) };
  }

  #plate(view: TimelineView, plate: TimePlate, ground: number, ink: number): void {
    this.#batch.rect(plate.x, plate.y, plate.width, plate.height, ground, 1);
    this.#batch.label(plate.label, plate.x + px(view, 5), plate.y + px(view, 1), ink);
  }

  #label(view: TimelineView, text: string, weight: 400 | 600): LabelPlace {
    return this.#labels.take(text, fontOf(view, weight, 11), px(view, 17));
  }
}
