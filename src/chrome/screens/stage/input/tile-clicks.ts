/** Clicks, double clicks and taps on a tile. */
import type { Point } from "#base/geometry.ts";
import type { Product, Workspace } from "#chrome/product.ts";
import { DOUBLE_CLICK_WINDOW_MS } from "#domain/limits/stage.ts";
import { fillingTileId, oneAlone } from "#state/stage/stage-geometry.ts";
import { within } from "./pointer-target.ts";
import { isWall, rectOf } from "./tile-at.ts";
import type { TileGestures } from "./tile-gestures.ts";

/** Where a press went down that has not moved. */
interface Clicked {
  readonly tileId: string;
  readonly from: Point;
  readonly touch: boolean;
}

export class TileClicks {
  readonly #element: HTMLElement;
  readonly #product: Workspace & Pick<Product, "stores">;
  readonly #gestures: TileGestures;
  #last = { tileId: "", atMs: Number.NEGATIVE_INFINITY };

  constructor(element: HTMLElement, product: Workspace & Pick<Product, "stores">, gestures: TileGestures) {
    this.#element = element;
    this.#product = product;
    this.#gestures = gestures;
  }

  click({ tileId, from, touch }: Clicked, { timeStamp: atMs, ctrlKey }: PointerEvent): void {
    const { look } = this.#product;
    const facts = this.#product.stores.stage.get();
    this.#element.querySelector<HTMLElement>(`[data-tile-id="${tileId}"]`)?.focus({ preventScroll: true });
    // Where the controls are hidden, the first touch brings them, whatever it is on.
    const { form, controlsShown } = facts;
    const isFirst = touch && form === "one" && !controlsShown;
    if (isFirst) look.showControls(true);
    if (touch && form === "column" && !oneAlone(facts)) return look.open(tileId);
    const rect = rectOf(facts, tileId);
    if (rect && !isFirst && this.#gestures.click(tileId, within(rect, from), rect)) return;
    if (rect && ctrlKey && this.#gestures.centre(tileId, within(rect, from), rect)) return;
    const isSecond = this.#last.tileId === tileId && atMs - this.#last.atMs < DOUBLE_CLICK_WINDOW_MS;
    this.#last = isSecond ? { tileId: "", atMs: Number.NEGATIVE_INFINITY } : { tileId, atMs };
    if (touch && !isWall(facts)) {
      if (isSecond && rect) this.#gestures.magnify(tileId, within(rect, from), rect);
      else if (!isFirst) look.showControls(false);
      return;
    }
    const { enlargedTileId } = facts;
    if (isSecond && !isWall(facts)) return this.#product.stage.setEnlarged(enlargedTileId === null ? tileId : null);
    if (isSecond && fillingTileId(facts) === null)
      this.#product.stage.setEnlarged(enlargedTileId === null ? tileId : null);
  }
}
