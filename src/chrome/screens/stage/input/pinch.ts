/** Two fingers on one tile: they magnify its picture, or turn its camera nearer. */
import type { Point } from "#base/geometry.ts";
import type { StageStore } from "#state/stage/stage-store.ts";
import { within } from "./pointer-target.ts";
import { rectOf, tileAt } from "./tile-at.ts";
import type { TileGestures } from "./tile-gestures.ts";

/** The last positions of two touches. */
interface Positions {
  readonly tileId: string;
  readonly apart: number;
  readonly middle: Point;
}

export class Pinch {
  readonly #stage: StageStore;
  readonly #gestures: TileGestures;
  readonly #begun: () => void;
  readonly #touches = new Map<number, Point>();
  #last: Positions | null = null;

  /** `begun`: called whenever two fingers are down on a tile */
  constructor(stage: StageStore, gestures: TileGestures, begun: () => void) {
    this.#stage = stage;
    this.#gestures = gestures;
    this.#begun = begun;
  }

  /** A finger goes down: true when it is not the only one. */
  down({ pointerId, isPrimary }: PointerEvent, at: Point): boolean {
    // This is the first finger on the surface, so earlier ones that were never lifted are forgotten.
    if (isPrimary) this.#touches.clear();
    this.#touches.set(pointerId, at);
    this.#last = null;
    return this.#touches.size > 1;
  }

  /** A finger moves: true when it belongs to a pinch. */
  move(pointerId: number, to: Point): boolean {
    if (this.#touches.has(pointerId)) this.#touches.set(pointerId, to);
    if (this.#touches.size !== 2) return false;
    this.follow();
    return true;
  }

  /** A finger is lifted: true when it was down. */
  lift(pointerId: number): boolean {
    return this.#touches.delete(pointerId);
  }

  /** The positions of two fingers; the first call only stores them. */
  follow(): void {
    const [a, b] = [...this.#touches.values()];
    if (!a || !b || this.#touches.size > 2) return;
    const apart = Math.hypot(a.x - b.x, a.y - b.y);
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const before = this.#last;
    const facts = this.#stage.get();
    // The tile in which the pinch started, because a pinch may leave it.
    const tileId = before?.tileId ?? tileAt(facts, middle)?.tileId;
    const rect = tileId === undefined ? null : rectOf(facts, tileId);
    if (tileId === undefined || !rect) return;
    this.#last = { tileId, apart, middle };
    this.#begun();
    if (before && before.apart > 0)
      this.#gestures.pinch(tileId, apart / before.apart, within(rect, before.middle), within(rect, middle), rect);
  }
}
