/** The boxes of the user dialog that apply the same change to every server of the aggregator, and their values. */
import { type BulkPlan, planCreate, planReplicate } from "#domain/accounts/bulk-users.ts";
import type { UserForm, UserTask } from "#domain/accounts/users.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import css from "../administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";

interface Everywhere {
  /** this server only, or all */
  readonly on: boolean;
  /** an edit is also made on servers that have no such user yet */
  readonly alsoCreate: boolean;
}
export const onlyHere: Everywhere = { on: false, alsoCreate: false };

/** `before`: the present name of the edited user; null: a new user. */
export function taskOf(before: string | null, { on, alsoCreate }: Everywhere): UserTask {
  if (before === null) return "new";
  return on && alsoCreate ? "bulk-create" : "edit";
}
export const planOf = (before: string | null, form: UserForm, { alsoCreate }: Everywhere): BulkPlan =>
  before === null ? planCreate(withPassword(form)) : planReplicate(before, withPassword(form), alsoCreate);
/** Only accounts with a password are the same everywhere: each server has a company of its own. */
const withPassword = ({ username, role, password }: UserForm) => ({
  username,
  role,
  password: password === "" ? null : password,
});

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
