import { useEffect } from "react";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";

const FLASH_MS = 1_400;

/** The tile of a camera that was asked for although it is on the stage: it gets the focus and flashes. */
export function useFlash(): void {
  const { stores } = useProduct();
  const flashed = useFacts(stores.stage, (facts) => facts.flashed);
  useEffect(() => {
    if (!flashed) return;
    const tile = document.querySelector<HTMLElement>(`[data-tile-id="${flashed.tileId}"]`);
    tile?.focus();
    const frame = "inset 0 0 0 5px var(--accent)";
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    tile?.animate?.(
      still
        ? [{ boxShadow: frame }, { boxShadow: frame }]
        : [
            { boxShadow: frame },
            { boxShadow: "inset 0 0 0 5px transparent" },
            { boxShadow: frame },
            { boxShadow: "none" },
          ],
      FLASH_MS,
    );
    stores.stage.change((facts) => {
      facts.flashed = null;
    });
  }, [flashed, stores]);
}
