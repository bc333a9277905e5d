import type { TileView } from "#protocol/stage-worker.ts";

/**
 * A tile whose source changes keeps the picture of the one before until the new source has one on the GPU: its first
 * frame is known as soon as it arrives, and on a busy machine it is drawn long after that.
 */
export class StandIns {
  /** by tile: the source that had its picture last */
  readonly #byTile = new Map<string, string>();

  see(before: readonly TileView[], now: readonly TileView[], hasPicture: (sourceId: string) => boolean): void {
    const old = new Map(before.map(({ id, sourceId }) => [id, sourceId]));
    const wanted = new Set(now.flatMap(({ id, sourceId }) => (sourceId === null ? [] : [id])));
    for (const id of this.#byTile.keys()) if (!wanted.has(id)) this.#byTile.delete(id);
    for (const { id, sourceId } of now) {
      const last = old.get(id) ?? null;
      // One that has no picture either leaves the older stand-in in its place.
      if (sourceId !== null && last !== null && last !== sourceId && hasPicture(last)) this.#byTile.set(id, last);
    }
  }

  of(tileId: string): string | null {
    return this.#byTile.get(tileId) ?? null;
  }

  /** The tiles for which this source may stand in. */
  tilesOf(sourceId: string): readonly string[] {
    return [...this.#byTile].flatMap(([tileId, id]) => (id === sourceId ? [tileId] : []));
  }
}
