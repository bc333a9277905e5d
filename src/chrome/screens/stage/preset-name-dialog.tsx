import { type FormEvent, useState } from "react";
import { Button } from "#chrome/kit/button.tsx";
import { Dialog } from "#chrome/kit/dialog.tsx";
import { TextField } from "#chrome/kit/text-field.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { presetName } from "#domain/ptz.ts";

/** The only thing to do in the dialog is to type. */
const focusOnShow = (input: HTMLInputElement | null): void => input?.focus();

/** Asks for a new preset's name. */
export function PresetNameDialog({
  onClose,
  save,
}: {
  readonly onClose: () => void;
  /** null = saved, else what to show */
  readonly save: (name: string) => Promise<string | null>;
}) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    const name = presetName(typed);
    if (!name.ok) return setFailure(name.error);
    setBusy(true);
    const problem = await save(name.value);
    setBusy(false);
    if (problem === null) onClose();
    else setFailure(problem);
  };
  return (
    <Dialog
      title={say("ptz.nameTitle")}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say("app.cancel")}</Button>
          <Button tone="primary" isDisabled={busy} onPress={() => void submit()}>
            {say("ptz.save")}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={say("ptz.name")}
          value={typed}
          error={failure}
          inputRef={focusOnShow}
          onChange={(text) => {
            setTyped(text);
            setFailure(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
