/** Shows the export dialog when a user has requested it; the first request loads its chunk. */
import { useEffect } from "react";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";

const ExportDialog = lateChunk(() => import("./export-dialog.tsx"));

export function ExportHost() {
  const { stores } = useProduct();
  // No other component shows this dialog: left in the queue, it would block all dialogs after it.
  useEffect(
    () => () =>
      stores.dialogs.change((facts) => {
        facts.queue = facts.queue.filter(({ kind }) => kind !== "export");
      }),
    [stores],
  );
  const shown = useFacts(stores.dialogs, (facts) => (facts.queue[0]?.kind === "export" ? facts.queue[0] : null));
  if (!shown) return null;
  const close = (): void =>
    stores.dialogs.change((facts) => {
      if (facts.queue[0]?.kind === "export") facts.queue.shift();
    });
  return (
    <LatePart onClose={close}>
      <ExportDialog
        startMs={shown.startMs}
        stopMs={shown.stopMs}
        asked={shown.camera ?? null}
        askedView={shown.viewId ?? null}
        onClose={close}
      />
    </LatePart>
  );
}
