/**
 * The English texts that are loaded so far. Sign-in needs few; the rest comes with the first screen that is no sign-in, so
 * that nobody waits for words that they do not read.
 */
import type { TextId } from "./en.ts";
import { firstTexts } from "./first.ts";

let loaded: Readonly<Record<string, string>> = firstTexts;

/** Loads all of them; a screen is shown after that. */
export async function loadAllTexts(): Promise<void> {
  loaded = (await import("./en.ts")).en;
}

export const englishText = (id: TextId): string | undefined => loaded[id];
