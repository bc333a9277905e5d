import type { Rect } from "#base/geometry.ts";
import type { FromStageWorker, StageView } from "#protocol/stage-worker.ts";
import type { TimelineLaneData, TimelineView } from "#protocol/timeline-view.ts";
import { type LoopHost, threadHost } from "./wall/frame-loop.ts";
import { BytePool } from "./gl/byte-pool.ts";
import { type ContextListener, GlHost, type StageCanvas } from "./gl/host.ts";
import { type PathCosts, UploadChooser } from "./gl/upload-chooser.ts";
import type { UploadPathName } from "./gl/upload-path.ts";
import { type Pixels, toPng } from "./pixels.ts";
import type { DewarpMapping } from "./passes/dewarp-pass.ts";
import { probeTurn } from "./gl/probe-turn.ts";
import { type CreateSource, SourceTable } from "./source-table.ts";
import type { TimelineLayer } from "./timeline/timeline-layer.ts";
import { WallFrames } from "./wall/wall-frames.ts";
import { WallPainter } from "./wall/wall-painter.ts";

const RESTORE_AFTER_MS = 50;

export interface StageOptions {
  readonly canvas: StageCanvas;
  readonly view: StageView;
  readonly createSource: CreateSource;
  readonly emit: (message: FromStageWorker, transfer?: Transferable[]) => void;
  /** tests and benchmarks: one upload path for all, no probe */
  readonly uploadPath?: UploadPathName;
  readonly loopHost?: LoopHost;
  /** tests and benchmarks: one dewarp mapping, not the one that suits the GPU */
  readonly dewarpMapping?: DewarpMapping;
}

/**
 * The wall: takes views and sources, shows what changed. The same class runs in the stage worker and, where there is no
 * OffscreenCanvas, on the main thread. `WallFrames` decides when to draw and what.
 */
export class StageRenderer {
  readonly sources: SourceTable;
  readonly #emit: StageOptions["emit"];
  readonly #host: GlHost;
  readonly #painter: WallPainter;
  readonly #bytes = new BytePool();
  readonly #chooser = new UploadChooser(this.#bytes);
  readonly #frames: WallFrames;
  readonly #fixedPath: UploadPathName | undefined;

  private constructor(options: StageOptions, host: GlHost) {
    this.#emit = options.emit;
    this.#host = host;
    this.#fixedPath = options.uploadPath;
    this.#painter = new WallPainter(host, options.view, options.dewarpMapping);
    this.sources = new SourceTable(
      {
        bytes: this.#bytes,
        pathFor: (slot, picture) => this.#chooser.pathFor(picture, this.#frames.drawnPx(slot.id)),
        arrived: (slot) => this.#frames.arrived(slot),
        leftOut: (slot, frames) => this.#frames.leftOut(slot, frames),
        ready: (slot) => this.#frames.ready(slot),
        event: (slot, event) => this.#frames.sourceEvent(slot.id, event),
      },
      options.createSource,
    );
    this.#frames = new WallFrames({
      host,
      painter: this.#painter,
      sources: this.sources,
      clock: options.loopHost ?? threadHost,
      view: options.view,
      emit: (message) => this.#emit(message),
      tidy: () => {
        host.tidy();
        this.#bytes.tidy();
      },
    });
  }

  /** Throws where there is no WebGL 2. The first frame does not wait for the upload probe; `ready` comes after it. */
  static async create(options: StageOptions): Promise<StageRenderer> {
    const { canvas, view } = options;
    const listener: ContextListener = {
      lost: () => {},
      restored: () => {},
      failed: () => options.emit({ type: "failed", cause: "context-lost", reason: "" }),
    };
    const host = await GlHost.create(canvas, Math.max(1, view.widthPx), Math.max(1, view.heightPx), listener);
    const stage = new StageRenderer(options, host);
    listener.lost = () => stage.#lost();
    listener.restored = () => stage.#restored();
    stage.#chooser.prefer(options.uploadPath ?? (host.software ? "rgba-bytes" : "vf-teximage"));
    stage.apply(view);
    void stage.#probe().then(() =>
      options.emit({
        type: "ready",
        renderer: host.rendererName,
        software: host.software,
        uploadPath: stage.#chooser.order[0] ?? "vf-teximage",
      }),
    );
    return stage;
  }

  /** the view as last applied */
  get view(): StageView {
    return this.#frames.view;
  }
  /** ms per upload and draw that the start-up probe measured, by path */
  get uploadCosts(): PathCosts {
    return this.#chooser.costs;
  }
  /** the timeline's layer: tests read its counters */
  get timeline(): TimelineLayer {
    return this.#frames.timeline.layer;
  }

  apply(view: StageView): void {
    this.#frames.apply(view);
  }

  applyTimeline(view: TimelineView | null): void {
    this.#frames.timeline.apply(view);
  }

  setTimelineLane(laneId: string, data: TimelineLaneData | null): void {
    this.#frames.timeline.setLane(laneId, data);
  }

  open(sourceId: string, request: Parameters<CreateSource>[0]): void {
    this.sources.open(sourceId, request);
    this.#frames.opened();
  }

  close(sourceId: string, forget: boolean): void {
    this.#frames.closed(sourceId, this.sources.close(sourceId, forget));
  }

  /** The user acted on the page: a software rasteriser, which draws the page too, is left to it for a moment. */
  hold(): void {
    if (this.#host.software) this.#frames.hold();
  }

  /** A tile's frame as a PNG at the source's own size, null when the tile shows none. */
  async snapshot(tileId: string): Promise<Blob | null> {
    const tile = this.view.tiles.find((each) => each.id === tileId);
    const picture = tile && this.#frames.pictureOf(tile);
    if (!tile || !picture || this.#host.lost) return null;
    return toPng(this.#painter.snapshot(tile, picture));
  }

  /** Pixels of the canvas as presented. */
  readPixels(rect: Rect): Pixels {
    const pixels = this.#painter.read(rect);
    this.#frames.finished();
    return pixels;
  }

  loseContext(restoreAfterMs = RESTORE_AFTER_MS): void {
    const extension = this.#host.gl.getExtension("WEBGL_lose_context");
    extension?.loseContext();
    if (restoreAfterMs >= 0) setTimeout(() => extension?.restoreContext(), restoreAfterMs);
  }

  /** Resolves when everything that has arrived is on the screen and no frame callback is requested. */
  whenIdle(): Promise<void> {
    return this.#frames.whenIdle();
  }

  dispose(): void {
    this.sources.dispose();
    this.#frames.dispose();
    this.#painter.dispose();
    this.#host.dispose();
    this.#bytes.clear();
  }

  #lost(): void {
    this.#frames.contextLost();
    this.#emit({ type: "context", state: "lost" });
  }

  #restored(): void {
    this.#frames.contextRestored();
    void this.whenIdle().then(() => {
      this.#emit({ type: "context", state: "restored" });
      return this.#probe();
    });
  }

  async #probe(): Promise<void> {
    const turn = probeTurn(this.sources, this.#host);
    if (!this.#fixedPath)
      await this.#chooser.probe(
        this.#host,
        this.#bytes,
        (picture, size) => this.#painter.drawBare(picture, size),
        turn,
      );
    await this.#painter.chooseMapping(turn);
  }
}
