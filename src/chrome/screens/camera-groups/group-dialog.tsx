/** The dialog of a camera group of the aggregator: its name, the group that it stands in, its cameras by server. */
import { useState } from "react";
import { Controller, type Resolver, useForm } from "react-hook-form";
import type { CameraGroupEdit } from "#actions/cameras/camera-group-actions.ts";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useWorkspace } from "#chrome/product.ts";
import { CameraPicker } from "../administration/forms/camera-picker.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { type CameraGroup, mayStandIn, pathToGroup } from "#domain/cameras/camera-groups.ts";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";

const HOME = "home";

export function GroupDialog(props: {
  readonly groups: readonly CameraGroup[];
  /** null: a new one */
  readonly group: CameraGroup | null;
  /** where a new one stands at first */
  readonly parentId: string | null;
  readonly servers: readonly PickableServer[];
  readonly onClose: () => void;
}) {
  const { groups, group, servers } = props;
  const verbs = useWorkspace().groups;
  const say = useText();
  // What the group had when the dialog opened: somebody else's change is not undone by ours.
  const [before] = useState(group);
  const { control, formState, getValues } = useForm<CameraGroupEdit>({
    mode: "onTouched",
    defaultValues: {
      name: group?.name ?? "",
      parentId: group ? group.parentId : props.parentId,
      cameras: group?.cameras ?? [],
    },
    resolver: named,
  });
  const places = [
    { id: HOME, label: say("groups.home") },
    ...groups
      .filter((each) => mayStandIn(groups, group?.id ?? null, each.id) === "yes")
      .map((each) => ({
        id: each.id,
        label: pathToGroup(groups, each.id)
          .map((step) => step.name)
          .join(" › "),
      }))
      .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
  ];
  const save = () => {
    const edit = getValues();
    return verbs.save(group?.id ?? null, { ...edit, name: edit.name.trim() }, before);
  };

  return (
    <FormDialog
      title={say(group ? "groups.editTitle" : "groups.newTitle")}
      submitLabel={say("groups.save")}
      valid={formState.isValid}
      wide
      onSubmit={save}
      onClose={props.onClose}
    >
      <Controller
        control={control}
        name="name"
        render={({ field: { ref, ...field } }) => (
          <TextField
            label={say("groups.name")}
            {...field}
            inputRef={ref}
            maxLength={200}
            autoComplete="off"
            {...(formState.errors.name ? { error: say("groups.nameRequired") } : {})}
          />
        )}
      />
      <Controller
        control={control}
        name="parentId"
        render={({ field: { value, onChange } }) => (
          <Select
            label={say("groups.inside")}
            options={places}
            value={value ?? HOME}
            onChange={(id) => onChange(id === HOME ? null : id)}
          />
        )}
      />
      <Controller
        control={control}
        name="cameras"
        render={({ field: { value, onChange } }) => (
          <CameraPicker
            label={say("groups.cameras")}
            servers={servers}
            picked={{ orchids: [], cameras: value }}
            wholeServers={false}
            onChange={({ cameras }) => onChange(cameras)}
          />
        )}
      />
    </FormDialog>
  );
}

const named: Resolver<CameraGroupEdit> = (values) =>
  values.name.trim() === ""
    ? { values: {}, errors: { name: { type: "required", message: "" } } }
    : { values, errors: {} };
