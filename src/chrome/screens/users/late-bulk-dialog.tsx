import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import type { BulkDialogProps } from "./bulk-dialog.tsx";

const BulkDialog = chunk(() => import("./bulk-dialog.tsx"));

/** The dialog of all servers of an aggregator, which a recorder never opens: its script is loaded with it. */
export const LateBulkDialog = (props: BulkDialogProps) => (
  <LatePart onClose={() => props.onClose(false)}>
    <BulkDialog {...props} />
  </LatePart>
);
