import { type ReactNode, useState } from "react";
import type { DirectoryFacts, DirectoryTested } from "#actions/administration/directory-actions.ts";
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { directoryAsk, directoryFaults, type DirectoryForm, directoryForm } from "#domain/accounts/directory-form.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import css from "#chrome/screens/administration/forms/form.module.css";
import own from "./company.module.css";
import { type GrantOption, GrantsField } from "./grants-field.tsx";

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
      <fieldset className={css.group}>
        <legend>{say("company.who")}</legend>
        <GrantsField grants={values.grants} others={values.others} options={props.options} onChange={change} />
        <div>
          <Checkbox isSelected={values.makesAccounts} onChange={(makesAccounts) => change({ makesAccounts })}>
            {say("company.makesAccounts")}
          </Checkbox>
          <p className={css.small}>{say("company.makesAccounts.hint")}</p>
        </div>
        <TextField
          {...form.field("contact")}
          label={say("company.contact")}
          hint={say("company.contact.hint")}
          autoComplete="off"
        />
      </fieldset>
      <TestRow canTest={form.isValid} test={(name, password) => directory.test(directoryAsk(values), name, password)} />
    </FormDialog>
  );
}

/** Tries what is typed with the name of somebody, and with their password where people bind themselves. */
function TestRow(props: {
  readonly canTest: boolean;
  readonly test: (name: string, password: string) => Promise<Result<DirectoryTested, Failure>>;
}) {
  const say = useText();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [isTesting, setTesting] = useState(false);
  const [answer, setAnswer] = useState<Result<DirectoryTested, Failure> | null>(null);
  const run = async (): Promise<void> => {
    setTesting(true);
    setAnswer(null);
    setAnswer(await props.test(name.trim(), password));
    setTesting(false);
  };
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
      <div className={own.test}>
        <Button isDisabled={!props.canTest || isTesting} onPress={() => void run()}>
          {say(isTesting ? "company.testing" : "directory.test")}
        </Button>
        <span className={css.small}>{say("directory.test.hint")}</span>
      </div>
      <div aria-live="polite">
        {answer === null ? null : answer.ok ? (
          <Notice tone="info">
            <strong>{say("directory.test.good")}</strong>
            {answer.value.person === null ? null : (
              <>
                <div>
                  {say("directory.test.person", { dn: answer.value.person.dn, name: answer.value.person.name })}
                </div>
                <div>{say("directory.test.groups", { count: answer.value.person.groups.length })}</div>
                {answer.value.person.groups.map((group) => (
                  <div key={group}>{group}</div>
                ))}
              </>
            )}
          </Notice>
        ) : (
          <Notice tone="bad">
            <FailureWords of={answer.error} />
          </Notice>
        )}
      </div>
    </fieldset>
  );
}
