import type { TileView } from "#protocol/stage-worker.ts";
import type { GlHost } from "./gl/host.ts";
import { PictureTexture, TexturePool } from "./gl/picture-texture.ts";
import type { SourceSlot } from "./source-slot.ts";
import type { SourceTable } from "./source-table.ts";

/** The sources that are on tiles: what of them waits to be shown, and its way to the GPU. */
export class PictureFlow {
  readonly #host: GlHost;
  readonly #sources: SourceTable;
  readonly #textures: TexturePool;
  #visible: ReadonlySet<string> = new Set();

  constructor(host: GlHost, sources: SourceTable) {
    this.#host = host;
    this.#sources = sources;
    this.#textures = new TexturePool(host.regl);
  }

  see(tiles: readonly TileView[]): void {
    this.#visible = new Set(tiles.flatMap((tile) => tile.sourceId ?? []));
  }
  isVisible(sourceId: string): boolean {
    return this.#visible.has(sourceId);
  }

  /** Takes the newest frame of each source out of its mailbox. */
  prepare(): void {
    for (const slot of this.#slots()) slot.prepare();
  }

  /** A frame is on its way to a tile. */
  get waits(): boolean {
    return this.#slots().some((slot) => slot.hasWaiting);
  }

  /** Arrivals per second of the sources that move. */
  get ratesHz(): readonly number[] {
    return this.#slots().flatMap(({ rateHz }) => (rateHz > 0 ? [rateHz] : []));
  }

  /** Brings what waits to the GPU; the sources whose texture changed. */
  upload(): readonly SourceSlot[] {
    const waiting = this.#slots().filter((slot) => slot.hasPending);
    if (waiting.length === 0) return [];
    this.#host.handover.withUploads(() => {
      for (const slot of waiting) slot.upload(() => new PictureTexture(this.#host.gl, this.#textures));
    });
    return waiting;
  }

  /** The context lost them: every picture goes there once more. */
  uploadAgain(): void {
    this.#host.handover.withUploads(() => {
      for (const slot of this.#sources.all()) slot.uploadAgain();
    });
  }

  dispose(): void {
    this.#textures.dispose();
  }

  #slots(): readonly SourceSlot[] {
    return [...this.#visible].flatMap((id) => this.#sources.get(id) ?? []);
  }
}
