/** Asks before a bucket is left. What lies nowhere else is said by the server, and must be accepted by a second answer. */
import { useState } from "react";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "#chrome/screens/administration/forms/delete-dialog.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { type Failure, hasCode } from "#domain/failures/failure.ts";

export function BucketStopDialog(props: {
  readonly bucket: string;
  readonly onStopped: () => void;
  readonly onClose: () => void;
}) {
  const { bucket } = useAdministration();
  const say = useText();
  const [doubt, setDoubt] = useState<Failure | null>(null);
  const ask = { onDeleted: props.onStopped, onClose: props.onClose };
  if (doubt)
    return (
      <DeleteDialog
        key="force"
        title={say("bucket.stopForceTitle")}
        confirmLabel={say("bucket.stopForce")}
        onDelete={() => bucket.leave(true)}
        {...ask}
      >
        <p>
          <FailureWords of={doubt} />
        </p>
      </DeleteDialog>
    );
  const stop = async () => {
    const done = await bucket.leave(false);
    if (!done.ok && hasCode(done.error, "bucket/holds-only")) setDoubt(done.error);
    return done;
  };
  return (
    <DeleteDialog
      key="first"
      title={say("bucket.stopTitle", { bucket: props.bucket })}
      confirmLabel={say("bucket.stopConfirm")}
      onDelete={stop}
      {...ask}
    >
      <p>{say("bucket.stopWill")}</p>
    </DeleteDialog>
  );
}
