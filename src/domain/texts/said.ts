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

/** `text` in the words of `say`, where it is one of the texts, with or without a code before it; else as it is. */
export function sayAgain<Id extends string>(
  text: string,
  patterns: readonly SaidPattern<Id>[],
  say: (id: Id, values: Readonly<Record<string, string>>) => string,
): string {
  for (const { id, match } of patterns) {
    const found = match.exec(text);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(
      ([name, value]) => [name, sayAgain(value, patterns, say)] as const,
    );
    return say(id, Object.fromEntries(values));
  }
  const coded = /^([\w/.-]+: )(.+)$/s.exec(text);
  return coded?.[1] && coded[2] ? coded[1] + sayAgain(coded[2], patterns, say) : text;
}
