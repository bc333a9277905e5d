/** Names in Arabic or Hebrew within sentences and lists that are written from left to right. */

/** Letters that are written from right to left, and the controls of direction (UAX #9). */
const TURNS =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";
const OPENS_ISOLATE = /[\u2066-\u2068]/;

/**
 * A text that may turn the direction of writing, such that only itself is turned: it has its own direction, and what
 * stands around it keeps its place. Another text is returned as it is.
 */
export function isolated(text: string): string {
  if (!TURNS.test(text)) return text;
  let open = 0;
  let inside = "";
  for (const sign of text) {
    if (OPENS_ISOLATE.test(sign)) open += 1;
    // It would end the isolate around the text.
    if (sign === POP_ISOLATE && open === 0) continue;
    if (sign === POP_ISOLATE) open -= 1;
    inside += sign;
  }
  // Embeddings and overrides end with the isolate around them; isolates do not.
  return `${FIRST_STRONG_ISOLATE}${inside}${POP_ISOLATE.repeat(open + 1)}`;
}

/** Values for the places of a message. */
export const isolatedValues = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? isolated(value) : value]),
  );
