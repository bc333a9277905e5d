/**
 * Sentences of the catalogue, found again by their English and said in another language: what the domain, the actions and
 * the servers say is English until it is shown.
 */

export interface SaidPattern<Id extends string> {
  readonly id: Id;
  readonly match: RegExp;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\/]/g, String.raw`\$&`);
/** `failed to remove camera {name}` as an expression with a group `name`. */
const expression = (text: string): RegExp =>
  new RegExp(`^${escaped(text).replaceAll(/\{(\w+)\}/g, "(?<$1>.+)")}$`, "s");

/** What `sayAgain` looks through; `texts`: English texts by their ids. */
export const saidPatterns = <Id extends string>(texts: Readonly<Record<Id, string>>): readonly SaidPattern<Id>[] =>
  (Object.entries(texts) as [Id, string][])
    // A text of nothing but parameters would be found in every other.
    .filter(([, text]) => /[a-z]/i.test(text.replaceAll(/\{\w+\}/g, "")))
    .map(([id, text]) => ({ id, match: expression(text) }));

/** A server's code before its sentence: no part of a name that the sentence may begin with. */
const CODED = /^([a-z-]+\/[\w-]+: )(.+)$/s;
/** What stands before a sentence: names, a host, a status. */
const LED = /^(.*?: (?:\d{3} )?)(.+)$/s;

/** `text` in the words of `say`, where it is one of the texts, or one stands behind names and codes (`Gate: 409 user/exists: `). */
export function sayAgain<Id extends string>(
  text: string,
  patterns: readonly SaidPattern<Id>[],
  say: (id: Id, values: Readonly<Record<string, string>>) => string,
): string {
  const again = (part: string): string => sayAgain(part, patterns, say);
  const [, code, sentence] = CODED.exec(text) ?? [];
  if (code !== undefined && sentence !== undefined) return code + again(sentence);
  for (const { id, match } of patterns) {
    const found = match.exec(text);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([name, value]) => [name, again(value)] as const);
    return say(id, Object.fromEntries(values));
  }
  const [, lead, rest] = LED.exec(text) ?? [];
  return lead !== undefined && rest !== undefined ? lead + again(rest) : text;
}
