import { useState } from "react";

/** What is wrong with the fields, by a rule of the domain; a field without an entry, or with null, is fine. */
export type FieldFaults<Values, Fault> = { readonly [Name in keyof Values]?: Fault | null };

export interface Form<Values, Fault = string> {
  readonly values: Values;
  /** what it began with: a save that compares with it does not undo what somebody else has changed meanwhile */
  readonly first: Values;
  /** of all fields, also those that nobody has left yet */
  readonly faults: FieldFaults<Values, Fault>;
  readonly isValid: boolean;
  readonly change: (part: Partial<Values>) => void;
  /** what a text field takes; its fault shows from the moment that it was left */
  readonly field: <Name extends keyof Values>(name: Name) => FieldBinding<Values[Name], Fault>;
}
export interface FieldBinding<Value, Fault> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly error: Fault | undefined;
}

/**
 * The state of a form: what is typed, and what is wrong with it. `faultsOf` is asked at every drawing, so a rule may take
 * whatever the dialog knows. The one style of form here: docs/decisions/0020-one-form-style.md.
 */
export function useForm<Values extends object, Fault = string>(
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
