import { lerp, type Rect } from "#base/geometry.ts";
import { GRID_ANIMATION_MS } from "#domain/limits/stage.ts";
import { fillingTileId, type TileRect } from "#state/stage/stage-geometry.ts";
import type { StageFacts } from "#state/stage/stage-store.ts";

/** Lets tiles glide to their new places in 200 ms (document 1, section 9); not for users who asked for less motion. */
export class RectMotion {
  #from = new Map<string, Rect>();
  #to = new Map<string, Rect>();
  #startedAtMs = Number.NEGATIVE_INFINITY;

  /** The tiles' new places; `glide` false: at once (a resize of the window). */
  set(tiles: readonly TileRect[], nowMs: number, glide: boolean): void {
    const before = this.#now(nowMs);
    this.#to = new Map(tiles.map((tile) => [tile.tileId, tile.rect]));
    this.#from = new Map();
    if (!glide) return;
    for (const [id, rect] of this.#to) {
      const was = before.get(id);
      if (was && !same(was, rect)) this.#from.set(id, was);
    }
    this.#startedAtMs = nowMs;
  }

  /** Rectangles that still move; empty when all stand. */
  at(nowMs: number): ReadonlyMap<string, Rect> {
    if (nowMs - this.#startedAtMs >= GRID_ANIMATION_MS) return NONE;
    const under = new Map<string, Rect>();
    for (const id of this.#from.keys()) {
      const rect = this.#now(nowMs).get(id);
      if (rect) under.set(id, rect);
    }
    return under;
  }

  #now(nowMs: number): Map<string, Rect> {
    const share = Math.min(1, Math.max(0, (nowMs - this.#startedAtMs) / GRID_ANIMATION_MS));
    const eased = 1 - (1 - share) ** 3;
    const now = new Map(this.#to);
    for (const [id, from] of this.#from) {
      const to = this.#to.get(id);
      if (to) now.set(id, between(from, to, eased));
    }
    return now;
  }
}

/**
 * Whether the tiles have other places now: null = no; true: they glide there; false: they follow a finger or the
 * window, and stand there at once.
 */
export function movedTiles(facts: StageFacts, before: StageFacts): boolean | null {
  if (facts.area !== before.area || facts.form !== before.form || facts.scrollPx !== before.scrollPx) return false;
  if (facts.swipePx !== before.swipePx && facts.swipePx !== 0) return false;
  if (facts.grid !== before.grid || facts.swipePx !== before.swipePx) return true;
  return fillingTileId(facts) === fillingTileId(before) ? null : true;
}

const NONE: ReadonlyMap<string, Rect> = new Map();
const same = (a: Rect, b: Rect): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
const between = (a: Rect, b: Rect, share: number): Rect => ({
  x: lerp(a.x, b.x, share),
  y: lerp(a.y, b.y, share),
  width: lerp(a.width, b.width, share),
  height: lerp(a.height, b.height, share),
});
