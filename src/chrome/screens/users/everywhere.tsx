/** The boxes of the user dialog that do the same on every server of the aggregator, and what they stand for. */
import { type BulkPlan, planCreate, planReplicate } from "#domain/accounts/bulk-users.ts";
import { type UserForm, userPayload, type UserTask } from "#domain/accounts/users.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import css from "../administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";

export interface Everywhere {
  /** this server only, or all */
  readonly on: boolean;
  /** when an edit is replicated: also where there is no such user */
  readonly alsoCreate: boolean;
}
export const onlyHere: Everywhere = { on: false, alsoCreate: false };

/** `before`: the name that the edited user has; null: a new one. */
export function taskOf(before: string | null, { on, alsoCreate }: Everywhere): UserTask {
  if (before === null) return "new";
  return on && alsoCreate ? "bulk-create" : "edit";
}
export const planOf = (before: string | null, form: UserForm, { alsoCreate }: Everywhere): BulkPlan =>
  before === null ? planCreate(userPayload(form)) : planReplicate(before, userPayload(form), alsoCreate);

export function EverywhereBoxes(props: {
  readonly isNew: boolean;
  readonly value: Everywhere;
  readonly onChange: (value: Everywhere) => void;
}) {
  const { isNew, value, onChange } = props;
  const say = useText();
  return (
    <div className={css.list}>
      <Checkbox isSelected={value.on} onChange={(on) => onChange({ on, alsoCreate: on && value.alsoCreate })}>
        {say(isNew ? "bulk.createAll" : "bulk.replicate")}
      </Checkbox>
      {isNew || !value.on ? null : (
        <div>
          <Checkbox
            isSelected={value.alsoCreate}
            onChange={(alsoCreate) => onChange({ ...value, alsoCreate })}
            aria-describedby="also-create-hint"
          >
            {say("bulk.alsoCreate")}
          </Checkbox>
          <p className={css.small} id="also-create-hint">
            {say("bulk.alsoCreateHint")}
          </p>
        </div>
      )}
    </div>
  );
}
