import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { AlertDialog } from "#chrome/kit/dialog/alert-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";

export interface Message {
  readonly title: string;
  readonly text: Wording;
  /** it is good news */
  readonly good?: boolean;
}

/** What an action had to say, until it is acknowledged; null: nothing. */
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
