import { type RefObject, useEffect } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";

/** One cell's full screen: the browser's own where it has one, else the whole stage area. */
export function useFullScreen(area: RefObject<HTMLElement | null>): void {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  useEffect(() => {
    const enterOrLeave = (full: string | null, before: string | null): void => {
      if ((full === null) === (before === null)) return;
      // Where the browser refuses (no gesture, no support) the stage area alone is filled.
      if (full !== null) void area.current?.requestFullscreen?.().catch(() => undefined);
      else if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
    const left = (): void => {
      if (!document.fullscreenElement) stage.setFull(null);
    };
    const forget = stores.stage.subscribe((facts, before) => enterOrLeave(facts.fullTileId, before.fullTileId));
    document.addEventListener("fullscreenchange", left);
    return () => {
      forget();
      document.removeEventListener("fullscreenchange", left);
    };
  }, [area, stage, stores]);
}
