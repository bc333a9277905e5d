/** The languages of the product, and the choice of one for a reader. All of them run from left to right. */

export type Language = "en" | "de" | "ja";
export const LANGUAGES: readonly Language[] = ["en", "de", "ja"];

const languageIn = (tag: string): Language | undefined =>
  LANGUAGES.find((each) => each === tag.toLowerCase().split("-")[0]);

/**
 * The first of the wanted languages (`navigator.languages`) that the product has; English where it has none of them.
 */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = languageIn(tag);
    if (language) return language;
  }
  return "en";
}

/**
 * The language with the region that the browser is set to; the region decides how dates and hours (12 or 24) are
 * written.
 */
export const regional = (language: Language, browser: readonly string[]): string =>
  browser.find((each) => each === language || each.startsWith(`${language}-`)) ?? language;
