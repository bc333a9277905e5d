import type { Rect, Size } from "#base/geometry.ts";
import { noZoom } from "#domain/first-facts.ts";
import type { StageView, TileView } from "#protocol/stage-worker.ts";
import { bareTile } from "./bare-tile.ts";
import type { DrawPlan } from "./wall/damage.ts";
import { BytePool } from "./gl/byte-pool.ts";
import { FrameTexture, TexturePool, type UploadCheck } from "./gl/frame-texture.ts";
import { GlHost } from "./gl/host.ts";
import { PresentFence } from "./gl/present-fence.ts";
import { type MeasuredFormat, type PathCosts, UploadChooser } from "./gl/upload-chooser.ts";
import type { UploadPath, UploadPathName } from "./gl/upload-path.ts";
import { OverlayScene } from "./overlay/overlay-scene.ts";
import type { DewarpMapping } from "./passes/dewarp-pass.ts";
import { rgb } from "./passes/program.ts";
import type { TileDraw } from "./passes/tile-pass.ts";
import { ALONE, TilePasses } from "./passes/tile-passes.ts";
import { type Pixels, readRect } from "./pixels.ts";
import { snapRect } from "./tile-geometry.ts";
import { epochMs } from "./timeline/epoch.ts";
import { reglInk } from "./timeline/regl-ink.ts";
import { TimelineLayer } from "./timeline/timeline-layer.ts";
import type { ContextListener, FramePicture, FrameUse, StageCanvas } from "./frame-picture.ts";
import type { Painter } from "./painter.ts";

const PIXEL: Rect = { x: 0, y: 0, width: 1, height: 1 };

export interface WebGlOptions {
  readonly bytes: BytePool;
  /** tests and benchmarks: one upload path for all, no probe */
  readonly uploadPath?: UploadPathName;
  /** tests and benchmarks: one dewarp mapping, not the one that suits the GPU */
  readonly dewarpMapping?: DewarpMapping;
}

/** Draws plans with WebGL 2: overlay textures by pixi, tiles by the passes. */
export class WebGlPainter implements Painter {
  readonly kind = "webgl2";
  readonly #overlay: OverlayScene;
  readonly timeline: TimelineLayer;
  readonly #host: GlHost;
  readonly #passes: TilePasses;
  readonly #rects = new Map<string, Rect>();
  #view: StageView;

  readonly #bytes: BytePool;
  readonly #chooser: UploadChooser;
  readonly #fixedPath: boolean;
  readonly #check: UploadCheck;
  #turn: () => Promise<void> = () => Promise.resolve();
  /** the probe is under way */
  #measures = false;
  readonly #textures: TexturePool;
  readonly #fence: PresentFence;

  private constructor(host: GlHost, view: StageView, { bytes, uploadPath, dewarpMapping }: WebGlOptions) {
    this.#host = host;
    this.#view = view;
    this.#bytes = bytes;
    this.#chooser = new UploadChooser(bytes);
    this.#fixedPath = uploadPath !== undefined;
    this.#check = this.#chooser.check();
    this.#chooser.prefer(uploadPath ?? (host.software ? "rgba-bytes" : "vf-teximage"));
    this.#textures = new TexturePool(host.regl);
    this.#fence = new PresentFence(host.gl);
    const { regl, handover } = host;
    this.#overlay = new OverlayScene(host.pixi, regl);
    this.#passes = new TilePasses(host, dewarpMapping);
    this.timeline = handover.withRegl(() => new TimelineLayer(reglInk(regl)));
    this.#passes.warmUp(view);
    this.#warmUpOverlay(view);
  }

  /** Throws `NoWebGl2` where there is none. */
  static async create(
    canvas: StageCanvas,
    view: StageView,
    listener: ContextListener,
    options: WebGlOptions,
  ): Promise<WebGlPainter> {
    const size = [Math.max(1, view.widthPx), Math.max(1, view.heightPx)] as const;
    const host = await GlHost.create(canvas, ...size, listener);
    return new WebGlPainter(host, view, options);
  }

  get canvas(): StageCanvas {
    return this.#host.canvas;
  }
  get name(): string {
    return this.#host.rendererName;
  }
  get software(): boolean {
    return this.#host.software;
  }
  get lost(): boolean {
    return this.#host.lost;
  }
  get disposed(): boolean {
    return this.#host.disposed;
  }
  get uploadPath(): UploadPathName {
    return this.#chooser.order[0] ?? "vf-teximage";
  }
  get uploadCosts(): PathCosts {
    return this.#chooser.costs;
  }

  resize(widthPx: number, heightPx: number): void {
    this.#host.resize(widthPx, heightPx);
  }
  whenFinished(done: (ms: number) => void): void {
    this.#fence.watch(done);
  }
  finished(): void {
    this.#fence.finished();
  }
  forgetFinish(): void {
    this.#fence.cancel();
  }
  makePicture(): FramePicture {
    return new FrameTexture(this.#host.gl, this.#textures, this.#check);
  }
  pathFor(picture: VideoFrame | ImageBitmap, use: FrameUse): UploadPath {
    const path = this.#chooser.pathFor(picture, use.drawnPx);
    const format = this.#fixedPath ? null : this.#chooser.unmeasured;
    if (format && !this.#measures) void this.#measure(format);
    return path;
  }
  uploading<T>(work: () => T): T {
    return this.#host.handover.withUploads(work);
  }
  inking<T>(work: () => T): T {
    return this.#host.handover.withRegl(work);
  }

  /** Something other than the tiles' frames waits to be drawn. */
  get dirty(): boolean {
    return this.#overlay.dirty || this.timeline.dirty;
  }

  /** Takes a new view; returns the ids of tiles whose overlay changed. */
  apply(view: StageView): readonly string[] {
    this.#view = view;
    this.#passes.cellColour = view.theme.cell;
    this.#rects.clear();
    const placed = view.tiles.map((tile) => ({ tile, rect: snapRect(tile.rect) }));
    for (const { tile, rect } of placed) this.#rects.set(tile.id, rect);
    this.#passes.keepOnly(new Set(this.#rects.keys()));
    return this.#overlay.update(placed, view, view.theme);
  }

  /** The context came back empty: what only the GPU held is made again at the next paint. */
  restored(): void {
    this.#overlay.invalidate();
    this.#host.handover.withRegl(() => this.timeline.restored());
    this.#passes.restored();
  }

  paint(
    plan: DrawPlan,
    pictureOf: (tile: TileView) => FramePicture | null,
    isStill: (tile: TileView) => boolean,
  ): void {
    const { handover, regl } = this.#host;
    if (this.#overlay.dirty) handover.withPixi(() => this.#overlay.render());
    handover.withRegl(() => {
      if (plan.clear) regl.clear({ color: [...rgb(this.#view.theme.background), 1] });
      const draws = plan.tiles.map((tile) => this.#drawOf(tile, textureOf(pictureOf(tile)), isStill(tile)));
      this.#passes.draw(
        draws.filter((draw) => !draw.tile.floating),
        this.#view,
      );
      const lies = draws.some(({ tile, rect }) => !tile.floating && this.timeline.isUnder(rect));
      if (plan.clear || this.timeline.dirty || lies) this.timeline.draw(epochMs(), this.#view);
      // Floating tiles may lie over each other: one after the other.
      for (const draw of draws) if (draw.tile.floating) this.#passes.draw([draw], this.#view);
    });
  }

  /** The frame as the passes show it, without overlay and zoom, at its own size. */
  snapshot(tile: TileView, picture: FramePicture): Pixels {
    const texture = textureOf(picture);
    const { handover, regl, gl } = this.#host;
    const width = Math.round(picture.displayWidth);
    const height = Math.round(picture.displayHeight);
    const rect = { x: 0, y: 0, width, height };
    return handover.withRegl(() => {
      const surface = regl.framebuffer({ width, height, depthStencil: false });
      const unzoomed = { ...tile, zoom: noZoom, dewarp: tile.dewarp && { ...tile.dewarp, panoramaZoom: noZoom } };
      const draw = { ...ALONE, tile: unzoomed, rect, picture: texture };
      let pixels: Pixels = { width: 0, height: 0, rgba: new Uint8Array() };
      surface.use(() => {
        this.#passes.draw([draw], { widthPx: width, heightPx: height });
        pixels = readRect(gl, height, rect);
      });
      surface.destroy();
      return pixels;
    });
  }

  /** Measures the ways of frames to the GPU and the mapping of fisheyes. */
  async probe(turn: () => Promise<void>): Promise<void> {
    this.#turn = turn;
    if (!this.#fixedPath) await this.#measure("I420");
    await this.#passes.chooseMapping(turn);
  }

  /** The ways of upload for one pixel format: those of a decoder at the start, others when their first frame comes. */
  async #measure(format: MeasuredFormat): Promise<void> {
    this.#measures = true;
    const draw = (picture: FrameTexture, size: Size): void => this.#passes.drawAlone(picture, size);
    await this.#chooser.probe(this.#host, this.#bytes, draw, this.#turn, format);
    this.#measures = false;
  }

  loseContext(restoreAfterMs: number): void {
    const extension = this.#host.gl.getExtension("WEBGL_lose_context");
    extension?.loseContext();
    if (restoreAfterMs >= 0) setTimeout(() => extension?.restoreContext(), restoreAfterMs);
  }

  tidy(): void {
    this.#host.tidy();
  }

  /** A rectangle of the canvas as presented, clipped to it. */
  read(rect: Rect): Pixels {
    const { widthPx, heightPx } = this.#view;
    const x = Math.max(0, Math.floor(rect.x));
    const y = Math.max(0, Math.floor(rect.y));
    const width = Math.max(0, Math.min(widthPx, Math.floor(rect.x + rect.width)) - x);
    const height = Math.max(0, Math.min(heightPx, Math.floor(rect.y + rect.height)) - y);
    return this.#host.handover.withRegl(() => readRect(this.#host.gl, heightPx, { x, y, width, height }));
  }

  dispose(): void {
    this.#fence.cancel();
    this.#textures.dispose();
    this.timeline.dispose();
    this.#overlay.dispose();
    this.#host.dispose();
  }

  /** Draws a pixel of a usual overlay, so that what pixi and the GPU make for it does not delay a first frame. */
  #warmUpOverlay(view: StageView): void {
    const { handover } = this.#host;
    const tile: TileView = {
      ...bareTile("warm-up"),
      name: "A",
      badges: ["LIVE"],
      overlay: "connecting",
      frame: "focus",
    };
    const size = { ...view, widthPx: Math.max(1, view.widthPx), heightPx: Math.max(1, view.heightPx) };
    this.#overlay.update([{ tile, rect: { x: 0, y: 0, width: 160, height: 90 } }], size, view.theme);
    handover.withPixi(() => this.#overlay.render());
    const rows = [[], [{ topPx: 0, bottomPx: 1 }]];
    const draws = rows.map((overlayRows) => ({ ...this.#drawOf(tile, null, true), rect: PIXEL, overlayRows }));
    handover.withRegl(() => this.#passes.drawFlat(draws, size));
  }

  #drawOf(tile: TileView, picture: FrameTexture | null, still: boolean): TileDraw {
    return {
      tile,
      rect: this.#rects.get(tile.id) ?? snapRect(tile.rect),
      picture,
      overlay: this.#overlay.textureFor(tile),
      overlayRows: this.#overlay.rowsOf(tile),
      opacity: tile.opacity,
      still,
    };
  }
}

/** The pictures of this painter are all of its own make. */
const textureOf = (picture: FramePicture | null): FrameTexture | null =>
  picture instanceof FrameTexture ? picture : null;
