/** Asks before a view or a patrol is removed, which others may use. */
import { useState } from "react";
import type { Result } from "#base/result.ts";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import type { Failure } from "#domain/failures/failure.ts";

interface RemoveDialogProps {
  readonly title: string;
  readonly text: string;
  readonly remove: () => Promise<Result<null, Failure>>;
  readonly onClose: () => void;
}

export function RemoveDialog({ title, text, remove, onClose }: RemoveDialogProps) {
  const say = useText();
  const [processing, setProcessing] = useState(false);
  const confirm = async (): Promise<void> => {
    setProcessing(true);
    const removed = await remove();
    if (!removed.ok) showToast({ text: removed.error, tone: "bad" });
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={say("views.remove")}
      cancelLabel={say("app.cancel")}
      processing={processing}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
