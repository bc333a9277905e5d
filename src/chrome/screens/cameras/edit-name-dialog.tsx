import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useFirstField } from "#chrome/kit/dialog/use-first-field.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { isNameTaken } from "#domain/same-name.ts";
import { useOtherNames } from "./use-other-names.ts";
import { useCamerasChanged } from "./use-cameras-changed.ts";

export function EditNameDialog({ camera, onClose }: { readonly camera: AdminCamera; readonly onClose: () => void }) {
  const { cameras } = useAdministration();
  const say = useText();
  const changed = useCamerasChanged();
  const form = useForm({ name: camera.name }, ({ name }) => ({
    name: name.trim() === "" ? say("failure.camera/name-required") : null,
  }));
  const field = useFirstField();
  const others = useOtherNames(camera.id);
  return (
    <FormDialog
      title={say("camera.editName")}
      submitLabel={say("admin.save")}
      valid={form.isValid}
      onSubmit={() => cameras.rename(camera.id, form.values.name.trim())}
      onDone={changed}
      onRefused={form.refused}
      now={camera.name}
      onClose={onClose}
    >
      <TextField
        {...form.field("name")}
        label={say("camera.name")}
        inputRef={field}
        autoComplete="off"
        maxLength={200}
        hint={isNameTaken(form.values.name, others) ? say("camera.nameTaken") : undefined}
        error={form.faults.name ?? undefined}
      />
    </FormDialog>
  );
}
