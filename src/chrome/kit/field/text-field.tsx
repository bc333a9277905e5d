import type { Wording } from "#chrome/texts/use-failure-text.ts";
import type { ReactNode, Ref } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from "react-aria-components/TextField";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import css from "./field.module.css";

export interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children"> {
  /** what is read out is this, unless `aria-label` says more; both together would be read one after the other */
  readonly label: string;
  readonly hint?: ReactNode;
  /** shown under the field; it marks the field as invalid */
  readonly error?: Wording | undefined;
  readonly placeholder?: string;
  readonly multiline?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A text field of one or more lines with its label, hint and error. */
export function TextField({ label, hint, error, placeholder, multiline = false, inputRef, ...rest }: TextFieldProps) {
  return (
    <AriaTextField {...rest} isInvalid={error !== undefined} className={css.field ?? ""}>
      {rest["aria-label"] === undefined ? (
        <Label className={css.label}>{label}</Label>
      ) : (
        <span className={css.label} aria-hidden="true">
          {label}
        </span>
      )}
      {multiline ? (
        <TextArea className={css.input ?? ""} {...(placeholder ? { placeholder } : {})} />
      ) : (
        <Input
          className={css.input ?? ""}
          {...(inputRef ? { ref: inputRef } : {})}
          {...(placeholder ? { placeholder } : {})}
        />
      )}
      {hint ? (
        <Text slot="description" className={css.hint ?? ""}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={css.error ?? ""}>
        <FailureWords of={error} />
      </FieldError>
    </AriaTextField>
  );
}
