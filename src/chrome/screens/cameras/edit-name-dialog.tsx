import { useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useFirstField } from "#chrome/kit/dialog/use-first-field.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useCamerasChanged } from "./use-cameras-changed.ts";

export function EditNameDialog({ camera, onClose }: { readonly camera: AdminCamera; readonly onClose: () => void }) {
  const { cameras } = useAdministration();
  const say = useText();
  const changed = useCamerasChanged();
  const [name, setName] = useState(camera.name);
  const field = useFirstField();
  const missing = name.trim() === "";
  return (
    <FormDialog
      title={say("camera.editName")}
      submitLabel={say("admin.save")}
      valid={!missing}
      onSubmit={() => cameras.rename(camera.id, name.trim())}
      onDone={changed}
      onClose={onClose}
    >
      <TextField
        label={say("camera.name")}
        value={name}
        onChange={setName}
        inputRef={field}
        autoComplete="off"
        maxLength={200}
        {...(missing ? { error: say("failure.camera/name-required") } : {})}
      />
    </FormDialog>
  );
}
