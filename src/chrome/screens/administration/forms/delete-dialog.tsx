import type { Failure } from "#domain/failures/failure.ts";
import { type ReactNode, useState } from "react";
import type { Result } from "#base/result.ts";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./form.module.css";
import { Notice } from "../page.tsx";

/** Asks before something is deleted. A refusal shows inside the dialog, and the user can try again. */
export function DeleteDialog(props: {
  readonly title: string;
  readonly confirmLabel: string;
  /** shown above the reason of a refusal */
  readonly failureTitle?: string;
  /** what will be gone is not known yet */
  readonly isUnready?: boolean;
  readonly onDelete: () => Promise<Result<unknown, Failure>>;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const say = useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [processing, setProcessing] = useState(false);
  const remove = async (): Promise<void> => {
    setProcessing(true);
    setFailure(null);
    const done = await props.onDelete();
    setProcessing(false);
    if (done.ok) props.onDeleted();
    else setFailure(done.error);
  };
  return (
    <ConfirmDialog
      title={props.title}
      confirmLabel={processing ? say("admin.processing") : props.confirmLabel}
      cancelLabel={say("app.cancel")}
      processing={processing}
      isUnready={props.isUnready ?? false}
      onConfirm={() => void remove()}
      onClose={props.onClose}
    >
      <div className={css.form}>
        {failure === null ? null : (
          <Notice tone="bad">
            {props.failureTitle === undefined ? null : <strong>{props.failureTitle}</strong>}
            <div>
              <FailureWords of={failure} />
            </div>
          </Notice>
        )}
        {props.children}
      </div>
    </ConfirmDialog>
  );
}
