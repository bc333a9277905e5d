import { type PointerEvent, type RefObject, useCallback } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { PANEL_DRAG_THRESHOLD_PX } from "#domain/limits/stage.ts";
import { claimedAt } from "#domain/stage-grid/grid.ts";
import { dropTarget } from "#domain/stage-grid/layout.ts";
import { layoutOf } from "#state/stage/stage-geometry.ts";
import { followPointer } from "./follow-pointer.ts";

/**
 * Drags one or several cameras, or a view of one, out of the side panel by mouse, touch and pen, after 30 px of movement. Escape cancels;
 * dropped with Alt, a camera that is on the stage already is added a second time; with Shift on a tile it takes its place.
 */
export function usePanelDrag(area: RefObject<HTMLElement | null>) {
  const { stores } = useProduct();
  const { stage, arranging } = useWorkspace();
  return useCallback(
    (down: PointerEvent, cameras: readonly string[], viewId?: string) => {
      if (cameras.length === 0 || (down.pointerType === "mouse" && down.button !== 0)) return;
      const from = { x: down.clientX, y: down.clientY };
      let dragging = false;

      const track = (event: globalThis.PointerEvent): void => {
        const corner = area.current?.getBoundingClientRect();
        if (!corner) return;
        const point = { x: event.clientX - corner.x, y: event.clientY - corner.y };
        const { grid, area: size } = stores.stage.get();
        const target = dropTarget(grid, layoutOf({ grid, area: size }), point);
        stores.stage.change((facts) => {
          facts.drag = {
            kind: "add",
            cameras: [...cameras],
            point,
            target,
            ...(viewId === undefined ? {} : { viewId }),
          };
        });
      };
      const move = (event: globalThis.PointerEvent): void => {
        const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) >= PANEL_DRAG_THRESHOLD_PX;
        if (!dragging && !far) return;
        dragging = true;
        track(event);
      };
      const end = (released: globalThis.PointerEvent | null): void => {
        if (!dragging) return;
        const { drag, grid } = stores.stage.get();
        stores.stage.change((facts) => {
          facts.drag = null;
        });
        if (!released || drag?.kind !== "add" || !drag.target) return;
        const [only] = cameras;
        const under = claimedAt(grid, drag.target);
        if (released.shiftKey && under && only !== undefined && cameras.length === 1 && viewId === undefined)
          return stage.replace(under.id, only);
        if (viewId !== undefined) stage.addView(viewId, drag.target, released.altKey);
        else if (cameras.length === 1 && only !== undefined) stage.add(only, drag.target, released.altKey);
        else void arranging().then((several) => several.addAll(cameras, released.altKey));
      };
      followPointer(down.pointerId, { onMove: move, onEnd: end });
    },
    [area, stores, stage, arranging],
  );
}
