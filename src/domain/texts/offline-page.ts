/** The address of the offline page in each language: the build writes them, the service worker shows one. */
import type { Language } from "./languages.ts";

export const offlinePage = (language: Language): string =>
  language === "en" ? "/offline.html" : `/offline-${language}.html`;
