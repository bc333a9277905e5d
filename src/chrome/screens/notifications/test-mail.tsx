import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useState } from "react";
import type { MailTested } from "#actions/administration/notification-actions.ts";
import { type SmtpServerForm, testRecipientFault } from "#domain/servers/notification-form.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./notifications.module.css";

/** Sends a test mail with these settings and shows the answer of the mail server. */
export function TestMail(props: {
  /** the id of a saved server: its password is used when none is typed */
  readonly id: string | null;
  readonly form: () => SmtpServerForm;
  /** false: the settings cannot be sent */
  readonly valid: boolean;
}) {
  const { notifications } = useAdministration();
  const say = useText();
  const failureText = useFailureText();
  const [to, setTo] = useState("");
  const [touched, setTouched] = useState(false);
  const [sending, setSending] = useState(false);
  const [said, setSaid] = useState<MailTested | null>(null);
  const fault = testRecipientFault(to);

  const send = async (): Promise<void> => {
    setTouched(true);
    if (fault !== null || sending) return;
    setSending(true);
    setSaid(null);
    const answer = await notifications.test(props.id, props.form(), to);
    setSending(false);
    setSaid(answer.ok ? answer.value : { success: false, said: answer.error });
  };

  return (
    <div className={css.stack}>
      <div className={css.testRow}>
        <TextField
          label={say("smtp.testTo")}
          type="email"
          value={to}
          onChange={setTo}
          onBlur={() => setTouched(to !== "")}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return event.continuePropagation();
            // The form around this field saves the server; in this field Enter sends the test instead.
            event.preventDefault();
            if (props.valid) void send();
          }}
          error={touched && fault !== null ? fault : undefined}
        />
        <Button onPress={() => void send()} isDisabled={sending || !props.valid}>
          {say(sending ? "smtp.testing" : "smtp.test")}
        </Button>
      </div>
      {said === null ? null : (
        <Notice tone={said.success ? "info" : "bad"}>
          {say(said.success ? "smtp.tested" : "smtp.testFailed", { message: failureText(said.said) })}
        </Notice>
      )}
    </div>
  );
}
