import { useEffect } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";

/**
 * The full screen of one cell: the browser's own where it has one, otherwise the whole stage area. The page as a whole
 * becomes full screen and the stage covers it (stage.module.css): menus, dialogs and tooltips stand beside the stage in
 * the document and would be invisible if only the stage were full screen. A kiosk's page is full screen already and
 * stays so.
 */
export function useFullScreen(kiosk: boolean): void {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  useEffect(() => {
    const exit = (): void => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
    const enter = async (): Promise<void> => {
      // When the browser refuses (no gesture, no support), only the stage area is filled.
      await document.documentElement.requestFullscreen?.().catch(() => undefined);
      // The user left before the browser granted it; at that time there was nothing to exit.
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
      // Another screen must not be full screen in its place, and the stage must not be covered when the user returns to
      // it.
      const { fullTileId } = stores.stage.get();
      stage.setFull(null);
      enterOrLeave(null, fullTileId);
    };
  }, [stage, stores, kiosk]);
}
