/** The words of a failure, from the texts of one language. */
import type { Failure, Params, ParamValue } from "./failure.ts";

export interface Speech {
  /** the text of a code; undefined: this version, or what is loaded of it, has none */
  readonly text: (code: string) => string | undefined;
  /** puts values into a text; undefined when a value is missing */
  readonly fill: (text: string, values: Readonly<Record<string, string | number>>) => string | undefined;
  /** how one value is written; default: as it is, lists with `or` */
  readonly value?: (name: string, value: ParamValue, failure: Failure) => string | number;
}

const plain = (_name: string, value: ParamValue): string | number =>
  typeof value === "object" ? value.join(" or ") : value;

/**
 * In one sentence. A failure without a text here is shown by the English that came with it, and one whose text has no room for its
 * cause by that cause, which says it more exactly.
 */
export function failureText(failure: Failure, speech: Speech): string {
  const { code, params, cause, reason } = failure;
  const text = params === undefined ? undefined : speech.text(code);
  if (text === undefined || params === undefined) return reason ?? (cause ? failureText(cause, speech) : code);
  if (cause && !text.includes("{cause}")) return withCode(cause, speech);
  const values = valuesOf(failure, params, speech);
  return speech.fill(text, cause ? { ...values, cause: withCode(cause, speech) } : values) ?? reason ?? text;
}

/** What a server answered is shown as `{code}: {text}` (document 2, section 8); what this program found itself without a code. */
export const withCode = (failure: Failure, speech: Speech): string =>
  failure.status === undefined || failure.code === "" || failure.code.startsWith("network/")
    ? failureText(failure, speech)
    : `${failure.code}: ${failureText(failure, speech)}`;

const valuesOf = (failure: Failure, params: Params, { value = plain }: Speech): Record<string, string | number> =>
  Object.fromEntries(Object.entries(params).map(([name, each]) => [name, value(name, each, failure)]));

/** Puts values in the places of a text that knows no more than `{name}`. */
export function fillPlain(text: string, values: Readonly<Record<string, string | number>>): string | undefined {
  let isWhole = true;
  const filled = text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) isWhole = false;
    return value === undefined ? place : String(value);
  });
  return isWhole ? filled : undefined;
}

/** Speech from a table of texts. */
export const speechOf = (texts: Readonly<Record<string, string>>): Speech => ({
  text: (code) => (Object.hasOwn(texts, code) ? texts[code] : undefined),
  fill: fillPlain,
});
