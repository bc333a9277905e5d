import type { Failure } from "#domain/failures/failure.ts";
import { useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { Progress } from "#chrome/kit/feedback/progress.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import css from "../administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useLeft } from "#chrome/screens/administration/use-left.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";

/** Deletes cameras one after the other; the cameras that could not be removed stay listed with the reason. */
export function DeleteCamerasDialog(props: { readonly cameras: readonly AdminCamera[]; readonly onClose: () => void }) {
  const { cameras } = useAdministration();
  const say = useText();
  const [left, setLeft] = useState(props.cameras);
  const [done, setDone] = useState<number | null>(null);
  const [errors, setErrors] = useState<readonly { readonly camera: AdminCamera; readonly reason: Failure }[]>([]);
  const processing = done !== null;
  const gone = useLeft();

  const remove = async (): Promise<void> => {
    const failed: { camera: AdminCamera; reason: Failure }[] = [];
    setErrors([]);
    for (const [index, camera] of left.entries()) {
      setDone(index);
      const answer = await cameras.remove(camera.id);
      if (gone.current) return;
      if (!answer.ok) failed.push({ camera, reason: answer.error });
    }
    setDone(null);
    if (failed.length === 0) return props.onClose();
    setLeft(failed.map(({ camera }) => camera));
    setErrors(failed);
  };

  return (
    <ConfirmDialog
      title={say("cameras.deleteTitle", { count: left.length })}
      confirmLabel={errors.length > 0 ? say("app.retry") : say("cameras.delete")}
      cancelLabel={say("app.cancel")}
      processing={processing}
      onConfirm={() => void remove()}
      onClose={props.onClose}
    >
      <div className={css.form}>
        {errors.length === 0 ? null : (
          <Notice tone="bad">
            {errors.map(({ camera: { id, name }, reason }) => (
              <div key={id}>
                {say("failure.camera/remove-failed", { name })} (<FailureWords of={reason} />)
              </div>
            ))}
          </Notice>
        )}
        <ul>
          {left.map((camera) => (
            <li key={camera.id}>{camera.name}</li>
          ))}
        </ul>
        <p className={css.muted}>{say("cameras.deleteText")}</p>
        {processing ? <Progress label={say("cameras.deleting")} percent={(done / left.length) * 100} /> : null}
      </div>
    </ConfirmDialog>
  );
}
