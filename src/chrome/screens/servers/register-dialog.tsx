import type { Failure } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { SERVER_PLACES, serverFaults, type ServerForm, serverPayload } from "#domain/servers/registered-servers.ts";
import { shortName } from "#domain/short-name.ts";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useReplacing } from "./use-replacing.tsx";
import { ServerFields } from "./server-fields.tsx";

const EMPTY: ServerForm = { name: "", uri: "", directUri: "", username: "", password: "" };

/** Registers a server by its address and the login of one of its administrators; the password is used once. */
export function RegisterDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { servers } = useAdministration();
  const say = useText();
  const form = useForm(EMPTY, (typed) => serverFaults(typed, null), SERVER_PLACES);
  const replacing = useReplacing();
  const submit = async (): Promise<Result<null, Failure>> => {
    const done = await servers.register(serverPayload(form.values, null), replacing.on);
    if (!done.ok) return fail(replacing.read(done.error));
    showToast({ text: say("servers.registered", { name: shortName(done.value.name) }), tone: "info" });
    return ok(null);
  };
  return (
    <FormDialog
      title={say("servers.register")}
      submitLabel={say(replacing.on ? "servers.replace" : "servers.registerSubmit")}
      valid={form.isValid}
      onSubmit={submit}
      onDone={onDone}
      onRefused={form.refused}
      onClose={onClose}
    >
      {replacing.notice}
      {/* The parent that was found is that of the address which was asked. */}
      <ServerFields task="new" form={form} onAddress={replacing.forget} />
    </FormDialog>
  );
}
