/** The exported page's texts, numbers and times in the language of the reader. */
import * as de from "#domain/texts/de.ts";
import * as en from "#domain/texts/en.ts";
import * as ja from "#domain/texts/ja.ts";
import { filled } from "#domain/texts/filled.ts";
import { type Language, languageOf, regional } from "#domain/texts/languages.ts";

type PageTextId = keyof typeof en.dewarpPage;

export interface PageSpeech {
  readonly language: Language;
  readonly say: (id: PageTextId, values?: Readonly<Record<string, string | number>>) => string;
  readonly number: (value: number) => string;
  /** date and time of day where the page is viewed */
  readonly time: (ms: number) => string;
}

const texts: Readonly<Record<Language, Readonly<Record<PageTextId, string>>>> = {
  en: en.dewarpPage,
  de: de.dewarpPage,
  ja: ja.dewarpPage,
};

/** `wanted`: the languages that the browser is set to. */
export function pageSpeech(wanted: readonly string[]): PageSpeech {
  const language = languageOf(wanted);
  const locale = regional(language, wanted);
  const times = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
  const numbers = new Intl.NumberFormat(locale);
  return {
    language,
    say: (id, values) => filled(texts[language][id], values),
    number: (value) => numbers.format(value),
    time: (ms) => times.format(ms),
  };
}
