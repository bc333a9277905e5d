/**
 * The English texts that are loaded so far. Sign-in needs few and the stage not those of the administration: the others
 * come with the first screen that may say them, so that nobody waits for words that they do not read.
 */
import { firstTexts } from "./parts/sign-in.ts";

let loaded: Readonly<Record<string, string>> = firstTexts;

/** By their ids; another object once there are more. */
export const englishTexts = (): Readonly<Record<string, string>> => loaded;

/** Said by a file of texts when it has been loaded. */
export function haveEnglish(more: Readonly<Record<string, string>>): void {
  loaded = { ...loaded, ...more };
}
