import { useState } from "react";
import { Controller, type Resolver, useForm } from "react-hook-form";
import type { AccountEntry } from "#actions/administration/account-actions.ts";
import {
  emptyGroup,
  type GroupFault,
  groupFault,
  memberGroupChoices,
  type PermissionDomain,
  type PermissionGroupEntry,
  type PermissionGroupForm,
} from "#domain/accounts/permission-editing.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Choice } from "#chrome/kit/field/choice.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Checklist } from "../administration/forms/checklist.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { AbilitySets } from "./ability-sets.tsx";
import css from "./permission-groups.module.css";

/** Adds (`group` null) or edits a permission group. What was typed stays when the server refuses. */
export function GroupDialog(props: {
  readonly group: PermissionGroupEntry | null;
  readonly groups: readonly PermissionGroupEntry[];
  readonly accounts: readonly AccountEntry[];
  readonly domain: PermissionDomain;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { group, groups, accounts, domain } = props;
  const { permissionGroups } = useAdministration();
  const say = useText();
  // What the group had when the dialog opened: somebody else's change is not undone by ours.
  const [before] = useState(group);
  const others = groups.filter(({ id }) => id !== group?.id).map(({ name }) => name);
  const { control, formState, getValues } = useForm<PermissionGroupForm>({
    mode: "onTouched",
    defaultValues: group ?? emptyGroup,
    resolver: resolverOf(others),
  });
  const nameFault = formState.errors.name?.type;

  return (
    <FormDialog
      title={say(group ? "permissions.editTitle" : "permissions.addTitle")}
      submitLabel={say("admin.save")}
      valid={formState.isValid}
      wide="full"
      onSubmit={() => permissionGroups.save(before, getValues())}
      onDone={props.onSaved}
      onClose={props.onClose}
    >
      <div className={css.columns}>
        <div className={css.column}>
          <Controller
            control={control}
            name="name"
            render={({ field: { ref, ...field } }) => (
              <TextField
                label={say("permissions.name")}
                {...field}
                inputRef={ref}
                maxLength={200}
                autoComplete="off"
                {...(nameFault === "name-missing" ? { error: say("permissions.nameMissing") } : {})}
                {...(nameFault === "name-taken" ? { error: say("permissions.nameTaken") } : {})}
              />
            )}
          />
          <Controller
            control={control}
            name="description"
            render={({ field: { ref, ...field } }) => (
              <TextField label={say("permissions.description")} {...field} inputRef={ref} maxLength={2000} />
            )}
          />
          <Controller
            control={control}
            name="admin"
            render={({ field: { value, onChange } }) => (
              <div>
                <Checkbox isSelected={value} onChange={onChange} aria-describedby="permission-admin-hint">
                  {say("permissions.admin")}
                </Checkbox>
                <p className={css.note} id="permission-admin-hint">
                  {say("permissions.adminHint")}
                </p>
              </div>
            )}
          />
          <Controller
            control={control}
            name="members"
            render={({ field: { value, onChange } }) => (
              <Checklist
                label={say("permissions.users")}
                items={accounts.map(({ id, username }) => ({ id, name: username }))}
                chosen={value}
                onChange={onChange}
                empty={say("permissions.noUsers")}
              />
            )}
          />
          <Controller
            control={control}
            name="memberGroups"
            render={({ field: { value, onChange } }) => (
              <Checklist
                label={say("permissions.groups")}
                hint={say("permissions.groupsHint")}
                items={memberGroupChoices(groups, group?.id ?? null)}
                chosen={value}
                onChange={onChange}
                empty={say("permissions.noGroups")}
              />
            )}
          />
          <Controller
            control={control}
            name="apps"
            render={({ field: { value, onChange } }) => (
              <div className={css.column}>
                <Choice
                  label={say("permissions.apps")}
                  value={value === "all" ? "all" : "list"}
                  options={[
                    { id: "all", label: say("permissions.allApps") },
                    { id: "list", label: say("permissions.appsChosen") },
                  ]}
                  onChange={(to) => onChange(to === "all" ? "all" : [])}
                />
                {value === "all" ? null : (
                  <Checklist
                    label={say("permissions.appsChosen")}
                    items={domain.apps}
                    chosen={value}
                    onChange={onChange}
                    empty={say("permissions.noApps")}
                  />
                )}
              </div>
            )}
          />
        </div>
        <div className={css.column}>
          {(["granted", "revoked"] as const).map((side) => (
            <Controller
              key={side}
              control={control}
              name={side}
              render={({ field: { value, onChange } }) => (
                <AbilitySets side={side} sets={value} servers={domain.servers} onChange={onChange} />
              )}
            />
          ))}
        </div>
      </div>
    </FormDialog>
  );
}

const fieldOf: Readonly<Record<GroupFault, "name" | "granted">> = {
  "name-missing": "name",
  "name-taken": "name",
  set: "granted",
};
const resolverOf =
  (others: readonly string[]): Resolver<PermissionGroupForm> =>
  (values) => {
    const fault = groupFault(values, others);
    return fault === null ? { values, errors: {} } : { values: {}, errors: { [fieldOf[fault]]: { type: fault } } };
  };
