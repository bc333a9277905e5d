import { useEffect } from "react";
import { loadLateParts } from "#chrome/kit/feedback/chunk.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";

/** The first pictures have the network and the processor for themselves for this time. */
const AFTER_PICTURE_MS = 10_000;

/**
 * Once the stage is shown, all parts that its buttons and keys open are loaded: they then open at once, and also while
 * the server is unavailable.
 */
export function useLateParts(wanted: boolean): void {
  const { stores } = useProduct();
  const { exports } = useWorkspace();
  const isEmpty = useFacts(stores.stage, ({ ownerId, grid }) => ownerId !== null && grid.cells.length === 0);
  const stands = useFacts(stores.players, ({ byTile }) =>
    Object.values(byTile).some(({ overlay }) => overlay !== "connecting"),
  );
  const isTime = wanted && (isEmpty || stands);
  useEffect(() => {
    if (!isTime) return;
    const timer = setTimeout(() => {
      void loadLateParts();
      // A part that fails now is loaded when it is opened.
      exports().catch(() => undefined);
    }, AFTER_PICTURE_MS);
    return () => clearTimeout(timer);
  }, [isTime, exports]);
}
