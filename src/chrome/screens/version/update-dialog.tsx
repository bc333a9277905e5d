/**
 * The update client dialog (document 2, section 2): the user uploads a .zip of a built client, which the server serves
 * from then on.
 */
import type { Failure } from "#domain/failures/failure.ts";
import { useId, useState } from "react";
import { ok, type Result } from "#base/result.ts";
import { updateFileFault } from "#domain/servers/report.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
import field from "#chrome/kit/field/field.module.css";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useProduct } from "#chrome/product.ts";
import { AdministrationRoom, useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";

export default function UpdateClient({ onClose }: { readonly onClose: () => void }) {
  return (
    <AdministrationRoom>
      <UpdateDialog onClose={onClose} />
    </AdministrationRoom>
  );
}

function UpdateDialog({ onClose }: { readonly onClose: () => void }) {
  const { system } = useAdministration();
  const { reload } = useProduct();
  const say = useText();
  const id = useId();
  const form = useForm<{ file: File | null; password: string }>({ file: null, password: "" }, (typed) => ({
    file: updateFileFault(typed.file?.name),
  }));
  const { file, password } = form.values;
  const chosen = form.field("file");
  const [done, setDone] = useState(false);

  const served = async (asked: Promise<Result<null, Failure>>): Promise<Result<null, Failure>> => {
    const answer = await asked;
    if (answer.ok) setDone(true);
    return answer;
  };

  if (done) {
    return (
      <Dialog
        title={say("version.updated")}
        isOpen
        onClose={onClose}
        actions={
          <Button tone="primary" takesFocus onPress={reload}>
            {say("version.reload")}
          </Button>
        }
      >
        {say("version.updatedText")}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={say("version.update")}
      submitLabel={say("version.upload")}
      valid={form.isValid && password !== ""}
      onSubmit={async () => (file ? served(system.updateClient(file, password)) : ok(null))}
      onRefused={form.refused}
      onClose={onClose}
      keepOpen
      extra={{ label: say("version.restore"), act: () => served(system.restoreClient()) }}
    >
      <p>{say("version.updateText")}</p>
      <div className={field.field}>
        <label className={field.label} htmlFor={id}>
          {say("version.file")}
        </label>
        <input
          id={id}
          type="file"
          className={field.file}
          accept=".zip,application/zip"
          aria-invalid={chosen.error !== undefined}
          {...(chosen.error === undefined ? {} : { "aria-describedby": `${id}-fault` })}
          onBlur={chosen.onBlur}
          onChange={(event) => {
            chosen.onChange(event.target.files?.[0] ?? null);
            chosen.onBlur();
          }}
        />
        {chosen.error === undefined ? null : (
          <span id={`${id}-fault`} className={field.error} role="alert">
            <FailureWords of={chosen.error} />
          </span>
        )}
      </div>
      <TextField
        {...form.field("password")}
        label={say("version.password")}
        hint={say("version.passwordHint")}
        type="password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
