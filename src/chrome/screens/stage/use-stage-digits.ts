/** The digits 1 to 9 show the saved stages in the order of their list. */
import { useEffect } from "react";
import { useProduct } from "#chrome/product.ts";
import { TAKES_KEYS } from "./timeline/use-playback-keys.ts";
import { useShowStage } from "./use-show-stage.ts";

export function useStageDigits(): void {
  const { stores } = useProduct();
  const show = useShowStage();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
        return;
      if (!/^[1-9]$/.test(event.key) || (event.target instanceof Element && event.target.closest(TAKES_KEYS))) return;
      const chosen = stores.savedStages.get().list[Number(event.key) - 1];
      if (!chosen) return;
      event.preventDefault();
      show(chosen.id);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [stores, show]);
}
