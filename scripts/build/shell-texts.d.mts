import type { Plugin } from "vite";
import type { Language } from "#domain/texts/languages.ts";
export const descriptions: {
  readonly lang: string;
  readonly dir: "ltr";
  readonly description: string;
  readonly description_localized: Readonly<Record<string, string>>;
};
export function offlineHtml(language: Language): string;
export function shellTexts(): Plugin;
export function offlinePages(): Plugin;
