import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Failure } from "#domain/failures/failure.ts";
import { type ReactNode, useState } from "react";
import type { Result } from "#base/result.ts";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import css from "../administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";

/** Asks, then acts. When the action was refused, the dialog stays open and shows the reason. */
export function Confirmed(props: {
  readonly title: string;
  readonly confirmLabel: string;
  readonly act: () => Promise<Result<unknown, Failure>>;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly children: ReactNode;
}) {
  const { title, confirmLabel, act, onClose, onDone, children } = props;
  const say = useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [processing, setProcessing] = useState(false);
  const confirm = async (): Promise<void> => {
    setProcessing(true);
    setFailure(null);
    const done = await act();
    setProcessing(false);
    if (!done.ok) return setFailure(done.error);
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={processing ? say("admin.processing") : confirmLabel}
      cancelLabel={say("app.cancel")}
      processing={processing}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className={css.form}>
        {failure === null ? null : (
          <Notice tone="bad">
            <FailureWords of={failure} />
          </Notice>
        )}
        <p>{children}</p>
      </div>
    </ConfirmDialog>
  );
}
