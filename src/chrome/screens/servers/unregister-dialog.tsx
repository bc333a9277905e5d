import type { Failure } from "#domain/failures/failure.ts";
import { shortName } from "#domain/short-name.ts";
import { useState } from "react";
import type { ServerEntry } from "#actions/administration/registered-server-actions.ts";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import css from "../administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";

/**
 * Unregisters a server. When that fails, it offers to remove the server here without telling it (document 2, section
 * 8).
 */
export function UnregisterDialog(props: {
  readonly server: ServerEntry;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { server, onClose, onDone } = props;
  const { servers } = useAdministration();
  const say = useText();
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const hasFailed = failure !== null;
  const remove = async (): Promise<void> => {
    setProcessing(true);
    const done = await servers.remove(server.id, hasFailed);
    setProcessing(false);
    if (!done.ok) return setFailure(done.error);
    showToast({ text: say("servers.unregistered", { name: shortName(server.name) }), tone: "info" });
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={say("servers.unregisterTitle")}
      confirmLabel={say(
        processing ? "admin.processing" : hasFailed ? "servers.removeAnyway" : "servers.unregisterConfirm",
      )}
      cancelLabel={say("app.cancel")}
      processing={processing}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <div className={css.form}>
        {failure === null ? (
          <p>{say("servers.unregisterText", { name: server.name })}</p>
        ) : (
          <>
            <Notice tone="bad">
              <strong>{say("failure.orchid/unregister-failed")}</strong>
              <div>
                <FailureWords of={failure} />
              </div>
            </Notice>
            <p>{say("servers.removeAnywayText", { name: server.name })}</p>
          </>
        )}
      </div>
    </ConfirmDialog>
  );
}
