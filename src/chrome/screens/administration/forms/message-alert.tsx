import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { AlertDialog } from "#chrome/kit/dialog/alert-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";

export interface Message {
  readonly title: string;
  readonly text: Wording;
  /** the message is good news */
  readonly good?: boolean;
}

/** The message of an action until the user acknowledges it; null: none. */
export function MessageAlert({ message, onClose }: { readonly message: Message | null; readonly onClose: () => void }) {
  const say = useText();
  return (
    <AlertDialog
      title={message?.title ?? ""}
      isOpen={message !== null}
      good={message?.good ?? false}
      onClose={onClose}
      closeLabel={say("app.ok")}
    >
      <FailureWords of={message?.text} />
    </AlertDialog>
  );
}
