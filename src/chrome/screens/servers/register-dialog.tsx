import type { Failure } from "#domain/failures/failure.ts";
import { useState } from "react";
import { fail, ok, type Result } from "#base/result.ts";
import { orchidFaults, type OrchidForm, orchidIsValid, orchidPayload } from "#domain/servers/orchids.ts";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useReplacing } from "./use-replacing.tsx";
import { ServerFields } from "./server-fields.tsx";

const EMPTY: OrchidForm = { name: "", uri: "", directUri: "", username: "", password: "" };

/** Registers a server: its address, and an administrator of it whose password is used once. */
export function RegisterDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { orchids } = useAdministration();
  const say = useText();
  const [form, setForm] = useState(EMPTY);
  const replacing = useReplacing();
  const faults = orchidFaults(form, null);
  const submit = async (): Promise<Result<null, Failure>> => {
    const done = await orchids.register(orchidPayload(form, null), replacing.on);
    if (!done.ok) return fail(replacing.read(done.error));
    showToast({ text: say("orchids.registered", { name: done.value.name }), tone: "info" });
    return ok(null);
  };
  return (
    <FormDialog
      title={say("orchids.register")}
      submitLabel={say(replacing.on ? "orchids.replace" : "orchids.registerSubmit")}
      valid={orchidIsValid(faults)}
      onSubmit={submit}
      onDone={onDone}
      onClose={onClose}
    >
      {replacing.notice}
      <ServerFields
        task="new"
        form={form}
        faults={faults}
        onChange={(next) => {
          // The parent that was found is that of the address which was asked.
          if (next.uri !== form.uri) replacing.forget();
          setForm(next);
        }}
      />
    </FormDialog>
  );
}
