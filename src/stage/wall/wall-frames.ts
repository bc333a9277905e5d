import { framesAlive } from "#media/frame-mailbox.ts";
import type { FromStageWorker, SourceEvent, StageView, TileView } from "#protocol/stage-worker.ts";
import { Damage } from "./damage.ts";
import { FrameLoop, type LoopHost } from "./frame-loop.ts";
import type { FramePicture, FrameUse } from "../frame-picture.ts";
import type { Painter } from "../painter.ts";
import { IdleWaiters } from "./idle-waiters.ts";
import { FrameFlow } from "./frame-flow.ts";
import { type FactsInput, FactsReporter } from "./stage-facts.ts";
import type { SourceSlot } from "./source-slot.ts";
import type { SourceTable } from "../source-table.ts";
import { PatrolTiles } from "./patrol-tiles.ts";
import { StandIns } from "./stand-ins.ts";
import { StillTiles } from "./still-tiles.ts";
import { TimelinePresenter } from "../timeline/timeline-presenter.ts";
import { sameContent, samePlaces } from "./view-changes.ts";
import { WallTick } from "./wall-tick.ts";

/** Unused textures and buffers are freed on request; once a minute is enough. */
const TIDY_EVERY_MS = 60_000;

interface WallFramesParts {
  readonly painter: Painter;
  readonly sources: SourceTable;
  readonly clock: LoopHost;
  readonly view: StageView;
  readonly emit: (message: FromStageWorker) => void;
  /** frees what the painter and the pools keep and nobody has used for a while */
  readonly tidy: () => void;
}

/** What is damaged, when it is drawn and what is reported of it: from the arrival of a frame to its present. */
export class WallFrames {
  readonly timeline: TimelinePresenter;
  readonly #parts: WallFramesParts;
  readonly #flow: FrameFlow;
  readonly #damage = new Damage();
  readonly #still: StillTiles;
  readonly #patrols: PatrolTiles;
  readonly #standIns = new StandIns();
  readonly #tick: WallTick;
  readonly #idle = new IdleWaiters();
  readonly #loop: FrameLoop;
  readonly #facts: FactsReporter;
  #view: StageView;
  #totals = { presents: 0, shown: 0, due: 0 };
  #tidiedAtMs = 0;

  constructor(parts: WallFramesParts) {
    const { painter, sources, clock } = parts;
    this.#parts = parts;
    this.#view = parts.view;
    this.#flow = new FrameFlow(painter, sources);
    this.#tick = new WallTick(this.#flow, painter.software, () => this.#view);
    this.timeline = new TimelinePresenter(painter.timeline, {
      ink: (work) => painter.inking(work),
      damageAll: () => this.#damage.all(),
      allDamaged: () => this.#damage.everything,
      request: (urgent) => {
        if (!painter.lost && !this.#view.hidden) this.#loop.request(urgent);
      },
    });
    this.#still = new StillTiles({
      tiles: () => this.#view.tiles,
      stands: (sourceId) => sources.get(sourceId)?.stands === true,
      settled: (tileIds) => {
        for (const id of tileIds) this.#damage.tile(id);
        if (tileIds.length > 0 && !painter.lost) this.#loop.request();
        this.#settle();
      },
    });
    this.#patrols = new PatrolTiles({
      clock,
      software: painter.software,
      due: () => {
        if (!painter.lost && !this.#view.hidden) this.#loop.request();
      },
    });
    this.#facts = new FactsReporter({
      now: () => clock.now(),
      collect: () => this.#collectFacts(),
      emit: parts.emit,
    });
    this.#loop = new FrameLoop(clock, {
      intervalMs: () => 1000 / this.#tick.hz,
      prepare: (renew) => this.#flow.prepare(renew),
      present: () => this.#present(),
      noteCallback: (waitMs) => this.#tick.noteCallback(waitMs, clock.now()),
    });
  }

  /** the view as last applied */
  get view(): StageView {
    return this.#view;
  }

  /** Draws what differs from the view before. */
  apply(view: StageView): void {
    const { painter } = this.#parts;
    const old = this.#view;
    this.#view = view;
    const moved = !this.#fits || !samePlaces(old, view);
    if (moved) this.#damage.all();
    for (const [index, tile] of view.tiles.entries()) {
      // Nothing moved: the tiles are the same, in the same order.
      const before = moved ? undefined : old.tiles[index];
      if (before && sameContent(before, tile)) continue;
      this.#damage.tile(tile.id);
      this.#still.touch(tile);
    }
    for (const id of painter.apply(view)) this.#damage.tile(id);
    this.#flow.see(view.tiles);
    this.#patrols.see(view.tiles);
    this.#standIns.see(old.tiles, view.tiles, (id) => this.#pictureOfSource(id) !== null);
    if (view.hidden) this.#loop.pause();
    else if (!painter.lost) this.#loop.resume();
    if (view.hidden) this.#settle();
    else if (this.#damage.any || painter.dirty || this.#flow.waits) this.#loop.request(true);
    this.#facts.wake();
  }

  opened(): void {
    this.#facts.wake();
  }

  /** The source ended. `gone`: its frame, too. */
  closed(sourceId: string, gone: boolean): void {
    this.#still.touchSource(sourceId);
    if (!gone) return;
    this.#damage.source(sourceId);
    for (const id of this.#standIns.tilesOf(sourceId)) this.#damage.tile(id);
    this.#loop.request();
  }

  arrived(slot: SourceSlot): void {
    this.#facts.wake();
    const visible = this.#flow.isVisible(slot.id);
    // A wall that waits for the page is not a slow wall (relief, framerate alert).
    if (visible && !this.#loop.held) this.#totals.due += 1;
    if (!visible || this.#view.hidden) {
      const first = slot.takeUnseenFirst();
      if (first) this.sourceEvent(slot.id, { kind: "first-frame", wallMs: first.wallMs });
      return;
    }
    // A late frame callback: the frames that are ready are shown next, and none is copied that would only replace one
    // of them.
    if (!this.#loop.framing) this.#loop.request(slot.isAwaited);
    else if (!slot.hasPending) slot.prepare();
  }

  leftOut(slot: SourceSlot, frames: number): void {
    if (this.#flow.isVisible(slot.id)) this.#totals.due += frames;
  }

  // A frame that somebody waits for does not wait for the tick.
  ready(slot: SourceSlot): void {
    if (this.#flow.isVisible(slot.id)) this.#loop.request(slot.isAwaited);
  }

  sourceEvent(sourceId: string, event: SourceEvent): void {
    if (event.kind === "state") this.#still.touchSource(sourceId);
    this.#parts.emit({ type: "source-event", sourceId, event });
  }

  /** The user acted on the page: the wall's frames wait a moment. */
  hold(): void {
    this.#loop.hold();
  }

  /** The pixels were read back, so the GPU has finished what was presented. */
  finished(): void {
    this.#parts.painter.finished();
  }

  /** Resolves when everything that has arrived is on the screen and no frame callback is requested. */
  whenIdle(): Promise<void> {
    const told = this.#idle.wait();
    this.#settle();
    return told;
  }

  contextLost(): void {
    this.#loop.pause();
  }

  /** The context is back and empty: frames are uploaded from the copies that the CPU kept. */
  contextRestored(): void {
    this.#flow.uploadAgain();
    this.#parts.painter.restored();
    this.#damage.all();
    if (this.#view.hidden) return;
    this.#loop.resume();
    this.#loop.request(true);
  }

  /** Ends loop and timers; painter and sources belong to the caller. */
  dispose(): void {
    this.#loop.pause();
    this.#parts.painter.forgetFinish();
    this.#still.dispose();
    this.#patrols.stop();
    this.#facts.dispose();
    this.timeline.stop();
  }

  /** A tile of the view as it is shown at this moment. */
  shownOf(tile: TileView): TileView {
    return this.#patrols.shownOf(tile);
  }

  /** How tiles show a source's frames. */
  useOf(sourceId: string): FrameUse {
    return this.#flow.useOf(sourceId);
  }

  /** The painter's copy of a tile's frame. */
  pictureOf(tile: TileView): FramePicture | null {
    return this.#pictureOfSource(tile.sourceId) ?? this.#pictureOfSource(this.#standIns.of(tile.id));
  }

  #pictureOfSource(sourceId: string | null): FramePicture | null {
    return this.#parts.sources.get(sourceId)?.picture ?? null;
  }

  #present(): boolean {
    const { painter, clock } = this.#parts;
    if (painter.lost || this.#view.hidden) return false;
    const uploaded = this.#flow.upload();
    for (const slot of uploaded) {
      this.#damage.source(slot.id);
      this.#still.touchSource(slot.id);
    }
    for (const tile of this.#patrols.advance()) {
      this.#damage.tile(tile.id);
      this.#still.touch(tile);
    }
    this.#patrols.plan();
    if (!this.#damage.any && !painter.dirty) {
      this.#settle();
      return false;
    }
    if (this.timeline.isCovered(this.#view)) this.#damage.all();
    // Not earlier: a new size empties the canvas, and users would see it empty until everything is drawn again.
    if (!this.#fits) painter.resize(this.#view.widthPx, this.#view.heightPx);
    painter.paint(
      this.#damage.take(this.#patrols.shown(this.#view.tiles)),
      (tile) => this.pictureOf(tile),
      (tile) => this.#still.isStill(tile),
    );
    painter.whenFinished((ms) => {
      this.#tick.noteFinished(ms);
      this.#loop.finished();
      this.#settle();
    });
    const now = clock.now();
    if (this.#totals.presents === 0) this.#parts.emit({ type: "drawn" });
    this.#totals.presents += 1;
    // On a busy machine a frame may be shown long after its arrival: reports sent in between did not include it.
    if (uploaded.length > 0) this.#facts.wake();
    for (const slot of uploaded) {
      this.#totals.shown += 1;
      if (slot.noteShown(now)) this.sourceEvent(slot.id, { kind: "first-frame", wallMs: slot.wallMs });
    }
    if (now - this.#tidiedAtMs > TIDY_EVERY_MS) {
      this.#tidiedAtMs = now;
      this.#parts.tidy();
    }
    this.timeline.presented();
    // Frames that arrived in the meantime, for the next tick.
    if (this.#flow.waits) this.#loop.request();
    this.#settle();
    return true;
  }

  /** The canvas has the view's size. */
  get #fits(): boolean {
    const { canvas } = this.#parts.painter;
    return canvas.width === Math.max(1, this.#view.widthPx) && canvas.height === Math.max(1, this.#view.heightPx);
  }

  #settle(): void {
    if (!this.#loop.idle || !this.#idle.any) return;
    const open = this.#damage.any || this.#parts.painter.dirty || this.#flow.waits || this.#still.waiting;
    if (!this.#view.hidden && open) return;
    this.#idle.tell();
  }

  #collectFacts(): Omit<FactsInput, "nowMs"> {
    const { painter, sources } = this.#parts;
    return {
      ...this.#totals,
      ...this.#tick.facts,
      copyMs: this.#flow.copyMs,
      framesAlive: framesAlive(),
      contextLost: painter.lost,
      sources: sources.facts(),
      moving: sources.all().some((slot) => slot.rateHz > 0),
    };
  }
}
