import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { useState } from "react";
import { useText } from "#chrome/texts/use-text.ts";
import { presetName } from "#domain/cameras/ptz.ts";
import { NameDialog } from "../name-dialog.tsx";
import { useCycleWaits } from "../use-cycle-waits.ts";

/** Asks for a new preset's name. */
export function PresetNameDialog({
  onClose,
  save,
}: {
  readonly onClose: () => void;
  readonly save: (name: string) => Promise<Result<unknown, Failure>>;
}) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const name = presetName(typed);
  // Another stage would remove the tile, and with it the dialog and the typed name.
  useCycleWaits();
  return (
    <NameDialog
      title={say("ptz.nameTitle")}
      label={say("ptz.name")}
      saveLabel={say("ptz.save")}
      name={typed}
      onName={setTyped}
      problem={name.ok ? null : name.error}
      onSave={() => save(typed.trim())}
      onSaved={onClose}
      onClose={onClose}
    />
  );
}
