import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { useState } from "react";

/** The faults of the fields, by a rule of the domain. A field without an entry, or with null, is valid. */
type FieldFaults<Values, Fault> = { readonly [Name in keyof Values]?: Fault | null };

export interface Form<Values, Fault = Wording> {
  readonly values: Values;
  /**
   * the values that the form began with: a save compares with them, so that it does not undo what another user has
   * changed meanwhile
   */
  readonly first: Values;
  /** the faults of all fields, also of those that the user has not left yet */
  readonly faults: FieldFaults<Values, Fault>;
  readonly isValid: boolean;
  readonly change: (part: Partial<Values>) => void;
  /** the props of a text field; its fault shows from the moment that the user has left the field */
  readonly field: <Name extends keyof Values>(name: Name) => FieldBinding<Values[Name], Fault>;
}
interface FieldBinding<Value, Fault> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly error: Fault | undefined;
}

/**
 * The state of a form: its typed values and their faults. `faultsOf` is called at each render, so a rule may use
 * everything that the dialog knows. All forms use this one style: docs/decisions/0020-one-form-style.md.
 */
export function useForm<Values extends object, Fault = Wording>(
  start: Values | (() => Values),
  faultsOf: (values: Values) => FieldFaults<Values, Fault> = () => ({}),
): Form<Values, Fault> {
  const [first] = useState(start);
  const [values, setValues] = useState(first);
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set());
  const faults = faultsOf(values);
  const change = (part: Partial<Values>): void => setValues((known) => ({ ...known, ...part }));
  return {
    values,
    first,
    faults,
    isValid: Object.values(faults).every((fault) => fault === null || fault === undefined),
    change,
    field: (name) => ({
      value: values[name],
      onChange: (value) => setValues((known) => ({ ...known, [name]: value })),
      onBlur: () => setLeft((known) => new Set([...known, name])),
      error: left.has(name) ? (faults[name] ?? undefined) : undefined,
    }),
  };
}
