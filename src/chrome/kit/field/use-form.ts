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
  /**
   * takes a refusal of the server that is about one field; that field shows it until its value changes. False: it is
   * about no field
   */
  readonly refused: (failure: Wording) => boolean;
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
 * everything that the dialog knows. `places` says which field a refusal is about, by its code. All forms use this one
 * style: docs/decisions/0020-one-form-style.md.
 */
export function useForm<Values extends object, Fault = Wording>(
  start: Values | (() => Values),
  faultsOf: (values: Values) => FieldFaults<Values, Fault> = () => ({}),
  places: Readonly<Record<string, keyof Values>> = {},
): Form<Values, Fault | Wording> {
  const [first] = useState(start);
  const [values, setValues] = useState(first);
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set());
  const [refusal, setRefusal] = useState<{
    readonly of: keyof Values;
    readonly value: unknown;
    readonly why: Wording;
  }>();
  const faults = faultsOf(values);
  // A refusal about a value that no text field shows would be seen nowhere.
  const shown = new Set<keyof Values>();
  const change = (part: Partial<Values>): void => setValues((known) => ({ ...known, ...part }));
  return {
    values,
    first,
    faults,
    isValid: Object.values(faults).every((fault) => fault === null || fault === undefined),
    change,
    refused(why) {
      if (typeof why === "string") return false;
      const { code, cause } = why;
      const isMember = code === "request/invalid";
      const named = isMember ? cause?.params?.["field"] : places[code];
      const of = [...shown].find((name) => name === named);
      if (of !== undefined) setRefusal({ of, value: values[of], why: (isMember && cause) || why });
      return of !== undefined;
    },
    field(name) {
      shown.add(name);
      const own = refusal?.of === name && refusal.value === values[name] ? refusal.why : null;
      return {
        value: values[name],
        onChange: (value) => setValues((known) => ({ ...known, [name]: value })),
        onBlur: () => setLeft((known) => new Set([...known, name])),
        error: own ?? (left.has(name) ? faults[name] : null) ?? undefined,
      };
    },
  };
}
