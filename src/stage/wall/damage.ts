import { intersects } from "#base/geometry.ts";
import type { TileView } from "#protocol/stage-worker.ts";

/** What one tick draws. `clear`: the whole canvas starts from the background, and every tile is in the list. */
export interface DrawPlan {
  readonly clear: boolean;
  /** in drawing order: the grid's tiles, then the floating ones */
  readonly tiles: readonly TileView[];
}

/**
 * Remembers what changed since the last tick: everything, some sources' frames, some tiles' overlays. The canvas keeps
 * its pixels between ticks, so only what changed (and what lies over it) is drawn again.
 */
export class Damage {
  #everything = true;
  #sources = new Set<string>();
  #tiles = new Set<string>();

  get any(): boolean {
    return this.#everything || this.#sources.size > 0 || this.#tiles.size > 0;
  }
  get everything(): boolean {
    return this.#everything;
  }

  all(): void {
    this.#everything = true;
  }
  /** A source has a new frame: every tile that shows it is dirty. */
  source(sourceId: string): void {
    this.#sources.add(sourceId);
  }
  tile(tileId: string): void {
    this.#tiles.add(tileId);
  }

  /** The plan for the current tiles; what was remembered is forgotten. */
  take(tiles: readonly TileView[]): DrawPlan {
    const plan = this.#plan(inOrder(tiles));
    this.#everything = false;
    this.#sources.clear();
    this.#tiles.clear();
    return plan;
  }

  #plan(ordered: readonly TileView[]): DrawPlan {
    if (this.#everything) return { clear: true, tiles: ordered };
    const dirty = new Set(ordered.filter((tile) => this.#isDirty(tile)));
    const above = ordered.filter((tile) => tile.floating);
    // A floating tile over a dirty one is drawn again. A translucent one would mix with its own old pixels, so
    // everything is drawn again.
    for (let grown = true; grown; ) {
      grown = false;
      for (const upper of above) {
        if (dirty.has(upper) && upper.opacity < 1) return { clear: true, tiles: ordered };
        if (dirty.has(upper)) continue;
        const at = ordered.indexOf(upper);
        if (!ordered.slice(0, at).some((lower) => dirty.has(lower) && intersects(lower.rect, upper.rect))) continue;
        dirty.add(upper);
        grown = true;
      }
    }
    return { clear: false, tiles: ordered.filter((tile) => dirty.has(tile)) };
  }

  #isDirty(tile: TileView): boolean {
    return this.#tiles.has(tile.id) || (tile.sourceId !== null && this.#sources.has(tile.sourceId));
  }
}

const inOrder = (tiles: readonly TileView[]): readonly TileView[] => [
  ...tiles.filter((tile) => !tile.floating),
  ...tiles.filter((tile) => tile.floating),
];
