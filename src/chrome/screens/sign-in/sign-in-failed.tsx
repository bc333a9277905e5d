import { AlertDialog } from "#chrome/kit/dialog/alert-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";

/** The alert dialog of a failed sign-in; loaded only when one fails. */
export default function SignInFailed({ reason, onClose }: { readonly reason: string; readonly onClose: () => void }) {
  const say = useText();
  return (
    <AlertDialog title={say("signIn.failed")} isOpen onClose={onClose} closeLabel={say("app.ok")}>
      {reason}
    </AlertDialog>
  );
}
