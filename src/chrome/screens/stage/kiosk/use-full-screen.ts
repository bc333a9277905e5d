import { useEffect } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";

/**
 * One cell's full screen: the browser's own where it has one, else the whole stage area. The page as a whole becomes full
 * screen and the stage covers it (stage.module.css): menus, dialogs and tooltips stand beside the stage in the document,
 * and would be out of sight if the stage alone were full screen. A kiosk's page is full screen already, and stays so.
 */
export function useFullScreen(kiosk: boolean): void {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  useEffect(() => {
    const exit = (): void => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
    const enter = async (): Promise<void> => {
      // Where the browser refuses (no gesture, no support) the stage area alone is filled.
      await document.documentElement.requestFullscreen?.().catch(() => undefined);
      // Given up before it was granted: nothing could be left then.
      if (stores.stage.get().fullTileId === null) exit();
    };
    const enterOrLeave = (full: string | null, before: string | null): void => {
      if (kiosk || (full === null) === (before === null)) return;
      if (full !== null) void enter();
      else exit();
    };
    const left = (): void => {
      if (!document.fullscreenElement) stage.setFull(null);
    };
    const forget = stores.stage.subscribe((facts, before) => enterOrLeave(facts.fullTileId, before.fullTileId));
    document.addEventListener("fullscreenchange", left);
    return () => {
      forget();
      document.removeEventListener("fullscreenchange", left);
      // Another screen must not be full screen in its place, nor the stage be covered when one comes back to it.
      const { fullTileId } = stores.stage.get();
      stage.setFull(null);
      enterOrLeave(null, fullTileId);
    };
  }, [stage, stores, kiosk]);
}
