import { useCallback } from "react";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";

/**
 * Puts a saved stage on the stage and shows a short message about its missing cameras. A dialog says why it cannot be
 * shown; on a kiosk, where nobody could close a dialog, its empty wall says so (`notShown` of the saved stages).
 */
export function useShowStage(kiosk = false): (id: string) => void {
  const { stores } = useProduct();
  const { savedStages } = useWorkspace();
  const say = useText();
  return useCallback(
    (id) => {
      const shown = savedStages.select(id);
      // On a phone the panel lies over the stage that was chosen.
      stores.panel.change((facts) => {
        facts.sheetOpen = false;
      });
      if (!shown.ok) {
        if (kiosk) return;
        stores.dialogs.change((facts) => {
          facts.queue.push({ kind: "message", title: say("nav.stage"), text: shown.error });
        });
      } else if (shown.value.missing > 0)
        showToast({ text: say("stages.missing", { count: shown.value.missing }), tone: "warn" });
    },
    [kiosk, stores, savedStages, say],
  );
}
