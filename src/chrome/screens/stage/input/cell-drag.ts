/** Moves or resizes a cell of the stage while a pointer drags it; the grid changes when it is dropped. */
import type { Product, Workspace } from "#chrome/product.ts";
import type { Point } from "#base/geometry.ts";
import { resizeCell } from "#domain/stage-grid/edit.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { moveTarget, type ResizeEdge, spanAt } from "#domain/stage-grid/layout.ts";
import { layoutOf } from "#state/stage/stage-geometry.ts";
import type { StageFacts } from "#state/stage/stage-store.ts";
import { isFixed, isWall, rectOf } from "./tile-at.ts";

interface Grabbed {
  readonly tileId: string;
  readonly edge: ResizeEdge | null;
  readonly from: Point;
}

export class CellDrag {
  readonly #stage: Workspace["stage"];
  readonly #store: Product["stores"]["stage"];

  constructor({ stage, stores }: Pick<Workspace, "stage"> & Pick<Product, "stores">) {
    this.#stage = stage;
    this.#store = stores.stage;
  }

  move({ tileId, from }: Grabbed, point: Point): void {
    const facts = this.#store.get();
    const rect = rectOf(facts, tileId);
    const cell = cellById(facts.grid, tileId);
    if (!rect || !cell || isFixed(facts) || !isWall(facts)) return;
    const before = facts.drag;
    const grab = before?.kind === "move" ? before.grab : { x: from.x - rect.x, y: from.y - rect.y };
    const target = moveTarget(facts.grid, layoutOf(facts), cell, from, point);
    this.#store.change((draft) => {
      draft.drag = { kind: "move", tileId, point, grab, target };
    });
  }

  resize({ tileId, edge }: Grabbed, point: Point): void {
    const facts = this.#store.get();
    const cell = cellById(facts.grid, tileId);
    if (!cell || edge === null) return;
    const span = spanAt(layoutOf(facts), cell, edge, point);
    const { valid } = resizeCell(facts.grid, cell.id, span.rowSpan, span.columnSpan);
    this.#store.change((draft) => {
      draft.drag = { kind: "resize", tileId: cell.id, edge, ...span, valid };
    });
  }

  /** Nothing is dragged any more. */
  end(): void {
    const { drag } = this.#store.get();
    if (drag && drag.kind !== "add")
      this.#store.change((draft) => {
        draft.drag = null;
      });
  }

  /** Changes the grid as the drag has asked for. */
  drop(drag: StageFacts["drag"]): void {
    if (drag?.kind === "move" && drag.target) this.#stage.move(drag.tileId, drag.target);
    if (drag?.kind === "resize" && drag.valid) this.#stage.resize(drag.tileId, drag.rowSpan, drag.columnSpan);
  }
}
