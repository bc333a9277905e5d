import type { Failure } from "#domain/failures/failure.ts";
import { useState } from "react";
import type { ServerEntry } from "#actions/administration/registered-server-actions.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { SERVER_PLACES, serverFaults, type ServerForm, serverPayload } from "#domain/servers/registered-servers.ts";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useReplacing } from "./use-replacing.tsx";
import { ServerFields } from "./server-fields.tsx";

/** Changes a server's name and addresses, or registers it again with other credentials. */
export function EditDialog(props: {
  readonly server: ServerEntry;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { servers } = useAdministration();
  const say = useText();
  // The server as it was when the dialog opened: a save must not undo the change of another user.
  const [before] = useState(props.server);
  const form = useForm<ServerForm>(
    { name: before.name, uri: before.uri, directUri: before.directUri, username: "", password: "" },
    (typed) => serverFaults(typed, before),
    SERVER_PLACES,
  );
  const replacing = useReplacing();
  const payload = serverPayload(form.values, before);
  const submit = async (): Promise<Result<null, Failure>> => {
    const done = await servers.change(before.id, payload, replacing.on);
    return done.ok ? ok(null) : fail(replacing.read(done.error));
  };
  return (
    <FormDialog
      title={say("servers.editTitle")}
      submitLabel={say(replacing.on ? "servers.replace" : "admin.save")}
      valid={form.isValid && Object.keys(payload).length > 0}
      onSubmit={submit}
      onDone={props.onDone}
      onRefused={form.refused}
      now={[props.server.name, props.server.uri, props.server.directUri]}
      onClose={props.onClose}
    >
      {replacing.notice}
      <ServerFields task="edit" form={form} onAddress={replacing.forget} />
    </FormDialog>
  );
}
