/** The source of the texts of each language. English is the default of every text. */
import type { Language } from "#domain/texts/languages.ts";

export type Messages = Record<string, string>;

/** A chunk of its own for each language. */
export const catalogues: Readonly<Record<Exclude<Language, "en">, () => Promise<Messages>>> = {
  de: async () => (await import("#chrome/texts/de/all.ts")).de,
  ja: async () => (await import("#chrome/texts/ja/all.ts")).ja,
};
