import type { Rect } from "#base/geometry.ts";
import { framesAlive } from "#media/frame-mailbox.ts";
import type { FromStageWorker, SourceEvent, StageView, TileView } from "#protocol/stage-worker.ts";
import type { TimelineLaneData, TimelineView } from "#protocol/timeline-view.ts";
import { Damage } from "./damage.ts";
import { FrameLoop, type LoopHost, threadHost } from "./frame-loop.ts";
import { BytePool } from "./gl/byte-pool.ts";
import { type ContextListener, GlHost, type StageCanvas } from "./gl/host.ts";
import type { PictureTexture } from "./gl/picture-texture.ts";
import { type PathCosts, UploadChooser } from "./gl/upload-chooser.ts";
import type { UploadPathName } from "./gl/upload-path.ts";
import { PresentFence } from "./gl/present-fence.ts";
import { type Pixels, toPng } from "./pixels.ts";
import { IdleWaiters } from "./idle-waiters.ts";
import { PictureFlow } from "./picture-flow.ts";
import { type FactsInput, FactsReporter } from "./stage-facts.ts";
import type { DewarpMapping } from "./passes/dewarp-pass.ts";
import type { SourceSlot } from "./source-slot.ts";
import { probeTurns } from "./gl/probe-turn.ts";
import { type CreateSource, SourceTable } from "./source-table.ts";
import { StillTiles } from "./still-tiles.ts";
import { TickGovernor } from "./tick-governor.ts";
import { TimelineDesk } from "./timeline/timeline-desk.ts";
import type { TimelineLayer } from "./timeline/timeline-layer.ts";
import { geometryKey, tileKey } from "./view-keys.ts";
import { WallPainter } from "./wall-painter.ts";

/** pixi frees unused textures when asked; once a minute is enough. */
const TIDY_EVERY_MS = 60_000;
const RESTORE_AFTER_MS = 50;

export interface StageOptions {
  readonly canvas: StageCanvas;
  readonly view: StageView;
  readonly createSource: CreateSource;
  readonly emit: (message: FromStageWorker, transfer?: Transferable[]) => void;
  /** tests and benchmarks: one upload path for all, no probe */
  readonly uploadPath?: UploadPathName;
  readonly loopHost?: LoopHost;
  /** tests and benchmarks: one dewarp mapping instead of the one that suits the GPU */
  readonly dewarpMapping?: DewarpMapping;
}

/**
 * The wall: takes views and sources, draws what changed. The same class runs in the stage worker and, where there is no
 * OffscreenCanvas, on the main thread.
 */
export class StageRenderer {
  readonly #emit: StageOptions["emit"];
  readonly #host: GlHost;
  readonly #painter: WallPainter;
  readonly #bytes = new BytePool();
  readonly #chooser = new UploadChooser(this.#bytes);
  readonly #sources: SourceTable;
  readonly #flow: PictureFlow;
  readonly #damage = new Damage();
  readonly #still: StillTiles;
  readonly #governor = new TickGovernor();
  readonly #fence: PresentFence;
  readonly #timeline: TimelineDesk;
  readonly #idle = new IdleWaiters();
  readonly #loop: FrameLoop;
  readonly #facts: FactsReporter;
  readonly #clock: LoopHost;
  readonly #fixedPath: UploadPathName | undefined;
  #view: StageView;
  #totals = { presents: 0, shown: 0, due: 0 };
  #tidiedAtMs = 0;

  private constructor(options: StageOptions, host: GlHost) {
    this.#emit = options.emit;
    this.#host = host;
    this.#view = options.view;
    this.#fixedPath = options.uploadPath;
    this.#clock = options.loopHost ?? threadHost;
    this.#painter = new WallPainter(host, options.view, options.dewarpMapping);
    this.#timeline = new TimelineDesk(this.#painter.timeline, {
      handover: host.handover,
      damageAll: () => this.#damage.all(),
      allDamaged: () => this.#damage.everything,
      request: (urgent) => {
        if (!host.lost && !this.#view.hidden) this.#loop.request(urgent);
      },
    });
    this.#fence = new PresentFence(host.gl);
    this.#sources = new SourceTable(
      {
        bytes: this.#bytes,
        pathFor: (picture) => this.#chooser.pathFor(picture),
        arrived: (slot) => this.#arrived(slot),
        leftOut: (slot, frames) => {
          if (this.#flow.isVisible(slot.id)) this.#totals.due += frames;
        },
        ready: (slot) => this.#ready(slot),
        event: (slot, event) => this.#sourceEvent(slot.id, event),
      },
      options.createSource,
    );
    this.#flow = new PictureFlow(host, this.#sources);
    this.#still = new StillTiles({
      tiles: () => this.#view.tiles,
      stands: (sourceId) => this.#sources.get(sourceId)?.stands === true,
      settled: (tileIds) => {
        for (const id of tileIds) this.#damage.tile(id);
        if (tileIds.length > 0 && !this.#host.lost) this.#loop.request();
        this.#settle();
      },
    });
    this.#facts = new FactsReporter({
      now: () => this.#clock.now(),
      collect: (elapsedMs) => this.#collectFacts(elapsedMs),
      emit: (message) => this.#emit(message),
    });
    this.#loop = new FrameLoop(this.#clock, {
      intervalMs: () => 1000 / this.#tickHz(),
      prepare: () => this.#flow.prepare(),
      present: () => this.#present(),
      noteCallback: (waitMs) => this.#governor.noteCallback(waitMs, this.#clock.now()),
    });
  }

  /** Throws where there is no WebGL 2. The first picture does not wait for the upload probe; `ready` comes after it. */
  static async create(options: StageOptions): Promise<StageRenderer> {
    const { canvas, view } = options;
    const listener: ContextListener = {
      lost: () => {},
      restored: () => {},
      failed: () => options.emit({ type: "failed", reason: "the graphics context was lost and did not come back" }),
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
    return this.#view;
  }
  /** ms per upload and draw that the start-up probe measured, by path */
  get uploadCosts(): PathCosts {
    return this.#chooser.costs;
  }
  /** the timeline's layer: tests read its counters */
  get timeline(): TimelineLayer {
    return this.#timeline.layer;
  }
  get sources(): SourceTable {
    return this.#sources;
  }

  apply(view: StageView): void {
    const old = this.#view;
    this.#view = view;
    if (view.widthPx !== this.#host.canvas.width || view.heightPx !== this.#host.canvas.height) {
      this.#host.resize(Math.max(1, view.widthPx), Math.max(1, view.heightPx));
      this.#damage.all();
    }
    const moved = geometryKey(old) !== geometryKey(view);
    if (moved) this.#damage.all();
    const before = new Map(old.tiles.map((tile) => [tile.id, tileKey(tile)]));
    for (const tile of view.tiles) {
      if (!moved && before.get(tile.id) === tileKey(tile)) continue;
      this.#damage.tile(tile.id);
      this.#still.touch(tile);
    }
    for (const id of this.#painter.apply(view)) this.#damage.tile(id);
    this.#flow.see(view.tiles);
    if (view.hidden) this.#loop.pause();
    else if (!this.#host.lost) this.#loop.resume();
    if (view.hidden) this.#settle();
    else if (this.#damage.any || this.#painter.dirty || this.#flow.waits) this.#loop.request(true);
    this.#facts.wake();
  }

  applyTimeline(view: TimelineView | null): void {
    this.#timeline.apply(view);
  }

  setTimelineLane(laneId: string, data: TimelineLaneData | null): void {
    this.#timeline.setLane(laneId, data);
  }

  open(sourceId: string, request: Parameters<CreateSource>[0]): void {
    this.#sources.open(sourceId, request);
    this.#facts.wake();
  }

  close(sourceId: string, forget: boolean): void {
    const gone = this.#sources.close(sourceId, forget);
    this.#still.touchSource(sourceId);
    if (!gone) return;
    this.#damage.source(sourceId);
    this.#loop.request();
  }

  /** The user acted on the page: a software rasteriser, which draws it too, is left to it for a moment. */
  hold(): void {
    if (this.#host.software) this.#loop.hold();
  }

  /** A tile's picture as a PNG at the source's own size, null when it shows none. */
  async snapshot(tileId: string): Promise<Blob | null> {
    const tile = this.#view.tiles.find((each) => each.id === tileId);
    const picture = tile && this.#pictureOf(tile);
    if (!tile || !picture || this.#host.lost) return null;
    return toPng(this.#painter.snapshot(tile, picture));
  }

  /** Pixels of the canvas as presented. */
  readPixels(rect: Rect): Pixels {
    const pixels = this.#painter.read(rect);
    this.#fence.finished();
    return pixels;
  }

  loseContext(restoreAfterMs = RESTORE_AFTER_MS): void {
    const extension = this.#host.gl.getExtension("WEBGL_lose_context");
    extension?.loseContext();
    if (restoreAfterMs >= 0) setTimeout(() => extension?.restoreContext(), restoreAfterMs);
  }

  /** Resolves when everything that has arrived is on the screen and no frame callback is asked for. */
  whenIdle(): Promise<void> {
    const told = this.#idle.wait();
    this.#settle();
    return told;
  }

  dispose(): void {
    this.#loop.pause();
    this.#fence.cancel();
    this.#still.dispose();
    this.#facts.dispose();
    this.#timeline.stop();
    this.#sources.dispose();
    this.#painter.dispose();
    this.#flow.dispose();
    this.#host.dispose();
    this.#bytes.clear();
  }

  // ---- frames ----

  #arrived(slot: SourceSlot): void {
    this.#facts.wake();
    const visible = this.#flow.isVisible(slot.id);
    if (visible) this.#totals.due += 1;
    if (!visible || this.#view.hidden) {
      const first = slot.takeUnseenFirst();
      if (first) this.#sourceEvent(slot.id, { kind: "first-frame", wallMs: first.wallMs });
      return;
    }
    // A late frame callback: what is ready is shown next, and no copy is made of a picture that would only replace it.
    if (!this.#loop.framing) this.#loop.request(slot.awaitsFirst);
    else if (!slot.hasPending) slot.prepare();
  }

  // Somebody waits for a first picture: it does not wait for the tick.
  #ready(slot: SourceSlot): void {
    if (this.#flow.isVisible(slot.id)) this.#loop.request(slot.awaitsFirst);
  }

  #present(): boolean {
    if (this.#host.lost || this.#view.hidden) return false;
    const uploaded = this.#flow.upload();
    for (const slot of uploaded) {
      this.#damage.source(slot.id);
      this.#still.touchSource(slot.id);
    }
    if (!this.#damage.any && !this.#painter.dirty) {
      this.#settle();
      return false;
    }
    if (this.#timeline.isCovered(this.#view)) this.#damage.all();
    this.#painter.paint(
      this.#damage.take(this.#view.tiles),
      (tile) => this.#pictureOf(tile),
      (tile) => this.#still.isStill(tile),
    );
    this.#fence.watch((ms) => {
      this.#governor.noteFinished(ms);
      this.#loop.finished();
      this.#settle();
    });
    const now = this.#clock.now();
    this.#totals.presents += 1;
    // On a busy machine a picture may be shown long after it came: what was told meanwhile did not know of it.
    if (uploaded.length > 0) this.#facts.wake();
    for (const slot of uploaded) {
      this.#totals.shown += 1;
      if (slot.noteShown(now)) this.#sourceEvent(slot.id, { kind: "first-frame", wallMs: slot.wallMs });
    }
    if (now - this.#tidiedAtMs > TIDY_EVERY_MS) {
      this.#tidiedAtMs = now;
      this.#host.tidy();
    }
    this.#timeline.presented();
    // Frames that came meanwhile, for the next tick.
    if (this.#flow.waits) this.#loop.request();
    this.#settle();
    return true;
  }

  #pictureOf(tile: TileView): PictureTexture | null {
    return this.#sources.get(tile.sourceId)?.texture ?? null;
  }

  #tickHz(): number {
    const rates = this.#flow.ratesHz;
    return this.#governor.hz({
      fastestHz: Math.max(0, ...rates),
      movingTiles: rates.length,
      interacting: this.#view.interacting,
      presentCapHz: this.#view.presentCapHz,
      software: this.#host.software,
    });
  }

  #settle(): void {
    if (!this.#loop.idle || !this.#idle.any) return;
    const open = this.#damage.any || this.#painter.dirty || this.#flow.waits || this.#still.waiting;
    if (!this.#view.hidden && open) return;
    this.#idle.tell();
  }

  // ---- context ----

  #lost(): void {
    this.#loop.pause();
    this.#emit({ type: "context", state: "lost" });
  }

  // Both libraries have their handles again but nothing is in them: pictures and overlay come from what the CPU kept.
  #restored(): void {
    this.#flow.uploadAgain();
    this.#painter.restored();
    this.#damage.all();
    if (!this.#view.hidden) {
      this.#loop.resume();
      this.#loop.request(true);
    }
    void this.whenIdle().then(() => {
      this.#emit({ type: "context", state: "restored" });
      return this.#probe();
    });
  }

  async #probe(): Promise<void> {
    const turn = probeTurns(this.#sources, this.#host);
    if (!this.#fixedPath)
      await this.#chooser.probe(this.#host, this.#bytes, (picture) => this.#painter.drawBare(picture, 640, 360), turn);
    await this.#painter.chooseMapping(turn);
  }

  // ---- facts ----

  #sourceEvent(sourceId: string, event: SourceEvent): void {
    if (event.kind === "state") this.#still.touchSource(sourceId);
    this.#emit({ type: "source-event", sourceId, event });
  }

  #collectFacts(elapsedMs: number): Omit<FactsInput, "nowMs"> {
    const sources = this.#sources.facts(elapsedMs);
    return {
      ...this.#totals,
      tickHz: this.#tickHz(),
      framesAlive: framesAlive(),
      contextLost: this.#host.lost,
      sources,
      moving: this.#sources.all().some((slot) => slot.rateHz > 0),
    };
  }
}
