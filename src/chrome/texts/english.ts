/**
 * The English texts that are loaded so far. Sign-in needs few texts, and the stage does not need those of the
 * administration: further texts are loaded with the first screen that may show them, so that no user waits for texts
 * that they do not read.
 */
import { firstTexts } from "./parts/sign-in.ts";

let loaded: Readonly<Record<string, string>> = firstTexts;

/** The texts by their ids; a new object after each load. */
export const englishTexts = (): Readonly<Record<string, string>> => loaded;

/** Called by a file of texts when it has been loaded. */
export function haveEnglish(more: Readonly<Record<string, string>>): void {
  loaded = { ...loaded, ...more };
}
