/** The update client dialog (document 2, section 2): a .zip of a built client, served from then on. */
import type { Failure } from "#domain/failures/failure.ts";
import { useId, useState } from "react";
import { ok, type Result } from "#base/result.ts";
import { updateFileFault } from "#domain/servers/report.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
import field from "#chrome/kit/field/field.module.css";
import { TextField } from "#chrome/kit/field/text-field.tsx";
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
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState("");
  const [touched, setTouched] = useState(false);
  const [done, setDone] = useState(false);
  const fault = updateFileFault(file?.name);

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
      valid={fault === null && password !== ""}
      onSubmit={async () => (file ? served(system.updateClient(file, password)) : ok(null))}
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
          aria-invalid={touched && fault !== null}
          {...(touched && fault !== null ? { "aria-describedby": `${id}-fault` } : {})}
          onBlur={() => setTouched(true)}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            setTouched(true);
          }}
        />
        {touched && fault !== null ? (
          <span id={`${id}-fault`} className={field.error} role="alert">
            <FailureWords of={fault} />
          </span>
        ) : null}
      </div>
      <TextField
        label={say("version.password")}
        hint={say("version.passwordHint")}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
