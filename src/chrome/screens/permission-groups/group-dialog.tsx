import { useState } from "react";
import type { AccountEntry } from "#actions/administration/account-actions.ts";
import {
  emptyGroup,
  groupFault,
  memberGroupChoices,
  type PermissionDomain,
  type PermissionGroupEntry,
  type PermissionGroupForm,
} from "#domain/accounts/permission-editing.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Choice } from "#chrome/kit/field/choice.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Checklist } from "../administration/forms/checklist.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { AbilitySets } from "./ability-sets.tsx";
import css from "./permission-groups.module.css";

/** Adds (`group` null) or edits a permission group. The typed values stay when the server refuses them. */
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
  // The group as it was when the dialog opened: a save must not undo the change of another user.
  const [before] = useState(group);
  const others = groups.filter(({ id }) => id !== group?.id).map(({ name }) => name);
  const form = useForm<PermissionGroupForm>(group ?? emptyGroup, (typed) => {
    const fault = groupFault(typed, others);
    return {
      name:
        fault === "name-missing"
          ? say("permissions.nameMissing")
          : fault === "name-taken"
            ? say("permissions.nameTaken")
            : null,
      // The set itself shows what is missing.
      granted: fault === "set" ? "" : null,
    };
  });
  const { values, change } = form;

  return (
    <FormDialog
      title={say(group ? "permissions.editTitle" : "permissions.addTitle")}
      submitLabel={say("admin.save")}
      valid={form.isValid}
      wide="full"
      onSubmit={() => permissionGroups.save(before, values)}
      onDone={props.onSaved}
      onRefused={form.refused}
      now={group}
      onClose={props.onClose}
    >
      <div className={css.columns}>
        <div className={css.column}>
          <TextField {...form.field("name")} label={say("permissions.name")} maxLength={200} autoComplete="off" />
          <TextField {...form.field("description")} label={say("permissions.description")} maxLength={2000} />
          <div>
            <Checkbox
              isSelected={values.admin}
              onChange={(admin) => change({ admin })}
              aria-describedby="permission-admin-hint"
            >
              {say("permissions.admin")}
            </Checkbox>
            <p className={css.note} id="permission-admin-hint">
              {say("permissions.adminHint")}
            </p>
          </div>
          <Checklist
            label={say("permissions.users")}
            items={accounts.map(({ id, username }) => ({ id, name: username }))}
            chosen={values.members}
            onChange={(members) => change({ members })}
            empty={say("permissions.noUsers")}
          />
          <Checklist
            label={say("permissions.groups")}
            hint={say("permissions.groupsHint")}
            items={memberGroupChoices(groups, group?.id ?? null)}
            chosen={values.memberGroups}
            onChange={(memberGroups) => change({ memberGroups })}
            empty={say("permissions.noGroups")}
          />
          <div className={css.column}>
            <Choice
              label={say("permissions.apps")}
              value={values.apps === "all" ? "all" : "list"}
              options={[
                { id: "all", label: say("permissions.allApps") },
                { id: "list", label: say("permissions.appsChosen") },
              ]}
              onChange={(to) => change({ apps: to === "all" ? "all" : [] })}
            />
            {values.apps === "all" ? null : (
              <Checklist
                label={say("permissions.appsChosen")}
                items={domain.apps}
                chosen={values.apps}
                onChange={(apps) => change({ apps })}
                empty={say("permissions.noApps")}
              />
            )}
          </div>
        </div>
        <div className={css.column}>
          {(["granted", "revoked"] as const).map((side) => (
            <AbilitySets
              key={side}
              side={side}
              sets={values[side]}
              servers={domain.servers}
              onChange={(sets) => change({ [side]: sets })}
            />
          ))}
        </div>
      </div>
    </FormDialog>
  );
}
