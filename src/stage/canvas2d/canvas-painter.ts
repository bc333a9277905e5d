import type { Rect } from "#base/geometry.ts";
import { ViewMapper } from "#domain/dewarp/pixels/view-mapper.ts";
import { noZoom } from "#domain/first-facts.ts";
import type { StageView, TileView } from "#protocol/stage-worker.ts";
import type { BytePool } from "../gl/byte-pool.ts";
import type { UploadPath } from "../gl/upload-path.ts";
import { type Context2D, paintingContext } from "../overlay/painting-context.ts";
import type { ContextListener, FramePicture, FrameUse, StageCanvas } from "../frame-picture.ts";
import type { Painter } from "../painter.ts";
import type { Pixels } from "../pixels.ts";
import { pictureWindow, snapRect } from "../tile-geometry.ts";
import { epochMs } from "../timeline/epoch.ts";
import { TimelineLayer } from "../timeline/timeline-layer.ts";
import type { DrawPlan } from "../wall/damage.ts";
import { CanvasOverlays } from "./canvas-overlays.ts";
import { CanvasPicture } from "./canvas-picture.ts";
import { cssColour } from "./colours.ts";
import { DewarpedTiles } from "./dewarped-tiles.ts";
import { FrameForms } from "./frame-forms.ts";
import { PlaneScaler } from "./plane-scaler.ts";
import { ScaledTiles } from "./scaled-tiles.ts";
import { canvasInk } from "./timeline-ink.ts";

/** Draws plans on a 2D canvas. */
export class CanvasPainter implements Painter {
  readonly kind = "canvas2d";
  readonly name: string;
  /** Whether a GPU helps a 2D canvas cannot be asked: it is taken for what it is where it is needed. */
  readonly software = true;
  readonly uploadPath: "i420-planes" | "draw-image";
  readonly uploadCosts = {};
  readonly canvas: StageCanvas;
  readonly timeline: TimelineLayer;
  disposed = false;
  readonly #context: Context2D;
  readonly #overlays = new CanvasOverlays();
  readonly #mapper = ViewMapper.make();
  readonly #dewarped = new DewarpedTiles(this.#mapper);
  readonly #scaler = PlaneScaler.make();
  readonly #scaled = this.#scaler && new ScaledTiles(this.#scaler);
  readonly #forms: FrameForms;
  readonly #rects = new Map<string, Rect>();
  readonly #unlisten: () => void;
  #finish: ReturnType<typeof setTimeout> | undefined;
  #view: StageView;
  #apart: Context2D | null = null;

  /** Throws where the canvas gives no 2D context. */
  constructor(canvas: StageCanvas, view: StageView, listener: ContextListener, bytes: BytePool) {
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("this canvas gives no 2D context");
    this.canvas = canvas;
    this.name = this.#scaler ? "Canvas 2D" : "Canvas 2D without WebAssembly";
    this.uploadPath = this.#scaler ? "i420-planes" : "draw-image";
    this.#context = context;
    this.#forms = new FrameForms(bytes, this.#scaler !== null);
    this.#view = view;
    this.timeline = new TimelineLayer(canvasInk(context));
    this.resize(view.widthPx, view.heightPx);
    const lost = (): void => listener.lost();
    const restored = (): void => listener.restored();
    canvas.addEventListener("contextlost", lost);
    canvas.addEventListener("contextrestored", restored);
    this.#unlisten = () => {
      canvas.removeEventListener("contextlost", lost);
      canvas.removeEventListener("contextrestored", restored);
    };
  }

  get lost(): boolean {
    return this.#context.isContextLost();
  }
  get dirty(): boolean {
    return this.timeline.dirty;
  }

  resize(widthPx: number, heightPx: number): void {
    this.canvas.width = Math.max(1, widthPx);
    this.canvas.height = Math.max(1, heightPx);
  }

  apply(view: StageView): readonly string[] {
    this.#view = view;
    this.#rects.clear();
    const placed = view.tiles.map((tile) => ({ tile, rect: snapRect(tile.rect) }));
    for (const { tile, rect } of placed) this.#rects.set(tile.id, rect);
    const tileIds = new Set(this.#rects.keys());
    this.#dewarped.keepOnly(tileIds);
    this.#scaled?.keepOnly(tileIds);
    return this.#overlays.update(placed, view, view.theme);
  }

  restored(): void {
    this.timeline.restored();
  }

  paint(
    plan: DrawPlan,
    pictureOf: (tile: TileView) => FramePicture | null,
    isStill: (tile: TileView) => boolean,
  ): void {
    const context = this.#context;
    if (plan.clear) {
      context.fillStyle = cssColour(this.#view.theme.background);
      context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    }
    const draw = (tile: TileView): void => this.#drawTile(tile, pictureOf(tile), isStill(tile));
    const lower = plan.tiles.filter((tile) => !tile.floating);
    for (const tile of lower) draw(tile);
    const lies = lower.some((tile) => this.timeline.isUnder(snapRect(tile.rect)));
    if (plan.clear || this.timeline.dirty || lies) this.timeline.draw(epochMs(), this.#view);
    for (const tile of plan.tiles) if (tile.floating) draw(tile);
  }

  // The browser carries out what was drawn when this task is over.
  whenFinished(done: (ms: number) => void): void {
    this.forgetFinish();
    const fromMs = performance.now();
    this.#finish = setTimeout(() => done(performance.now() - fromMs), 0);
  }
  finished(): void {}
  forgetFinish(): void {
    clearTimeout(this.#finish);
  }

  makePicture(): FramePicture {
    return new CanvasPicture(this.#scaler);
  }
  pathFor(picture: VideoFrame | ImageBitmap, use: FrameUse): UploadPath {
    return this.#forms.pathFor(picture, use);
  }
  uploading<T>(work: () => T): T {
    return work();
  }
  inking<T>(work: () => T): T {
    return work();
  }

  snapshot(tile: TileView, picture: FramePicture): Pixels {
    const rect = { x: 0, y: 0, width: Math.round(picture.displayWidth), height: Math.round(picture.displayHeight) };
    const context = paintingContext(rect.width, rect.height, { willReadFrequently: true });
    const unzoomed = { ...tile, zoom: noZoom, dewarp: tile.dewarp && { ...tile.dewarp, panoramaZoom: noZoom } };
    // Tables of another size: those of the tile stay.
    this.#drawPicture(context, unzoomed, rect, picture, true, new DewarpedTiles(this.#mapper));
    return pixelsOf(context, rect);
  }

  read(rect: Rect): Pixels {
    const x = Math.max(0, Math.floor(rect.x));
    const y = Math.max(0, Math.floor(rect.y));
    const width = Math.max(0, Math.min(this.canvas.width, Math.floor(rect.x + rect.width)) - x);
    const height = Math.max(0, Math.min(this.canvas.height, Math.floor(rect.y + rect.height)) - y);
    return pixelsOf(this.#context, { x, y, width, height });
  }

  /** No other way is better. */
  probe(): Promise<void> {
    return Promise.resolve();
  }
  /** A 2D context cannot be taken away by hand. */
  loseContext(): void {}
  tidy(): void {}

  dispose(): void {
    this.disposed = true;
    this.forgetFinish();
    this.#unlisten();
    this.timeline.dispose();
    this.#overlays.dispose();
  }

  #drawTile(tile: TileView, picture: FramePicture | null, still: boolean): void {
    const rect = this.#rects.get(tile.id) ?? snapRect(tile.rect);
    if (rect.width <= 0 || rect.height <= 0) return;
    if (tile.opacity >= 1) return this.#drawOpaque(this.#context, tile, rect, picture, still);
    // Translucent as a whole: overlay and picture must not shine through each other.
    const apart = this.#apartOf(rect);
    this.#drawOpaque(apart, tile, { ...rect, x: 0, y: 0 }, picture, still);
    this.#context.globalAlpha = tile.opacity;
    this.#context.drawImage(apart.canvas, rect.x, rect.y);
    this.#context.globalAlpha = 1;
  }

  /** A canvas of a translucent tile's size, kept: such a tile follows a pointer. */
  #apartOf({ width, height }: Rect): Context2D {
    if (this.#apart?.canvas.width !== width || this.#apart.canvas.height !== height)
      this.#apart = paintingContext(width, height);
    return this.#apart;
  }

  #drawOpaque(context: Context2D, tile: TileView, rect: Rect, picture: FramePicture | null, still: boolean): void {
    this.#drawPicture(context, tile, rect, picture, still);
    this.#overlays.draw(context, tile.id, rect);
  }

  #drawPicture(
    context: Context2D,
    tile: TileView,
    rect: Rect,
    picture: FramePicture | null,
    still: boolean,
    dewarped = this.#dewarped,
  ): void {
    if (!(picture instanceof CanvasPicture) || picture.empty) {
      context.fillStyle = cssColour(this.#view.theme.cell);
      return context.fillRect(rect.x, rect.y, rect.width, rect.height);
    }
    if (tile.dewarp && tile.dewarp.mode !== 0)
      return dewarped.draw(context, tile.id, tile.dewarp, rect, picture, still);
    const shape = { width: picture.displayWidth, height: picture.displayHeight };
    const window = pictureWindow(rect, shape, tile.zoom);
    const { originX, originY, spanX, spanY } = window;
    // The part of the frame that is seen, 0..1, and where it falls in the tile.
    const left = Math.max(0, originX);
    const top = Math.max(0, originY);
    const right = Math.min(1, originX + spanX);
    const bottom = Math.min(1, originY + spanY);
    const fills = left === originX && top === originY && right === originX + spanX && bottom === originY + spanY;
    if (!fills) {
      context.fillStyle = "#000";
      context.fillRect(rect.x, rect.y, rect.width, rect.height);
    }
    if (right <= left || bottom <= top) return;
    // The browser scales a standing picture: that is slower and looks better.
    if (picture.planes && this.#scaled && !still)
      return this.#scaled.draw(context, tile.id, rect, window, picture.planes);
    const image = picture.image();
    if (!image) return;
    const { source, size } = image;
    context.imageSmoothingQuality = still ? "high" : "low";
    context.drawImage(
      source,
      left * size.width,
      top * size.height,
      (right - left) * size.width,
      (bottom - top) * size.height,
      rect.x + ((left - originX) / spanX) * rect.width,
      rect.y + ((top - originY) / spanY) * rect.height,
      ((right - left) / spanX) * rect.width,
      ((bottom - top) / spanY) * rect.height,
    );
  }
}

function pixelsOf(context: Context2D, { x, y, width, height }: Rect): Pixels {
  if (width === 0 || height === 0) return { width: 0, height: 0, rgba: new Uint8Array() };
  const { data } = context.getImageData(x, y, width, height);
  return { width, height, rgba: new Uint8Array(data.buffer) };
}
