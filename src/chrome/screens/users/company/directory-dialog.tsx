import { type ReactNode, useState } from "react";
import type { DirectoryFacts, DirectoryTested } from "#actions/administration/directory-actions.ts";
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { directoryAsk, directoryFaults, type DirectoryForm, directoryForm } from "#domain/accounts/directory-form.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import css from "#chrome/screens/administration/forms/form.module.css";
import type { GrantOption } from "./grants-field.tsx";
import { TestButton, WhoFields } from "./setup-fields.tsx";

type TextName = Exclude<
  { [Name in keyof DirectoryForm]: DirectoryForm[Name] extends string ? Name : never }[keyof DirectoryForm],
  "others" | "contact"
>;

/** Sets up the company's directory. What is typed can be tried before it is saved. */
export function DirectoryDialog(props: {
  readonly now: DirectoryFacts;
  readonly options: readonly GrantOption[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const { directory } = useAdministration();
  const say = useText();
  const [now] = useState(props.now);
  const form = useForm<DirectoryForm>(() => directoryForm(now.settings), directoryFaults);
  const { values, change } = form;
  const text = (name: TextName, more: { hint?: ReactNode; type?: string; multiline?: boolean } = {}) => (
    <TextField {...form.field(name)} label={say(`directory.${name}`)} autoComplete="off" spellCheck="false" {...more} />
  );
  return (
    <FormDialog
      title={say("directory.changeTitle")}
      submitLabel={say("security.save")}
      valid={form.isValid}
      onSubmit={() => directory.save(directoryAsk(values))}
      onDone={props.onSaved}
      onRefused={form.refused}
      onClose={props.onClose}
      wide
    >
      <fieldset className={css.group}>
        <legend>{say("directory.connection")}</legend>
        {text("address", { hint: say("directory.address.hint") })}
        <Checkbox
          isSelected={values.startTls}
          isDisabled={!values.address.startsWith("ldap:")}
          onChange={(startTls) => change({ startTls })}
        >
          {say("directory.startTls")}
        </Checkbox>
        {text("ca", { hint: say("directory.ca.hint"), multiline: true })}
        <div className={css.row}>
          {text("bindDn", { hint: say("directory.bindDn.hint") })}
          {text("bindPassword", {
            type: "password",
            ...(now.settings?.hasPassword === true ? { hint: say("company.secretKept") } : {}),
          })}
        </div>
        {text("userDn", { hint: say("directory.userDn.hint", { place: "{name}" }) })}
      </fieldset>
      <fieldset className={css.group}>
        <legend>{say("directory.search")}</legend>
        <div className={css.row}>
          {text("base")}
          {text("filter", { hint: say("directory.filter.hint", { place: "{name}" }) })}
        </div>
        <div className={css.row}>
          {text("nameAttribute", { hint: say("directory.nameAttribute.hint") })}
          {text("groupsAttribute", { hint: say("directory.groupsAttribute.hint") })}
        </div>
        <div className={css.row}>
          {text("groupsBase", { hint: say("directory.groupsBase.hint") })}
          {text("groupsFilter", { hint: say("directory.groupsFilter.hint", { place: "{dn}" }) })}
        </div>
      </fieldset>
      <WhoFields values={values} options={props.options} onChange={change}>
        <TextField
          {...form.field("contact")}
          label={say("company.contact")}
          hint={say("company.contact.hint")}
          autoComplete="off"
        />
      </WhoFields>
      <TestFields
        canTest={form.isValid}
        test={(name, password) => directory.test(directoryAsk(values), name, password)}
      />
    </FormDialog>
  );
}

/** Tries what is typed with the name of somebody, and with their password where people bind themselves. */
function TestFields(props: {
  readonly canTest: boolean;
  readonly test: (name: string, password: string) => Promise<Result<DirectoryTested, Failure>>;
}) {
  const say = useText();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  return (
    <fieldset className={css.group}>
      <legend>{say("company.test")}</legend>
      <div className={css.row}>
        <TextField label={say("directory.testName")} value={name} onChange={setName} autoComplete="off" />
        <TextField
          label={say("directory.testPassword")}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="off"
        />
      </div>
      <TestButton
        label={say("directory.test")}
        hint={say("directory.test.hint")}
        canTest={props.canTest}
        test={() => props.test(name.trim(), password)}
        renderGood={({ person }) => (
          <>
            <strong>{say("directory.test.good")}</strong>
            {person === null ? null : (
              <>
                <div>{say("directory.test.person", { dn: person.dn, name: person.name })}</div>
                <div>{say("directory.test.groups", { count: person.groups.length })}</div>
                {person.groups.map((group) => (
                  <div key={group}>{group}</div>
                ))}
              </>
            )}
          </>
        )}
      />
    </fieldset>
  );
}
