import type { Failure } from "#domain/failures/failure.ts";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { UserEntry } from "#actions/administration/user-actions.ts";
import { planDelete } from "#domain/accounts/bulk-users.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import css from "../administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { LateBulkDialog } from "./late-bulk-dialog.tsx";

/** Asks before a user is deleted: here, or (`bulk`: at one server of an aggregator) on all servers. */
export function DeleteUserDialog(props: {
  readonly user: UserEntry;
  readonly ownId: string;
  readonly bulk: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const { user, onClose, onDeleted } = props;
  const { session } = useProduct();
  const { users } = useAdministration();
  const say = useText();
  const navigate = useNavigate();
  const own = user.id === props.ownId;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [processing, setProcessing] = useState(false);
  const [everywhere, setEverywhere] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const remove = async (): Promise<void> => {
    if (everywhere) return setConfirming(true);
    setProcessing(true);
    setFailure(null);
    const done = await users.remove(user.id);
    setProcessing(false);
    if (!done.ok) return setFailure(done.error);
    if (!own) return onDeleted();
    await session.signOut();
    await navigate("/sign-in?skipAuth=true");
  };
  if (confirming)
    return (
      <LateBulkDialog
        title={say("bulk.deleteTitle", { name: user.username })}
        confirmLabel={say("bulk.deleteConfirm")}
        danger
        plan={planDelete(user.username)}
        onClose={(applied) => (applied ? onDeleted() : onClose())}
      />
    );
  return (
    <ConfirmDialog
      title={say("users.deleteTitle")}
      confirmLabel={say(everywhere ? "bulk.next" : "users.deleteConfirm")}
      cancelLabel={say("app.cancel")}
      processing={processing}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <div className={css.form}>
        {failure === null ? null : (
          <Notice tone="bad">
            <strong>{say("failure.user/delete-failed", { name: user.username })}</strong>
            <div>
              <FailureWords of={failure} />
            </div>
          </Notice>
        )}
        {own ? <Notice tone="warn">{say("users.deleteSelf")}</Notice> : null}
        <p>{say("users.deleteText", { name: user.username })}</p>
        {props.bulk ? (
          <Checkbox isSelected={everywhere} onChange={setEverywhere}>
            {say("bulk.deleteAll")}
          </Checkbox>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
