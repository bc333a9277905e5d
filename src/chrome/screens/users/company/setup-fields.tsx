/** What the dialogs of provider and directory share: who gets in, and the button that tries what is typed. */
import { type ReactNode, useState } from "react";
import type { Result } from "#base/result.ts";
import type { Grant } from "#domain/accounts/company-sign-in.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "#chrome/screens/administration/forms/form.module.css";
import own from "./company.module.css";
import { type GrantOption, GrantsField } from "./grants-field.tsx";

interface Who {
  readonly grants: readonly Grant[];
  readonly others: string;
  readonly makesAccounts: boolean;
}

export function WhoFields(props: {
  readonly values: Who;
  readonly options: readonly GrantOption[];
  readonly onChange: (change: Partial<Who>) => void;
  /** above and below */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}) {
  const { values, options, onChange } = props;
  const say = useText();
  return (
    <fieldset className={css.group}>
      <legend>{say("company.who")}</legend>
      {props.before}
      <GrantsField grants={values.grants} others={values.others} options={options} onChange={onChange} />
      <div>
        <Checkbox isSelected={values.makesAccounts} onChange={(makesAccounts) => onChange({ makesAccounts })}>
          {say("company.makesAccounts")}
        </Checkbox>
        <p className={css.small}>{say("company.makesAccounts.hint")}</p>
      </div>
      {props.children}
    </fieldset>
  );
}

/** Tries what is typed, and says what was answered. */
export function TestButton<T>(props: {
  readonly label: string;
  readonly hint: string;
  readonly canTest: boolean;
  readonly test: () => Promise<Result<T, Failure>>;
  readonly renderGood: (answer: T) => ReactNode;
}) {
  const say = useText();
  const [isTesting, setTesting] = useState(false);
  const [answer, setAnswer] = useState<Result<T, Failure> | null>(null);
  const run = async (): Promise<void> => {
    setTesting(true);
    setAnswer(null);
    setAnswer(await props.test());
    setTesting(false);
  };
  return (
    <>
      <div className={own.test}>
        <Button isDisabled={!props.canTest || isTesting} onPress={() => void run()}>
          {isTesting ? say("company.testing") : props.label}
        </Button>
        <span className={css.small}>{props.hint}</span>
      </div>
      <div aria-live="polite">
        {answer === null ? null : answer.ok ? (
          <Notice tone="info">{props.renderGood(answer.value)}</Notice>
        ) : (
          <Notice tone="bad">
            <FailureWords of={answer.error} />
          </Notice>
        )}
      </div>
    </>
  );
}
