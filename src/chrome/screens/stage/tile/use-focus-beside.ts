import { useEffect, useState } from "react";
import { useProduct } from "#chrome/product.ts";
import { cellById, inReadingOrder } from "#domain/stage-grid/grid.ts";

/**
 * When a tile is closed while the keyboard focus is on it or in its header, the focus moves to the tile that takes its
 * place.
 */
export function useFocusBeside(): void {
  const { stores } = useProduct();
  // It is a new object each time: two tiles that are closed one after the other may pass the focus to the same tile.
  const [next, setNext] = useState<{ readonly tileId: string } | null>(null);
  useEffect(
    () =>
      stores.stage.subscribe((facts, before) => {
        const gone = before.focusedTileId;
        if (gone === null || cellById(facts.grid, gone)) return;
        const at = inReadingOrder(before.grid).findIndex(({ id }) => id === gone);
        const left = inReadingOrder(facts.grid);
        const beside = left[Math.min(at, left.length - 1)];
        setNext(beside ? { tileId: beside.id } : null);
      }),
    [stores],
  );
  useEffect(() => {
    // A focus that has moved elsewhere by now stays there.
    if (next && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-tile-id="${next.tileId}"]`)?.focus();
  }, [next]);
}
