/** What a press on the stage drags: a cell, its edge, the picture in it, or one camera after the other. */
import type { Point } from "#base/geometry.ts";
import type { Product, Workspace } from "#chrome/product.ts";
import { swipeEnd } from "#domain/stage-grid/form.ts";
import type { ResizeEdge } from "#domain/stage-grid/layout.ts";
import { oneAlone } from "#state/stage/stage-geometry.ts";
import type { StageFacts } from "#state/stage/stage-store.ts";
import { CellDrag } from "./cell-drag.ts";
import { within } from "./pointer-target.ts";
import { isWall, rectOf } from "./tile-at.ts";
import type { TileDrag, TileGestures } from "./tile-gestures.ts";

export interface Press {
  readonly pointerId: number;
  readonly tileId: string;
  readonly edge: ResizeEdge | null;
  readonly from: Point;
  readonly touch: boolean;
  /** with Shift the cell is moved although its picture could be dragged */
  readonly moves: boolean;
  readonly atMs: number;
  /** inside: the picture, the view or the camera follows; swipe: the next camera comes; still: nothing follows */
  dragging: "no" | "move" | "resize" | "inside" | "swipe" | "still";
  inside: TileDrag | null;
}

export class PressDrags {
  readonly #cells: CellDrag;
  readonly #gestures: TileGestures;
  readonly #look: Workspace["look"];
  readonly #store: Product["stores"]["stage"];

  constructor(product: Workspace & Pick<Product, "stores">, gestures: TileGestures) {
    this.#cells = new CellDrag(product);
    this.#gestures = gestures;
    this.#look = product.look;
    this.#store = product.stores.stage;
  }

  /** What a press that begins to move drags. */
  start(press: Press): Exclude<Press["dragging"], "no"> {
    const alone = oneAlone(this.#facts);
    if (!isWall(this.#facts)) return this.#startSmallDrag(press, alone);
    if (!alone && press.edge !== null) return "resize";
    const rect = rectOf(this.#facts, press.tileId);
    if (!rect || (press.moves && !alone)) return "move";
    press.inside = this.#gestures.drag(press.tileId, within(rect, press.from), rect, alone);
    return press.inside ? "inside" : "move";
  }

  move(press: Press, point: Point): void {
    if (press.dragging === "move") this.#cells.move(press, point);
    else if (press.dragging === "resize") this.#cells.resize(press, point);
    else if (press.dragging === "inside") this.#inside(press, point);
    else if (press.dragging === "swipe") this.#look.swipe(isAcross(press.from, point) ? point.x - press.from.x : 0);
  }

  /** The pointer is lifted after it has dragged something; `drag`: what it was on the stage. */
  drop(press: Press, drag: StageFacts["drag"], point: Point, atMs: number): void {
    if (press.dragging === "swipe") this.#swiped(press, point, atMs);
    else this.#cells.drop(drag);
  }

  /** Nothing is dragged any more. */
  end(): void {
    this.#cells.end();
  }

  get #facts(): StageFacts {
    return this.#store.get();
  }

  /** In a small window nothing is moved: a picture that is not magnified gives way to the next one. */
  #startSmallDrag(press: Press, alone: boolean): "inside" | "swipe" | "still" {
    const rect = rectOf(this.#facts, press.tileId);
    press.inside = rect && this.#gestures.drag(press.tileId, within(rect, press.from), rect, alone && !press.touch);
    if (press.inside) return "inside";
    return alone && press.touch ? "swipe" : "still";
  }

  #inside(press: Press, point: Point): void {
    const rect = rectOf(this.#facts, press.tileId);
    if (rect) press.inside?.to(within(rect, point), rect);
  }

  #swiped(press: Press, { x, y }: Point, atMs: number): void {
    const look = this.#look;
    const by = { x: x - press.from.x, y: y - press.from.y };
    const end = swipeEnd(by, atMs - press.atMs, this.#facts.area.widthCss);
    if (end === "back") look.back();
    if ((end === "next" || end === "previous") && look.beside(end === "next" ? 1 : -1)) return;
    look.swipe(0);
  }
}

/** Whether a finger moves more to the side than up or down. */
const isAcross = (from: Point, to: Point): boolean => Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
