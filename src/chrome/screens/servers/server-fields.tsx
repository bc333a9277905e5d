import { useState } from "react";
import { orchidAddress, type OrchidFaults, type OrchidForm } from "#domain/servers/orchids.ts";
import field from "#chrome/kit/field/field.module.css";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import form from "../administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./servers.module.css";

type Field = keyof OrchidForm;

/** The fields of both dialogs; a fault shows once its field was left. */
export function ServerFields(props: {
  readonly task: "new" | "edit";
  readonly form: OrchidForm;
  readonly faults: OrchidFaults;
  readonly onChange: (form: OrchidForm) => void;
}) {
  const { task, form: typed, faults, onChange } = props;
  const say = useText();
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const input = (name: Field) => ({
    value: typed[name],
    onChange: (text: string) => onChange({ ...typed, [name]: text }),
    onBlur: () => setLeft((known) => new Set([...known, name])),
    ...(left.has(name) && faults[name] !== null ? { error: faults[name] } : {}),
  });
  const address = orchidAddress(typed.uri);
  const isMeant = address.ok && address.value !== typed.uri.trim();
  const name = (
    <TextField
      {...input("name")}
      label={say("orchids.name")}
      autoComplete="off"
      maxLength={200}
      {...(task === "new" ? { hint: say("orchids.nameHint") } : {})}
    />
  );
  const credentials = (
    <div className={form.row}>
      <TextField {...input("username")} label={say("orchids.username")} autoComplete="off" maxLength={320} />
      <TextField
        {...input("password")}
        label={say("orchids.password")}
        type="password"
        autoComplete="new-password"
        maxLength={1024}
      />
    </div>
  );
  return (
    <>
      {task === "edit" ? name : null}
      <TextField
        {...input("uri")}
        label={say("orchids.address")}
        placeholder="http://192.168.1.20:8080"
        autoComplete="off"
        inputMode="url"
        spellCheck="false"
        hint={isMeant ? say("orchids.addressMeant", { address: address.value }) : say("orchids.addressHint")}
      />
      {task === "new" ? name : null}
      {task === "new" ? (
        <div className={css.credentials}>
          {credentials}
          <span className={field.hint}>{say("orchids.credentialsHint")}</span>
        </div>
      ) : null}
      <TextField
        {...input("directUri")}
        label={say("orchids.direct")}
        placeholder="https://nvr1.example"
        autoComplete="off"
        inputMode="url"
        spellCheck="false"
        hint={say("orchids.directHint")}
      />
      {task === "edit" ? (
        <fieldset className={form.group}>
          <legend>{say("orchids.newCredentials")}</legend>
          <span className={field.hint}>{say("orchids.newCredentialsHint")}</span>
          {credentials}
        </fieldset>
      ) : null}
    </>
  );
}
