import { type ReactNode, useState } from "react";
import type { CompanyFacts } from "#actions/administration/company-actions.ts";
import { companyAsk, companyFaults, type CompanyForm, companyForm } from "#domain/accounts/company-form.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import css from "#chrome/screens/administration/forms/form.module.css";
import type { GrantOption } from "./grants-field.tsx";
import { ProviderAddresses } from "./provider-addresses.tsx";
import { TestButton, WhoFields } from "./setup-fields.tsx";

type TextName = {
  [Name in keyof CompanyForm]: CompanyForm[Name] extends string ? Name : never;
}[keyof CompanyForm];

/** Sets up the company's provider. What is typed can be tried at the provider before it is saved. */
export function CompanyDialog(props: {
  readonly now: CompanyFacts;
  readonly options: readonly GrantOption[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const { company } = useAdministration();
  const here = useServerHere();
  const say = useText();
  const [now] = useState(props.now);
  const fresh = { label: say("company.newLabel"), publicAddress: here === null ? window.location.origin : "" };
  const form = useForm<CompanyForm>(() => companyForm(now.settings, fresh), companyFaults);
  const { values, change } = form;
  const text = (name: TextName, more: { hint?: ReactNode; type?: string; placeholder?: string } = {}) => (
    <TextField {...form.field(name)} label={say(`company.${name}`)} autoComplete="off" {...more} />
  );
  return (
    <FormDialog
      title={say("company.changeTitle")}
      submitLabel={say("security.save")}
      valid={form.isValid}
      onSubmit={() => company.save(companyAsk(values))}
      onDone={props.onSaved}
      onRefused={form.refused}
      onClose={props.onClose}
      wide
    >
      <fieldset className={css.group}>
        <legend>{say("company.provider")}</legend>
        {text("issuer", { hint: say("company.issuer.hint"), placeholder: "https://login.example.com/realms/company" })}
        <div className={css.row}>
          {text("clientId")}
          {text("clientSecret", {
            type: "password",
            hint: say(now.settings?.hasSecret === true ? "company.secretKept" : "company.secretHint"),
          })}
        </div>
        <div className={css.row}>
          {text("scopes", { hint: say("company.scopes.hint") })}
          {text("label", { hint: say("company.label.hint") })}
        </div>
        <TextField
          {...form.field("ca")}
          label={say("company.ca")}
          hint={say("company.ca.hint")}
          autoComplete="off"
          spellCheck="false"
          multiline
        />
        <Checkbox isSelected={values.signsOutThere} onChange={(signsOutThere) => change({ signsOutThere })}>
          {say("company.signsOutThere")}
        </Checkbox>
      </fieldset>
      <fieldset className={css.group}>
        <legend>{say("company.here")}</legend>
        {text("publicAddress", { hint: say("company.publicAddress.hint") })}
        <p className={css.small}>{say("company.tellProvider")}</p>
        <dl className={css.facts}>
          <ProviderAddresses publicAddress={values.publicAddress.replace(/\/+$/, "")} paths={now.paths} />
        </dl>
      </fieldset>
      <WhoFields
        values={values}
        options={props.options}
        onChange={change}
        before={
          <div className={css.row}>
            {text("nameClaim", { hint: say("company.nameClaim.hint") })}
            {text("groupsClaim", { hint: say("company.groupsClaim.hint") })}
          </div>
        }
      >
        <div className={css.row}>
          {text("domains", { hint: say("company.domains.hint") })}
          {text("contact", { hint: say("company.contact.hint") })}
        </div>
      </WhoFields>
      <TestButton
        label={say("company.test")}
        hint={say("company.test.hint")}
        canTest={form.isValid}
        test={() => company.test(companyAsk(values))}
        renderGood={({ clientAccepted, signsOutThere, tellsSignOut }) => (
          <>
            <strong>{say("company.test.good")}</strong>
            <div>{say(clientAccepted ? "company.test.client" : "company.test.clientUnsaid")}</div>
            <div>{say(signsOutThere ? "company.test.leaves" : "company.test.leavesNot")}</div>
            <div>{say(tellsSignOut ? "company.test.tells" : "company.test.tellsNot")}</div>
          </>
        )}
      />
    </FormDialog>
  );
}
