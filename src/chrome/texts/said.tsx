/**
 * What the domain and the actions say is the catalogue's own English. Where it is shown, those words are found again and
 * said in the language of the page; a server's own words, which are in no catalogue, stay as they are.
 */
import { Children, type ReactNode, useCallback } from "react";
import { useIntl } from "react-intl";
import { type ErrorCode, errors } from "#domain/errors.ts";
import { type Say, useText } from "./use-text.ts";

interface Pattern {
  readonly code: ErrorCode;
  readonly match: RegExp;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\/]/g, String.raw`\$&`);
/** `failed to remove camera {name}` as an expression with a group `name`. */
const expression = (text: string): RegExp =>
  new RegExp(`^${escaped(text).replaceAll(/\{(\w+)\}/g, "(?<$1>.+)")}$`, "s");

let patterns: readonly Pattern[] | undefined;
const known = (): readonly Pattern[] =>
  (patterns ??= (Object.keys(errors) as ErrorCode[])
    // A text of nothing but parameters would be found in every other.
    .filter((code) => /[a-z]/i.test(errors[code].text.replaceAll(/\{\w+\}/g, "")))
    .map((code) => ({ code, match: expression(errors[code].text) })));

/** `text` in the words of `say`, where it is a text of the error catalogue, with or without a code before it. */
export function translateSaid(text: string, say: Say): string {
  for (const { code, match } of known()) {
    const found = match.exec(text);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(
      ([name, value]) => [name, translateSaid(value, say)] as const,
    );
    return say(`error.${code}`, Object.fromEntries(values));
  }
  const coded = /^([\w/.-]+: )(.+)$/s.exec(text);
  return coded?.[1] && coded[2] ? coded[1] + translateSaid(coded[2], say) : text;
}

/** `said(text)`: a sentence of the catalogue in the language of the page. */
export function useSaid(): (text: string) => string {
  const english = /^en\b/.test(useIntl().locale);
  const say = useText();
  return useCallback((text) => (english ? text : translateSaid(text, say)), [english, say]);
}

/** Its texts, said in the language of the page; elements among them stay. */
export function Said({ children }: { readonly children: ReactNode }): ReactNode {
  const said = useSaid();
  return Children.map(children, (child) => (typeof child === "string" ? said(child) : child));
}
