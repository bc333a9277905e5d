import type { SignsInBy } from "#domain/accounts/users.ts";
import { Select } from "#chrome/kit/field/select.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "../administration/forms/form.module.css";
import { useCompany } from "./company/company-card.tsx";
import { useDirectory } from "./company/directory-card.tsx";

/** Who checks an account. Shown only where there is a choice, or the account is not checked by this server. */
export function SignsInByField(props: {
  readonly value: SignsInBy;
  /** who checks it now */
  readonly before: SignsInBy;
  readonly isDisabled: boolean;
  readonly onChange: (value: SignsInBy) => void;
}) {
  const { value, before, isDisabled, onChange } = props;
  const say = useText();
  const company = useCompany();
  const directory = useDirectory();
  const offered = new Set<SignsInBy>(["password", before, value]);
  if (company.data?.settings) offered.add("company");
  if (directory.data?.settings) offered.add("directory");
  if (offered.size < 2 || isDisabled) return null;
  return (
    <div>
      <Select
        label={say("users.signsInBy")}
        value={value}
        options={[...offered].map((id) => ({ id, label: say(`users.signsInBy.${id}`) }))}
        onChange={onChange}
      />
      {value === "password" ? null : <p className={css.small}>{say("users.signsInBy.hint")}</p>}
    </div>
  );
}
