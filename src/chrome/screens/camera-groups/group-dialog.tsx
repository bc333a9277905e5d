/** The dialog of a camera group of the aggregator: its name, the group that it stands in, its cameras by server. */
import { useState } from "react";
import type { CameraGroupEdit } from "#actions/cameras/camera-group-actions.ts";
import { GroupPlace, useGroupNameHint } from "#chrome/group-place.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useWorkspace } from "#chrome/product.ts";
import { CameraPicker } from "../administration/forms/camera-picker.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import type { CameraGroup } from "#domain/cameras/camera-groups.ts";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";

export function GroupDialog(props: {
  readonly groups: readonly CameraGroup[];
  /** null: a new group */
  readonly group: CameraGroup | null;
  /** the initial parent of a new group */
  readonly parentId: string | null;
  readonly servers: readonly PickableServer[];
  readonly onClose: () => void;
}) {
  const { groups, group, servers } = props;
  const verbs = useWorkspace().groups;
  const say = useText();
  // The group as it was when the dialog opened: a save must not undo the change of another user.
  const [before] = useState(group);
  const form = useForm<CameraGroupEdit>(
    {
      name: group?.name ?? "",
      parentId: group ? group.parentId : props.parentId,
      cameras: group?.cameras ?? [],
    },
    ({ name }) => ({ name: name.trim() === "" ? say("groups.nameRequired") : null }),
  );
  const { values, change } = form;

  return (
    <FormDialog
      title={say(group ? "groups.editTitle" : "groups.new")}
      submitLabel={say("groups.save")}
      valid={form.isValid}
      wide
      onSubmit={() => verbs.save(group?.id ?? null, { ...values, name: values.name.trim() }, before)}
      onRefused={form.refused}
      now={group}
      onClose={props.onClose}
    >
      <TextField
        {...form.field("name")}
        label={say("groups.name")}
        maxLength={200}
        autoComplete="off"
        hint={useGroupNameHint(groups, group, values.name)}
      />
      <GroupPlace
        groups={groups}
        group={group}
        parentId={values.parentId}
        onChange={(parentId) => change({ parentId })}
      />
      <CameraPicker
        label={say("groups.cameras")}
        servers={servers}
        picked={{ orchids: [], cameras: values.cameras }}
        wholeServers={false}
        onChange={({ cameras }) => change({ cameras })}
      />
    </FormDialog>
  );
}
