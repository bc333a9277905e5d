import { type RefObject, useEffect, useLayoutEffect } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { scrollToCell } from "#domain/stage-grid/form.ts";
import { fillingTileId } from "#state/stage/stage-geometry.ts";

/**
 * The stage area scrolls the column as any page does; the canvas under it follows. What was large, or was looked at
 * before the window was turned, is in sight when the column comes back.
 */
export function useColumnScroll(area: RefObject<HTMLElement | null>): void {
  const { stores } = useProduct();
  const { look } = useWorkspace();
  const isColumn = useFacts(stores.stage, (facts) => facts.form === "column" && fillingTileId(facts) === null);
  const widthPx = useFacts(stores.stage, (facts) => facts.area.widthCss);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !isColumn) return;
    const { grid, area: size, scrollPx, nearTileId } = stores.stage.get();
    const seen = { width: widthPx, height: size.heightCss };
    element.scrollTo(0, nearTileId === null ? scrollPx : scrollToCell(grid, nearTileId, seen, scrollPx));
    // Where it stands is what the browser made of it: the column may have become shorter.
    look.scrolled(element.scrollTop);
  }, [area, stores, look, isColumn, widthPx]);
  useEffect(() => {
    const element = area.current;
    if (!element || !isColumn) return;
    const follow = (): void => look.scrolled(Math.max(0, element.scrollTop));
    element.addEventListener("scroll", follow, { passive: true });
    return () => element.removeEventListener("scroll", follow);
  }, [area, look, isColumn]);
}
