import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Failure } from "#domain/failures/failure.ts";
import { AlertDialog } from "#chrome/kit/dialog/alert-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";

/** The alert dialog of a failed sign-in; it is loaded only when a sign-in fails. */
export default function SignInFailed({ reason, onClose }: { readonly reason: Failure; readonly onClose: () => void }) {
  const say = useText();
  return (
    <AlertDialog title={say("signIn.failed")} isOpen onClose={onClose} closeLabel={say("app.ok")}>
      <FailureWords of={reason} />
    </AlertDialog>
  );
}
