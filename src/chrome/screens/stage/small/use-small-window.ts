import { useEffect } from "react";
import { useMedia } from "#chrome/kit/browser/use-media.ts";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";

/** Whether the window is a phone's: too small for the wall, and steered by a finger. Its panel lies over the stage. */
export function usePhone(): boolean {
  const { stores } = useProduct();
  const isSmall = useFacts(stores.stage, (facts) => facts.form !== "wall");
  return useMedia("(pointer: coarse)") && isSmall;
}

/** One camera at a time: whether its controls lie over the picture. Without a camera they always do. */
export const useControlsShown = (): boolean => {
  const { stores } = useProduct();
  return useFacts(stores.stage, ({ controlsShown, grid }) => controlsShown || grid.cells.length === 0);
};

/** The page around the stage follows its form by these attributes of the document's root. */
export function usePageForm(): void {
  const { stores } = useProduct();
  const form = useFacts(stores.stage, (facts) => facts.form);
  const controls = useControlsShown();
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.stageForm = form;
    if (controls) dataset.stageControls = "";
    return () => {
      delete dataset.stageForm;
      delete dataset.stageControls;
    };
  }, [form, controls]);
  useEffect(() => {
    const zoom = visualViewport;
    if (!zoom) return;
    // A page that was magnified must let two fingers make it small again, also over the stage.
    const look = (): void => {
      document.documentElement.toggleAttribute("data-magnified", zoom.scale > MAGNIFIED);
    };
    look();
    zoom.addEventListener("resize", look);
    return () => {
      zoom.removeEventListener("resize", look);
      document.documentElement.removeAttribute("data-magnified");
    };
  }, []);
}

/** Below this the page counts as unmagnified: browsers round. */
const MAGNIFIED = 1.01;
