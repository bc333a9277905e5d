/** Save Stage, asked for from outside the side panel. */
import { NewStageDialog } from "./panel/stage-dialog.tsx";

export default function SaveStageDialog({ onClose }: { readonly onClose: () => void }) {
  return <NewStageDialog onClose={onClose} />;
}
