import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/** A form's faults as react-hook-form takes them; `message` is the text to show. */
export const resolved =
  <Form extends FieldValues>(faultsOf: (form: Form) => { readonly [Field in keyof Form]?: string }): Resolver<Form> =>
  (values) => {
    const faults = Object.entries(faultsOf(values));
    if (faults.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(faults.map(([field, message]) => [field, { type: "fault", message }]));
    return { values: {}, errors: errors as FieldErrors<Form> };
  };
