import { orchidAddress, type OrchidForm } from "#domain/servers/orchids.ts";
import field from "#chrome/kit/field/field.module.css";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import type { Form } from "#chrome/kit/field/use-form.ts";
import layout from "../administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./servers.module.css";

/** The fields of both dialogs. */
export function ServerFields(props: {
  readonly task: "new" | "edit";
  readonly form: Form<OrchidForm>;
  /** another address is typed */
  readonly onAddress: () => void;
}) {
  const { task, form, onAddress } = props;
  const say = useText();
  const { uri } = form.values;
  const address = orchidAddress(uri);
  const isMeant = address.ok && address.value !== uri.trim();
  const name = (
    <TextField
      {...form.field("name")}
      label={say("orchids.name")}
      autoComplete="off"
      maxLength={200}
      {...(task === "new" ? { hint: say("orchids.nameHint") } : {})}
    />
  );
  const credentials = (
    <div className={layout.row}>
      <TextField {...form.field("username")} label={say("orchids.username")} autoComplete="off" maxLength={320} />
      <TextField
        {...form.field("password")}
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
        {...form.field("uri")}
        onChange={(typed) => {
          onAddress();
          form.change({ uri: typed });
        }}
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
        {...form.field("directUri")}
        label={say("orchids.direct")}
        placeholder="https://nvr1.example"
        autoComplete="off"
        inputMode="url"
        spellCheck="false"
        hint={say("orchids.directHint")}
      />
      {task === "edit" ? (
        <fieldset className={layout.group}>
          <legend>{say("orchids.newCredentials")}</legend>
          <span className={field.hint}>{say("orchids.newCredentialsHint")}</span>
          {credentials}
        </fieldset>
      ) : null}
    </>
  );
}
