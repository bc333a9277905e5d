import { useState } from "react";
import {
  emptySmtpServer,
  SMTP_PORTS,
  SMTP_SECURITIES,
  smtpFaults,
  smtpFormOf,
  type SmtpServerEntry,
  type SmtpServerForm,
} from "#domain/servers/notification-form.ts";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import layout from "../administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./notifications.module.css";
import { TestMail } from "./test-mail.tsx";

/** Adds (`server` null) or edits an SMTP server, and can test it before it is saved. */
export function SmtpDialog(props: {
  readonly server: SmtpServerEntry | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { server } = props;
  const { notifications } = useAdministration();
  const say = useText();
  // The server as it was when the dialog opened: a save must not undo the change of another user.
  const [before] = useState(server);
  const form = useForm<SmtpServerForm>(server ? smtpFormOf(server) : emptySmtpServer, (typed) =>
    smtpFaults(typed, server),
  );
  const { values } = form;
  const { name: _name, ...connectionFaults } = form.faults;

  const bound = (name: "name" | "host" | "port" | "username" | "password" | "from") => ({
    ...form.field(name),
    label: say(`smtp.${name}`),
    autoComplete: "off",
  });

  return (
    <FormDialog
      title={say(server ? "smtp.editTitle" : "smtp.add")}
      submitLabel={say("admin.save")}
      valid={form.isValid}
      wide
      onSubmit={() => notifications.saveServer(before, values)}
      onDone={props.onSaved}
      onRefused={form.refused}
      now={server}
      onClose={props.onClose}
    >
      <TextField {...bound("name")} maxLength={200} />
      <div className={layout.row}>
        <TextField {...bound("host")} maxLength={253} />
        <Select
          label={say("smtp.security")}
          value={values.security}
          options={SMTP_SECURITIES.map((id) => ({ id, label: say(`smtp.security.${id}`) }))}
          onChange={(security) => {
            // The usual port follows the choice; a port that the user has typed stays.
            const isUsual = values.port === String(SMTP_PORTS[values.security]);
            form.change({ security, ...(isUsual ? { port: String(SMTP_PORTS[security]) } : {}) });
          }}
        />
        <TextField {...bound("port")} inputMode="numeric" maxLength={5} />
      </div>
      {values.security === "none" ? <Notice tone="warn">{say("smtp.noneWarning")}</Notice> : null}
      <div className={layout.row}>
        <TextField {...bound("username")} hint={say("smtp.usernameHint")} maxLength={320} />
        <TextField
          {...bound("password")}
          type="password"
          autoComplete="new-password"
          maxLength={1024}
          {...(server?.hasPassword ? { hint: say("smtp.passwordKeep") } : {})}
          // The dialog says at once that the password must be typed again, because nobody would look for that there.
          error={form.faults.password ?? undefined}
        />
      </div>
      <TextField {...bound("from")} type="email" maxLength={320} />
      <div className={css.test}>
        <TestMail id={server?.id ?? null} form={() => values} valid={Object.keys(connectionFaults).length === 0} />
      </div>
    </FormDialog>
  );
}
