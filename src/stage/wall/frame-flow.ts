import type { TileView } from "#protocol/stage-worker.ts";
import type { GlHost } from "../gl/host.ts";
import { FrameTexture, TexturePool } from "../gl/frame-texture.ts";
import type { SourceSlot } from "./source-slot.ts";
import type { SourceTable } from "../source-table.ts";

/** The sources that are on tiles: their frames that wait to be shown, and the way of these to the GPU. */
export class FrameFlow {
  readonly #host: GlHost;
  readonly #sources: SourceTable;
  readonly #textures: TexturePool;
  /** the sources on tiles, with the pixels of all their tiles */
  #visible: ReadonlyMap<string, number> = new Map();

  constructor(host: GlHost, sources: SourceTable) {
    this.#host = host;
    this.#sources = sources;
    this.#textures = new TexturePool(host.regl);
  }

  see(tiles: readonly TileView[]): void {
    const visible = new Map<string, number>();
    for (const { sourceId, rect } of tiles)
      if (sourceId !== null) visible.set(sourceId, (visible.get(sourceId) ?? 0) + rect.width * rect.height);
    this.#visible = visible;
  }
  /** Pixels on which a source's frames are drawn. */
  drawnPx(sourceId: string): number {
    return this.#visible.get(sourceId) ?? 0;
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

  /** Uploads the waiting frames to the GPU; returns the sources whose texture changed. */
  upload(): readonly SourceSlot[] {
    const waiting = this.#slots().filter((slot) => slot.hasPending);
    if (waiting.length === 0) return [];
    this.#host.handover.withUploads(() => {
      for (const slot of waiting) slot.upload(() => new FrameTexture(this.#host.gl, this.#textures));
    });
    return waiting;
  }

  /** The context lost the textures: every frame is uploaded again. */
  uploadAgain(): void {
    this.#host.handover.withUploads(() => {
      for (const slot of this.#sources.all()) slot.uploadAgain();
    });
  }

  dispose(): void {
    this.#textures.dispose();
  }

  #slots(): readonly SourceSlot[] {
    return [...this.#visible.keys()].flatMap((id) => this.#sources.get(id) ?? []);
  }
}
