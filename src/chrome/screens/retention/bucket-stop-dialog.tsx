/** Asks before a bucket is left. What lies nowhere else is said by the server, and must be accepted by a second answer. */
import { useState } from "react";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "#chrome/screens/administration/forms/delete-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { type Failure, hasCode } from "#domain/failures/failure.ts";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";

/** What lies in the bucket only, as the refusal says. */
interface Only {
  readonly files: number;
  readonly bytes: number;
}
function onlyOf({ params }: Failure): Only {
  const numberOf = (name: string): number => Number(params?.[name] ?? 0);
  return { files: numberOf("files"), bytes: numberOf("size") };
}

export function BucketStopDialog(props: {
  readonly bucket: string;
  readonly onStopped: () => void;
  readonly onClose: () => void;
}) {
  const { bucket } = useAdministration();
  const say = useText();
  const bytesWords = useBytesWords();
  const [only, setOnly] = useState<Only | null>(null);
  const ask = { onDeleted: props.onStopped, onClose: props.onClose };
  if (only)
    return (
      <DeleteDialog
        key="force"
        title={say("bucket.stopForceTitle")}
        confirmLabel={say("bucket.stopForce")}
        onDelete={() => bucket.leave(true)}
        {...ask}
      >
        <p>{say("bucket.stopHolds", { files: only.files, size: bytesWords(only.bytes) })}</p>
      </DeleteDialog>
    );
  const stop = async () => {
    const done = await bucket.leave(false);
    if (!done.ok && hasCode(done.error, "bucket/holds-only")) setOnly(onlyOf(done.error));
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
