import { useEffect } from "react";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { shortName } from "#domain/short-name.ts";

/** A message with a button is read, and decided about. */
const SHOWN_MS = 30_000;

/** Where a fisheye's lens is looked at and saved. */
export function openLens(cameraId: string): void {
  location.hash = `#/cameras?camera=${encodeURIComponent(cameraId)}&dialog=dewarp`;
}

/**
 * Tells who may save a lens, once for each fisheye and session, that its picture shows the circle elsewhere than it was saved:
 * what its views show is wrong until somebody looks.
 */
export function useMovedCircles(): void {
  const { stores } = useProduct();
  const say = useText();
  useEffect(() => {
    const told = new Set<string>();
    const tell = (): void => {
      for (const key of stores.players.get().movedCircles) {
        const camera = stores.cameras.get().byKey[key];
        if (!camera || told.has(key)) continue;
        told.add(key);
        showToast({
          text: say("dewarp.circleElsewhere", { camera: shortName(camera.name) }),
          tone: "warn",
          subject: `circle ${key}`,
          forMs: SHOWN_MS,
          actions: [{ label: say("dewarp.checkLens"), onPress: () => openLens(camera.id) }],
        });
      }
    };
    tell();
    return stores.players.subscribe(tell);
  }, [stores, say]);
}
