import { useCallback } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { usePhone } from "../small/use-small-window.ts";

/** Puts a camera on the stage. On a phone, one that is there already is opened, and the panel makes room for it. */
export function useAddOne(): (camera: CameraFacts, twice: boolean) => void {
  const { stores } = useProduct();
  const { stage, look } = useWorkspace();
  const isPhone = usePhone();
  return useCallback(
    (camera, twice) => {
      const key = cameraKey(camera);
      const { grid } = stores.stage.get();
      const there = twice ? undefined : grid.cells.find((cell) => cameraKey(cell.camera) === key);
      if (!isPhone || !there) return void stage.add(key, undefined, twice);
      stores.panel.change((facts) => {
        facts.sheetOpen = false;
      });
      look.open(there.id);
    },
    [stores, stage, look, isPhone],
  );
}
