import { columnShares, type SummedSpans } from "#domain/timeline/coverage.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import type { Rect } from "#base/geometry.ts";
import { type Context2D, paintingContext } from "../overlay/painting-context.ts";
import { FittedTexts } from "../timeline/fitted-texts.ts";
import type {
  ColumnInk,
  ColumnLane,
  LabelInk,
  LabelPlace,
  MarkInk,
  SpanInk,
  SpanLook,
  TimelineInk,
} from "../timeline/timeline-ink.ts";
import { cssColour } from "./colours.ts";

/** The timeline's ink on a 2D canvas. Nothing of it is lost with a context: all is drawn anew each time. */
export function canvasInk(context: Context2D): TimelineInk {
  return {
    labels: new CanvasLabels(),
    ground: new CanvasMarks(context),
    over: new CanvasMarks(context),
    spans: new CanvasSpans(context),
    columns: new CanvasColumns(context),
  };
}

/** Widths of texts that are remembered. */
const PLACES_KEPT = 2000;

class CanvasLabels implements LabelInk {
  readonly uploads = 0;
  readonly generation = 0;
  readonly #measure = paintingContext(1, 1);
  readonly #fitted = new FittedTexts(this.#measure);
  readonly #places = new Map<string, LabelPlace>();

  take(text: string, font: string, lineHeightPx: number): LabelPlace {
    const key = `${font}|${text}`;
    const known = this.#places.get(key);
    if (known) return known;
    this.#measure.font = font;
    const widthPx = Math.ceil(this.#measure.measureText(text).width) + 2;
    const place = { text, font, x: 0, y: 0, widthPx, heightPx: Math.ceil(lineHeightPx) };
    if (this.#places.size >= PLACES_KEPT) this.#places.clear();
    this.#places.set(key, place);
    return place;
  }
  fit(text: string, font: string, mostPx: number): string {
    return this.#fitted.fit(text, font, mostPx);
  }
  restored(): void {}
  dispose(): void {}
}

type Mark = (context: Context2D) => void;

class CanvasMarks implements MarkInk {
  readonly #context: Context2D;
  #marks: Mark[] = [];

  constructor(context: Context2D) {
    this.#context = context;
  }
  clear(): void {
    this.#marks = [];
  }
  rect(x: number, y: number, width: number, height: number, colour: number, alpha = 1): void {
    if (width <= 0 || height <= 0) return;
    this.#marks.push((context) => {
      context.globalAlpha = alpha;
      context.fillStyle = cssColour(colour);
      context.fillRect(x, y, width, height);
    });
  }
  label({ text, font, heightPx }: LabelPlace, x: number, y: number, colour: number, alpha = 1): void {
    this.#marks.push((context) => {
      context.globalAlpha = alpha;
      context.fillStyle = cssColour(colour);
      context.font = font;
      context.textBaseline = "middle";
      context.fillText(text, Math.round(x) + 1, Math.round(y) + Math.round(heightPx / 2) + 0.5);
    });
  }
  draw(): void {
    for (const mark of this.#marks) mark(this.#context);
    this.#context.globalAlpha = 1;
  }
  restored(): void {}
  dispose(): void {}
}

class CanvasSpans implements SpanInk {
  fills = 0;
  readonly #context: Context2D;
  #spans: { readonly startMs: number; readonly stopMs: number; readonly look: SpanLook }[] = [];

  constructor(context: Context2D) {
    this.#context = context;
  }
  get count(): number {
    return this.#spans.length;
  }
  begin(): void {
    this.#spans = [];
  }
  add(startMs: number, stopMs: number, look: SpanLook): void {
    this.#spans.push({ startMs, stopMs, look });
  }
  end(): void {
    this.fills += 1;
  }
  draw(window: TimeWindow, clip: Rect, _target: unknown, first: number, end: number): void {
    const context = this.#context;
    const pxPerMs = clip.width / durationOf(window);
    const right = clip.x + clip.width;
    const bottom = clip.y + clip.height;
    for (const { startMs, stopMs, look } of this.#spans.slice(first, end)) {
      let from = clip.x + (startMs - window.startMs) * pxPerMs;
      let to = clip.x + (stopMs - window.startMs) * pxPerMs;
      const missing = (look.leastPx - (to - from)) / 2;
      // Narrow marks stand on whole pixels: a mark of one pixel is one bright pixel, not two dim ones.
      if (missing > 0) {
        from = Math.round(from - missing);
        to = from + look.leastPx;
      }
      from = Math.max(from, clip.x);
      to = Math.min(to, right);
      const top = Math.max(look.topPx, clip.y);
      const height = Math.min(look.bottomPx, bottom) - top;
      if (to <= from || height <= 0) continue;
      context.globalAlpha = look.alpha;
      context.fillStyle = cssColour(look.colour);
      // Edges between pixels are shaded by how much of the pixel they cover.
      context.fillRect(from, top, to - from, height);
    }
    context.globalAlpha = 1;
  }
  restored(): void {}
  dispose(): void {
    this.#spans = [];
  }
}

class CanvasColumns implements ColumnInk {
  readonly #context: Context2D;
  #shares: readonly Uint8Array[] = [];
  #shown = "";
  #row: Context2D | null = null;

  constructor(context: Context2D) {
    this.#context = context;
  }
  fill(version: number, lanes: readonly SummedSpans[], window: TimeWindow, widthPx: number): void {
    const shown = `${version}/${lanes.length}/${window.startMs}/${window.stopMs}/${widthPx}`;
    if (shown === this.#shown || lanes.length === 0) return;
    this.#shown = shown;
    this.#shares = lanes.map((spans) => {
      const shares = new Uint8Array(widthPx);
      columnShares(spans, window, shares);
      return shares;
    });
  }
  draw(lanes: readonly ColumnLane[], colour: number, opacity: number, least: number): void {
    for (const { row, rect } of lanes) {
      const shares = this.#shares[row];
      if (shares && shares.length > 0) this.#drawLane(shares, rect, colour, opacity, least);
    }
  }
  restored(): void {}
  dispose(): void {
    this.#row = null;
  }

  /** One row of pixels, drawn as high as the lane. */
  #drawLane(shares: Uint8Array, rect: Rect, colour: number, opacity: number, least: number): void {
    if (this.#row?.canvas.width !== shares.length) this.#row = paintingContext(shares.length, 1);
    const pixels = new ImageData(shares.length, 1);
    shares.forEach((share, at) => {
      const alpha = share === 0 ? 0 : (least + (1 - least) * (share / 255)) * opacity;
      pixels.data.set([(colour >> 16) & 255, (colour >> 8) & 255, colour & 255, alpha * 255], at * 4);
    });
    this.#row.putImageData(pixels, 0, 0);
    this.#context.imageSmoothingEnabled = false;
    this.#context.drawImage(this.#row.canvas, rect.x, rect.y, rect.width, rect.height);
    this.#context.imageSmoothingEnabled = true;
  }
}
