import type { TileView } from "#protocol/stage-worker.ts";
import type { FrameUse } from "../frame-picture.ts";
import type { Painter } from "../painter.ts";
import type { SourceSlot } from "./source-slot.ts";
import type { SourceTable } from "../source-table.ts";

const UNSEEN: FrameUse = { drawnPx: 0, dewarped: false };

/** The sources that are on tiles: their frames that wait to be shown, and the way of these to the painter. */
export class FrameFlow {
  readonly #painter: Painter;
  readonly #sources: SourceTable;
  /** the sources on tiles */
  #visible: ReadonlyMap<string, FrameUse> = new Map();

  constructor(painter: Painter, sources: SourceTable) {
    this.#painter = painter;
    this.#sources = sources;
  }

  see(tiles: readonly TileView[]): void {
    const visible = new Map<string, FrameUse>();
    for (const { sourceId, rect, dewarp } of tiles) {
      if (sourceId === null) continue;
      const { drawnPx, dewarped } = visible.get(sourceId) ?? UNSEEN;
      visible.set(sourceId, {
        drawnPx: drawnPx + rect.width * rect.height,
        dewarped: dewarped || (dewarp !== null && dewarp.mode !== 0),
      });
    }
    this.#visible = visible;
  }
  /** How tiles show a source's frames. */
  useOf(sourceId: string): FrameUse {
    return this.#visible.get(sourceId) ?? UNSEEN;
  }
  isVisible(sourceId: string): boolean {
    return this.#visible.has(sourceId);
  }

  /**
   * Takes the newest frame of each source out of its mailbox. Without `renew` it skips sources that have a frame ready.
   */
  prepare(renew: boolean): void {
    for (const slot of this.#slots()) if (renew || !slot.hasPending) slot.prepare();
  }

  /** A frame is on its way to a tile. */
  get waits(): boolean {
    return this.#slots().some((slot) => slot.hasWaiting);
  }

  /** Arrivals per second of the sources that move. */
  get ratesHz(): readonly number[] {
    return this.#slots().flatMap(({ rateHz }) => (rateHz > 0 ? [rateHz] : []));
  }

  /** Mean ms from taking a frame until it is ready, of the sources that move; 0 = none does. */
  get copyMs(): number {
    const moving = this.#slots().filter(({ rateHz }) => rateHz > 0);
    return moving.length === 0 ? 0 : moving.reduce((sum, { copyMs }) => sum + copyMs, 0) / moving.length;
  }

  /** Uploads the waiting frames to the painter; returns the sources whose picture changed. */
  upload(): readonly SourceSlot[] {
    const waiting = this.#slots().filter((slot) => slot.hasPending);
    if (waiting.length === 0) return [];
    return this.#painter.uploading(() => waiting.filter((slot) => slot.upload(() => this.#painter.makePicture())));
  }

  /** The context lost the textures: every frame is uploaded again. */
  uploadAgain(): void {
    this.#painter.uploading(() => {
      for (const slot of this.#sources.all()) slot.uploadAgain();
    });
  }

  #slots(): readonly SourceSlot[] {
    return [...this.#visible.keys()].flatMap((id) => this.#sources.get(id) ?? []);
  }
}
