import type { TileView } from "#protocol/stage-worker.ts";

/** A tile is still when nothing of it has changed for this long: a view that is being dragged is not. */
const STILL_AFTER_MS = 250;

interface StillTilesHost {
  tiles(): readonly TileView[];
  /** The source is paused or has ended: its frame stays unchanged. */
  stands(sourceId: string): boolean;
  /** These tiles came to rest: they must be drawn once more. */
  settled(tileIds: readonly string[]): void;
}

/**
 * Dewarped tiles whose frame stands and whose view is not being moved: they are sampled with the best quality (design,
 * dewarp 3.4), which would cost too much for moving video.
 */
export class StillTiles {
  readonly #host: StillTilesHost;
  /** ms of `performance.now` when each restless tile will be still */
  readonly #stillAtMs = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: StillTilesHost) {
    this.#host = host;
  }

  /** Some tiles have not settled yet. */
  get waiting(): boolean {
    return this.#stillAtMs.size > 0;
  }

  isStill(tile: TileView): boolean {
    return this.#stands(tile) && !this.#stillAtMs.has(tile.id);
  }

  /** The tile's view changed. */
  touch(tile: TileView): void {
    if (!this.#stands(tile)) return;
    this.#stillAtMs.set(tile.id, performance.now() + STILL_AFTER_MS);
    this.#timer ??= setTimeout(() => this.#look(), STILL_AFTER_MS);
  }

  /** The source shows another frame, or stands from now on. */
  touchSource(sourceId: string): void {
    for (const tile of this.#host.tiles()) if (tile.sourceId === sourceId) this.touch(tile);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#stillAtMs.clear();
  }

  #stands({ sourceId, dewarp }: TileView): boolean {
    return sourceId !== null && dewarp !== null && dewarp.mode !== 0 && this.#host.stands(sourceId);
  }

  #look(): void {
    this.#timer = undefined;
    const now = performance.now();
    const rested = new Set([...this.#stillAtMs].flatMap(([id, atMs]) => (atMs <= now + 1 ? [id] : [])));
    for (const id of rested) this.#stillAtMs.delete(id);
    const nextMs = Math.min(...this.#stillAtMs.values());
    if (Number.isFinite(nextMs)) this.#timer = setTimeout(() => this.#look(), Math.max(1, nextMs - now));
    const still = this.#host.tiles().filter((tile) => rested.has(tile.id) && this.isStill(tile));
    this.#host.settled(still.map(({ id }) => id));
  }
}
