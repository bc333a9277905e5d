/** What an account may be given beside its role. */
import { rolePermissions } from "#domain/accounts/access.ts";
import type { UserForm } from "#domain/accounts/users.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "../administration/forms/form.module.css";

type Added = "unmask" | "share";

export function AddedRights(props: {
  readonly values: Pick<UserForm, "role" | Added>;
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<Pick<UserForm, Added>>) => void;
}) {
  const { values, isDisabled, onChange } = props;
  const say = useText();
  // Administrators may both by their role.
  const byRole = rolePermissions[values.role].includes("config");
  return (["unmask", "share"] as const).map((right) => (
    <div key={right}>
      <Checkbox
        isSelected={byRole || values[right] === true}
        isDisabled={byRole || isDisabled}
        onChange={(on) => onChange({ [right]: on })}
        aria-describedby={`user-${right}-hint`}
      >
        {say(`users.${right}`)}
      </Checkbox>
      <p className={css.small} id={`user-${right}-hint`}>
        {say(byRole ? `users.${right}ByRole` : `users.${right}Hint`)}
      </p>
    </div>
  ));
}
