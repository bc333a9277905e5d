import type { Rect } from "#base/geometry.ts";
import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import type { FromStageWorker, StageView } from "#protocol/stage-worker.ts";
import type { TimelineLaneData, TimelineView } from "#protocol/timeline-view.ts";
import { type LoopHost, threadHost } from "./wall/frame-loop.ts";
import { BytePool } from "./gl/byte-pool.ts";
import type { PathCosts } from "./gl/upload-chooser.ts";
import type { UploadPathName } from "./gl/upload-path.ts";
import { type Pixels, toPng } from "./pixels.ts";
import type { DewarpMapping } from "./passes/dewarp-pass.ts";
import { createPainter } from "./create-painter.ts";
import type { ContextListener, StageCanvas } from "./frame-picture.ts";
import type { Painter } from "./painter.ts";
import { probeTurn } from "./gl/probe-turn.ts";
import { type CreateSource, SourceTable } from "./source-table.ts";
import type { TimelineLayer } from "./timeline/timeline-layer.ts";
import { WallFrames } from "./wall/wall-frames.ts";

const RESTORE_AFTER_MS = 50;

interface StageOptions {
  readonly canvas: StageCanvas;
  readonly view: StageView;
  readonly createSource: CreateSource;
  /** absent: what this browser offers */
  readonly painter?: PainterChoice;
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
  readonly #painter: Painter;
  readonly #bytes: BytePool;
  readonly #frames: WallFrames;

  private constructor(options: StageOptions, painter: Painter, bytes: BytePool) {
    this.#emit = options.emit;
    this.#painter = painter;
    this.#bytes = bytes;
    this.sources = new SourceTable(
      {
        bytes: this.#bytes,
        pathFor: (slot, picture) => painter.pathFor(picture, this.#frames.useOf(slot.id)),
        arrived: (slot) => this.#frames.arrived(slot),
        leftOut: (slot, frames) => this.#frames.leftOut(slot, frames),
        ready: (slot) => this.#frames.ready(slot),
        event: (slot, event) => this.#frames.sourceEvent(slot.id, event),
      },
      options.createSource,
    );
    this.#frames = new WallFrames({
      painter,
      sources: this.sources,
      clock: options.loopHost ?? threadHost,
      view: options.view,
      emit: (message) => this.#emit(message),
      tidy: () => {
        painter.tidy();
        this.#bytes.tidy();
      },
    });
  }

  /** Throws where the wanted painter is not to be had. The first frame does not wait for the upload probe; `ready` comes after it. */
  static async create(options: StageOptions): Promise<StageRenderer> {
    const { canvas, view } = options;
    const listener: ContextListener = {
      lost: () => {},
      restored: () => {},
      failed: () => options.emit({ type: "failed", cause: "context-lost", reason: "" }),
    };
    const bytes = new BytePool();
    const painter = await createPainter(canvas, view, listener, {
      ...options,
      bytes,
      choice: options.painter ?? "auto",
    });
    const stage = new StageRenderer(options, painter, bytes);
    listener.lost = () => stage.#lost();
    listener.restored = () => stage.#restored();
    stage.apply(view);
    void stage.#probe().then(() =>
      options.emit({
        type: "ready",
        painter: painter.kind,
        renderer: painter.name,
        software: painter.software,
        uploadPath: painter.uploadPath,
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
    return this.#painter.uploadCosts;
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
    if (this.#painter.software) this.#frames.hold();
  }

  /** A tile's frame as a PNG at the source's own size, null when the tile shows none. */
  async snapshot(tileId: string): Promise<Blob | null> {
    const tile = this.view.tiles.find((each) => each.id === tileId);
    const picture = tile && this.#frames.pictureOf(tile);
    if (!tile || !picture || this.#painter.lost) return null;
    return toPng(this.#painter.snapshot(this.#frames.shownOf(tile), picture));
  }

  /** Pixels of the canvas as presented. */
  readPixels(rect: Rect): Pixels {
    const pixels = this.#painter.read(rect);
    this.#frames.finished();
    return pixels;
  }

  loseContext(restoreAfterMs = RESTORE_AFTER_MS): void {
    this.#painter.loseContext(restoreAfterMs);
  }

  /** Resolves when everything that has arrived is on the screen and no frame callback is requested. */
  whenIdle(): Promise<void> {
    return this.#frames.whenIdle();
  }

  dispose(): void {
    this.sources.dispose();
    this.#frames.dispose();
    this.#painter.dispose();
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

  #probe(): Promise<void> {
    return this.#painter.probe(probeTurn(this.sources, this.#painter));
  }
}
