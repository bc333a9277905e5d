import { useCallback } from "react";
import { showToast } from "#chrome/kit/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";

/** Puts a saved stage on the stage; says in a dialog why it cannot be shown, and in passing what is missing of it. */
export function useShowStage(): (id: string) => void {
  const { stores } = useProduct();
  const { savedStages } = useWorkspace();
  const say = useText();
  return useCallback(
    (id) => {
      const shown = savedStages.select(id);
      if (!shown.ok)
        stores.dialogs.change((facts) => {
          facts.queue.push({ kind: "message", title: say("nav.stage"), text: shown.error });
        });
      else if (shown.value.missing > 0)
        showToast({ text: say("stages.missing", { count: shown.value.missing }), tone: "warn" });
    },
    [stores, savedStages, say],
  );
}
