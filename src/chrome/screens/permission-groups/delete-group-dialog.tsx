import type { PermissionGroupEntry } from "#domain/accounts/permission-editing.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "../administration/forms/delete-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";

export function DeleteGroupDialog(props: {
  readonly group: PermissionGroupEntry;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const { permissionGroups } = useAdministration();
  const say = useText();
  return (
    <DeleteDialog
      title={say("permissions.deleteTitle")}
      confirmLabel={say("permissions.deleteConfirm")}
      onDelete={() => permissionGroups.remove(props.group.id)}
      onDeleted={props.onDeleted}
      onClose={props.onClose}
    >
      <p>{say("permissions.deleteText", { name: props.group.name })}</p>
    </DeleteDialog>
  );
}
