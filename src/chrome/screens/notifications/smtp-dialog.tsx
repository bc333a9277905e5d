import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
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
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import form from "../administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./notifications.module.css";
import { resolved } from "./resolved.ts";
import { TestMail } from "./test-mail.tsx";

/** Adds (`server` null) or edits an SMTP server, and tries it before it is saved. */
export function SmtpDialog(props: {
  readonly server: SmtpServerEntry | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { server } = props;
  const { notifications } = useAdministration();
  const say = useText();
  // What it was when the dialog opened: somebody else's change is not undone by ours.
  const [before] = useState(server);
  const { control, formState, getValues, setValue, trigger } = useForm<SmtpServerForm>({
    mode: "onTouched",
    defaultValues: server ? smtpFormOf(server) : emptySmtpServer,
    resolver: resolved((typed: SmtpServerForm) => smtpFaults(typed, server)),
  });
  const security = useWatch({ control, name: "security" });
  const typed = useWatch({ control });
  const faults = smtpFaults({ ...emptySmtpServer, ...typed }, server);
  const { name: _name, ...connectionFaults } = faults;
  // A password that must be entered again is said at once: nobody would look for it there.
  const passwordFault = faults.password;

  const field = (name: "name" | "host" | "port" | "username" | "password" | "from", more: object = {}) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...bound } }) => (
        <TextField
          label={say(`smtp.${name}`)}
          {...bound}
          inputRef={ref}
          autoComplete="off"
          error={formState.errors[name]?.message}
          {...more}
        />
      )}
    />
  );

  return (
    <FormDialog
      title={say(server ? "smtp.editTitle" : "smtp.addTitle")}
      submitLabel={say("admin.save")}
      valid={formState.isValid}
      wide
      onSubmit={() => notifications.saveServer(before, getValues())}
      onDone={props.onSaved}
      onClose={props.onClose}
    >
      {field("name", { maxLength: 200 })}
      <div className={form.row}>
        {field("host", { maxLength: 253 })}
        <Select
          label={say("smtp.security")}
          value={security}
          options={SMTP_SECURITIES.map((id) => ({ id, label: say(`smtp.security.${id}`) }))}
          onChange={(to) => {
            // The usual port goes along, one that somebody typed stays.
            if (getValues("port") === String(SMTP_PORTS[security])) setValue("port", String(SMTP_PORTS[to]));
            setValue("security", to, { shouldDirty: true });
            void trigger();
          }}
        />
        {field("port", { inputMode: "numeric", maxLength: 5 })}
      </div>
      {security === "none" ? <Notice tone="warn">{say("smtp.noneWarning")}</Notice> : null}
      <div className={form.row}>
        {field("username", { hint: say("smtp.usernameHint"), maxLength: 320 })}
        {field("password", {
          type: "password",
          autoComplete: "new-password",
          maxLength: 1024,
          ...(server?.hasPassword ? { hint: say("smtp.passwordKeep") } : {}),
          ...(passwordFault === undefined ? {} : { error: passwordFault }),
        })}
      </div>
      {field("from", { type: "email", maxLength: 320 })}
      <div className={css.test}>
        <TestMail id={server?.id ?? null} form={getValues} valid={Object.keys(connectionFaults).length === 0} />
      </div>
    </FormDialog>
  );
}
