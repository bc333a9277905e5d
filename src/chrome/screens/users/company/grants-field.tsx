import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { Grant } from "#domain/accounts/company-sign-in.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import form from "#chrome/screens/administration/forms/form.module.css";
import css from "./company.module.css";

export interface GrantOption {
  readonly id: string;
  readonly label: string;
}

const NOBODY = "none";

/** Which group there gets what here, a row each; and what the others get. */
export function GrantsField(props: {
  readonly grants: readonly Grant[];
  readonly others: string;
  readonly options: readonly GrantOption[];
  readonly onChange: (change: { grants?: readonly Grant[]; others?: string }) => void;
}) {
  const { grants, others, options, onChange } = props;
  const say = useText();
  const first = options[0]?.id ?? "";
  const put = (at: number, change: Partial<Grant>): void =>
    onChange({ grants: grants.map((one, index) => (index === at ? { ...one, ...change } : one)) });
  return (
    <>
      <p className={form.small}>{say("company.grants.hint")}</p>
      {grants.map(({ group, grants: granted }, at) => (
        <div className={css.grant} key={at}>
          <TextField
            label={say("company.group", { number: at + 1 })}
            value={group}
            onChange={(text) => put(at, { group: text })}
            autoComplete="off"
          />
          <Select
            label={say("company.granted")}
            value={granted}
            options={options}
            onChange={(id) => put(at, { grants: id })}
          />
          <IconButton
            label={say("company.removeGrant", { number: at + 1 })}
            onPress={() => onChange({ grants: grants.filter((_one, index) => index !== at) })}
          >
            <IconTrash size={16} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button size="small" onPress={() => onChange({ grants: [...grants, { group: "", grants: first }] })}>
          <IconPlus size={14} aria-hidden="true" />
          {say("company.addGrant")}
        </Button>
      </div>
      <Select
        label={say("company.others")}
        value={others === "" ? NOBODY : others}
        options={[{ id: NOBODY, label: say("company.othersNone") }, ...options]}
        onChange={(id) => onChange({ others: id === NOBODY ? "" : id })}
      />
    </>
  );
}
