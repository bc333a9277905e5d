/** Where the texts of each language come from, and how its region is known. English is the default of every text. */
import type { Language } from "#state/preference-store.ts";

export type Messages = Record<string, string>;

/** The language with the region that the browser is set to, which says how dates and hours (12 or 24) are written. */
export const regional = (language: Language, browser: readonly string[]): string =>
  browser.find((each) => each === language || each.startsWith(`${language}-`)) ?? language;

/** A chunk of its own for each language. */
export const catalogues: Readonly<Record<Exclude<Language, "en">, () => Promise<Messages>>> = {
  de: async () => (await import("#chrome/texts/de.ts")).de,
  ja: async () => (await import("#chrome/texts/ja.ts")).ja,
};
