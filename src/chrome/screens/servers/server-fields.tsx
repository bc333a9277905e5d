import { serverAddress, type ServerForm } from "#domain/servers/registered-servers.ts";
import field from "#chrome/kit/field/field.module.css";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import type { Form } from "#chrome/kit/field/use-form.ts";
import layout from "../administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./servers.module.css";

/** The fields of both dialogs. */
export function ServerFields(props: {
  readonly task: "new" | "edit";
  readonly form: Form<ServerForm>;
  /** called when the user types another address */
  readonly onAddress: () => void;
}) {
  const { task, form, onAddress } = props;
  const say = useText();
  const { uri } = form.values;
  const address = serverAddress(uri);
  const isMeant = address.ok && address.value !== uri.trim();
  const name = (
    <TextField
      {...form.field("name")}
      label={say("servers.name")}
      autoComplete="off"
      maxLength={200}
      {...(task === "new" ? { hint: say("servers.nameHint") } : {})}
    />
  );
  const credentials = (
    <div className={layout.row}>
      <TextField {...form.field("username")} label={say("servers.username")} autoComplete="off" maxLength={320} />
      <TextField
        {...form.field("password")}
        label={say("servers.password")}
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
        label={say("servers.address")}
        placeholder="http://192.168.1.20:8080"
        autoComplete="off"
        inputMode="url"
        spellCheck="false"
        hint={isMeant ? say("servers.addressMeant", { address: address.value }) : say("servers.addressHint")}
      />
      {task === "new" ? name : null}
      {task === "new" ? (
        <div className={css.credentials}>
          {credentials}
          <span className={field.hint}>{say("servers.credentialsHint")}</span>
        </div>
      ) : null}
      <TextField
        {...form.field("directUri")}
        label={say("servers.direct")}
        placeholder="https://nvr1.example"
        autoComplete="off"
        inputMode="url"
        spellCheck="false"
        hint={say("servers.directHint")}
      />
      {task === "edit" ? (
        <fieldset className={layout.group}>
          <legend>{say("servers.newCredentials")}</legend>
          <span className={field.hint}>{say("servers.newCredentialsHint")}</span>
          {credentials}
        </fieldset>
      ) : null}
    </>
  );
}
