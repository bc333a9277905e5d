import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ServerSettings } from "#actions/administration/system-actions.ts";
import {
  FACTOR_RULES,
  type FactorRule,
  SECURITY_DEFAULTS,
  SECURITY_FIELDS,
  securityChange,
  securityFaults,
  type SecurityField,
  type SecurityForm,
  securityForm,
} from "#domain/accounts/sign-in-security.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import css from "../administration/forms/form.module.css";
import { SettingsState } from "./settings-state.tsx";

const SETTINGS = ["settings"] as const;

/** What is in force for signing in at this server, which of it is a default, and the dialog that changes it. */
export function SignInSecurityCard() {
  const { session } = useProduct();
  const { system } = useAdministration();
  const here = useServerHere();
  const say = useText();
  const queries = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const now = useQuery({ queryKey: SETTINGS, queryFn: ({ signal }) => valueOf(system.settings(signal)) });
  useFollowed("settings", SETTINGS);
  const worded = (field: SecurityField, count: number): string => {
    const value = say(`security.${field}.value`, { count });
    const standard = SECURITY_DEFAULTS[field];
    return count === standard
      ? say("security.isDefault", { value })
      : say("security.notDefault", { value, standard: say(`security.${field}.value`, { count: standard }) });
  };
  return (
    <Card
      title={say("security.title")}
      actions={
        <Button isDisabled={!now.isSuccess} onPress={() => setChanging(true)}>
          {say("security.change")}
        </Button>
      }
    >
      <SettingsState of={now} />
      {now.isSuccess ? (
        <dl className={css.facts}>
          {SECURITY_FIELDS.map((field) => [
            <dt key={`${field}-name`}>{say(`security.${field}`)}</dt>,
            <dd key={field}>{worded(field, now.data[field])}</dd>,
          ])}
          <dt>{say("security.secondFactor")}</dt>
          <dd>{say(`security.secondFactor.${now.data.secondFactor}`)}</dd>
        </dl>
      ) : null}
      {isChanging && now.data ? (
        <SecurityDialog
          now={now.data}
          onSaved={() => {
            void queries.invalidateQueries();
            if (here === null) void session.refreshAbout();
          }}
          onClose={() => setChanging(false)}
        />
      ) : null}
    </Card>
  );
}

function SecurityDialog(props: {
  readonly now: ServerSettings;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const { system } = useAdministration();
  const say = useText();
  // Somebody else's change meanwhile is not undone by ours.
  const [before] = useState(props.now);
  const form = useForm<SecurityForm & { readonly secondFactor: FactorRule }>(
    { ...securityForm(before), secondFactor: before.secondFactor },
    securityFaults,
  );
  const { secondFactor } = form.values;
  return (
    <FormDialog
      title={say("security.changeTitle")}
      submitLabel={say("security.save")}
      valid={form.isValid}
      onSubmit={() =>
        system.changeSettings({
          ...securityChange(before, form.values),
          ...(secondFactor === before.secondFactor ? {} : { secondFactor }),
        })
      }
      onDone={props.onSaved}
      now={props.now}
      onClose={props.onClose}
    >
      {SECURITY_FIELDS.map((field) => (
        <TextField
          key={field}
          {...form.field(field)}
          label={say(`security.${field}`)}
          hint={say(`security.${field}.hint`)}
          inputMode="numeric"
          autoComplete="off"
        />
      ))}
      <div>
        <Select
          label={say("security.secondFactor")}
          value={secondFactor}
          options={FACTOR_RULES.map((id) => ({ id, label: say(`security.secondFactor.${id}`) }))}
          onChange={(rule) => form.change({ secondFactor: rule })}
        />
        <p className={css.small}>{say("security.secondFactor.hint")}</p>
      </div>
    </FormDialog>
  );
}
