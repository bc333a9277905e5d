/** A dialog for a name; further fields of the named object are passed as children. */
import type { Result } from "#base/result.ts";
import type { Wording } from "#chrome/texts/use-failure-text.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { type ReactNode, useState } from "react";
import { FormFrame } from "#chrome/kit/dialog/form-frame.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useFirstField } from "#chrome/kit/dialog/use-first-field.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./panel/panel.module.css";

export interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly saveLabel: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  /** what is wrong with the name, null: nothing; shown after the user has left the field or has pressed save */
  readonly problem: Wording | null;
  /** said below the field; it keeps nobody from saving */
  readonly hint?: string | undefined;
  /** when it fails, the typed name stays */
  readonly onSave: () => Promise<Result<unknown, Failure>>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function NameDialog(props: NameDialogProps): ReactNode {
  const say = useText();
  const { problem } = props;
  const [touched, setTouched] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [processing, setProcessing] = useState(false);
  const field = useFirstField();
  const error = failure ?? (touched ? problem : null);
  const save = async (): Promise<void> => {
    setTouched(true);
    if (processing || problem !== null) return;
    setProcessing(true);
    const saved = await props.onSave();
    setProcessing(false);
    if (saved.ok) props.onSaved();
    else setFailure(saved.error);
  };
  return (
    <FormFrame
      title={props.title}
      submitLabel={props.saveLabel}
      cancelLabel={say("app.cancel")}
      canSubmit
      processing={processing}
      onSubmit={save}
      onClose={props.onClose}
      formClass={css.form ?? ""}
    >
      <TextField
        label={props.label}
        value={props.name}
        onChange={(typed) => {
          setFailure(null);
          props.onName(typed);
        }}
        onBlur={() => setTouched(true)}
        inputRef={field}
        maxLength={200}
        autoComplete="off"
        validationBehavior="aria"
        {...(error === null ? {} : { error })}
        hint={props.hint}
      />
      {props.children}
    </FormFrame>
  );
}
