/**
 * What the domain and the actions say, and a recorder of its events, is the catalogue's own English. Where it is shown,
 * those words are found again and said in the language of the page; a server's other words, which are in no catalogue, stay
 * as they are.
 */
import { Children, type ReactNode, useCallback } from "react";
import { useIntl } from "react-intl";
import { sayAgain, type SaidPattern, saidPatterns } from "#domain/texts/said.ts";
import type { TextId } from "./en.ts";
import { englishTexts } from "./english.ts";
import { namingSettings } from "./setting-words.ts";
import { type Say, useText } from "./use-text.ts";

let known = { of: {}, patterns: [] as readonly SaidPattern<TextId>[] };
/** Of the texts that are loaded by now. */
function patterns(): readonly SaidPattern<TextId>[] {
  const texts = englishTexts();
  if (known.of !== texts) {
    const sentences = Object.entries(texts).filter(([id]) => /^(error|event)\./.test(id));
    known = { of: texts, patterns: saidPatterns(Object.fromEntries(sentences) as Record<TextId, string>) };
  }
  return known.patterns;
}

/** `text` in the words of `say`, where it is a text of the error catalogue, with or without a code before it. */
export const translateSaid = (text: string, say: Say): string => sayAgain(text, patterns(), namingSettings(say));

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
