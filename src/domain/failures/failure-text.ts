/** The text of a failure, from the texts of one language. */
import { bytesText } from "../texts/bytes.ts";
import { isolatedValues } from "../isolated.ts";
import { reasonWords } from "./system-reason.ts";
import type { Failure, Params, ParamValue } from "./failure.ts";

export interface Speech {
  /** the text of a code; undefined: this version, or its loaded part, has none */
  readonly text: (code: string) => string | undefined;
  /** puts values into a text; undefined when a value is missing */
  readonly fill: (text: string, values: Readonly<Record<string, string | number>>) => string | undefined;
  /** how one value is written; default: as in English, times in UTC */
  readonly value?: (name: string, value: ParamValue, failure: Failure) => string | number;
}

function plain(name: string, value: ParamValue): string | number {
  if (typeof value === "object") return value.join(" or ");
  if (typeof value === "number" && name === "size") return bytesText(value);
  if (typeof value === "number" && name === "time") return utcMinute(value);
  return value;
}

/** "2026-11-30 00:45 UTC" */
const utcMinute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/**
 * In one sentence. A failure without a text here is shown by the English text that came with it. A failure whose text
 * has no place for its cause is shown by that cause, which is more exact.
 */
export function failureText(failure: Failure, speech: Speech): string {
  const { code, params, cause, reason } = failure;
  const text = params === undefined ? undefined : speech.text(code);
  if (text === undefined || params === undefined) return reason ?? (cause ? failureText(cause, speech) : code);
  if (cause && !text.includes("{cause}")) return withCode(cause, speech);
  const values = valuesOf(failure, params, speech);
  const filled = speech.fill(text, cause ? { ...values, cause: withCode(cause, speech) } : values);
  // The reason at the end may have nothing to add.
  return filled?.trimEnd() ?? reason ?? text;
}

/**
 * A server's answer is shown as `{code}: {text}` (document 2, section 8); a failure that this program found itself
 * without a code.
 */
export const withCode = (failure: Failure, speech: Speech): string =>
  failure.status === undefined || failure.code === "" || failure.code.startsWith("network/")
    ? failureText(failure, speech)
    : `${failure.code}: ${failureText(failure, speech)}`;

const valuesOf = (failure: Failure, params: Params, { value = plain, text }: Speech): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, each]) => [
      name,
      name === "reason" && typeof each === "string"
        ? reasonWords(each, text, failure.code)
        : value(name, each, failure),
    ]),
  );

/** Puts values into the places of a text that uses nothing but `{name}`. */
function fillPlain(text: string, values: Readonly<Record<string, string | number>>): string | undefined {
  let isWhole = true;
  const filled = text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) isWhole = false;
    return value === undefined ? place : String(value);
  });
  return isWhole ? filled : undefined;
}

/** The same on a page: a name that is written from right to left turns nothing but itself. */
export const fillShown: Speech["fill"] = (text, values) => fillPlain(text, isolatedValues(values));

/** A `Speech` from a table of texts. */
export const speechOf = (texts: Readonly<Record<string, string>>): Speech => ({
  text: (code) => (Object.hasOwn(texts, code) ? texts[code] : undefined),
  fill: fillPlain,
});
