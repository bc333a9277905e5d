/**
 * What the domain and the actions say is the catalogue's own English. Where it is shown, those words are found again and
 * said in the language of the page; a server's own words, which are in no catalogue, stay as they are.
 */
import { Children, type ReactNode, useCallback } from "react";
import { useIntl } from "react-intl";
import type { TextId } from "./en.ts";
import { englishTexts } from "./english.ts";
import { type Say, useText } from "./use-text.ts";

interface Pattern {
  readonly id: TextId;
  readonly match: RegExp;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\/]/g, String.raw`\$&`);
/** `failed to remove camera {name}` as an expression with a group `name`. */
const expression = (text: string): RegExp =>
  new RegExp(`^${escaped(text).replaceAll(/\{(\w+)\}/g, "(?<$1>.+)")}$`, "s");

const patternsOf = (texts: Readonly<Record<string, string>>): readonly Pattern[] =>
  Object.entries(texts)
    // A text of nothing but parameters would be found in every other.
    .filter(([id, text]) => id.startsWith("error.") && /[a-z]/i.test(text.replaceAll(/\{\w+\}/g, "")))
    .map(([id, text]) => ({ id: id as TextId, match: expression(text) }));

let known = { of: {}, patterns: [] as readonly Pattern[] };
/** Of the texts that are loaded by now. */
function patterns(): readonly Pattern[] {
  const texts = englishTexts();
  if (known.of !== texts) known = { of: texts, patterns: patternsOf(texts) };
  return known.patterns;
}

/** `text` in the words of `say`, where it is a text of the error catalogue, with or without a code before it. */
export function translateSaid(text: string, say: Say): string {
  for (const { id, match } of patterns()) {
    const found = match.exec(text);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(
      ([name, value]) => [name, translateSaid(value, say)] as const,
    );
    return say(id, Object.fromEntries(values));
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
