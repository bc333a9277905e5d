/**
 * The challenges of a 401 one by one. A server may write them into one header or into several, in any order, and realms contain
 * commas, quotes and even what looks like another challenge.
 */
const MOST_CHARACTERS = 8192;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;
/** A scheme is a word before the name of a parameter; the value of a parameter stands behind its equals sign. */
const SCHEME = /(?<![\w=-]|=\s+)[A-Za-z][\w-]*(?=\s+[A-Za-z][\w-]*\*?\s*=)/g;

/** Each with its scheme and its own parameters. */
export function challengesOf(headers: readonly string[]): string[] {
  return headers.flatMap((header) => {
    const text = header.slice(0, MOST_CHARACTERS);
    // Of the same length, so that places in it are places in the text.
    const masked = text.replaceAll(QUOTED, (quoted) => `"${"_".repeat(quoted.length - 2)}"`);
    const starts = [...masked.matchAll(SCHEME)].map(({ index }) => index);
    return starts.map((start, at) => text.slice(start, starts[at + 1]).replace(/[\s,]+$/, ""));
  });
}

export const isDigest = (challenge: string): boolean => /^digest\s/i.test(challenge);

/** Whether only the nonce was too old, so that the same login is asked for once more. */
export const isStale = (challenge: string): boolean =>
  /(?:^|[\s,])stale\s*=\s*"?true/i.test(challenge.replaceAll(/"(?!true")(?:[^"\\]|\\.)*"/gi, '""'));
