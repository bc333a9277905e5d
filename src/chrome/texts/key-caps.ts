/** Keys as they are printed. */
import type { Say } from "./use-text.ts";

/** Keys whose caps are labelled with a word, which differs between the keyboards of different languages. */
const CAPS = [
  "Ctrl",
  "Shift",
  "Alt",
  "Enter",
  "Delete",
  "Space",
  "PageUp",
  "PageDown",
  "Home",
  "End",
  "Esc",
  "1–9",
] as const;

/** `Ctrl+K` as it is printed on keyboards of the page's language; "+" alone is a key. */
export function capsOf(chord: string, say: Say): string {
  if (chord.length === 1) return chord;
  const keys = chord.split("+").map((key) => {
    const cap = CAPS.find((each) => each === key);
    return cap ? say(`key.${cap}`) : key;
  });
  return keys.join(" + ");
}
