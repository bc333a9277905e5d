import { createIntl, createIntlCache } from "react-intl";
import { describe, expect, test } from "vitest";
import { de } from "#chrome/texts/de.ts";
import { en } from "#chrome/texts/en.ts";
import { ja } from "#chrome/texts/ja.ts";

const argumentsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name ?? ""))].sort();
const english = en as Record<string, string>;

describe.each(Object.entries({ de, ja }))("%s", (locale, catalogue) => {
  test("has the arguments of the English texts, and every text is good ICU", () => {
    const errors: unknown[] = [];
    const intl = createIntl(
      { locale, messages: { ...catalogue }, onError: (error) => errors.push(error) },
      createIntlCache(),
    );
    for (const [id, text] of Object.entries(catalogue)) {
      expect(argumentsOf(text), id).toEqual(argumentsOf(english[id] ?? ""));
      const values = Object.fromEntries(argumentsOf(text).map((name) => [name, 2]));
      expect(intl.formatMessage({ id }, values), id).not.toBe("");
    }
    expect(errors).toEqual([]);
  });

  test("has every text of signing in, of the navigation, of the application's dialogs and of these screens", () => {
    const translated = /^(signIn|nav|death|dialog|plugin|disk|admin|users|retention|status|report|activation)\./;
    // The pattern of a code is the same in every language.
    const same = new Set(["activation.codeHint", "activation.renewalHint"]);
    const wanted = Object.keys(en).filter((id) => translated.test(id) && !same.has(id));
    expect(wanted.filter((id) => !(id in catalogue))).toEqual([]);
  });
});

/** The pseudo-locale: accents and 40 % more length, arguments untouched. What it cannot format is no ICU. */
const pseudo = (text: string): string => {
  let depth = 0;
  const widened = Array.from(text, (letter) => {
    if (letter === "{") depth += 1;
    if (letter === "}") depth -= 1;
    const at = "aeiouAEIOU".indexOf(letter);
    return depth === 0 && at >= 0 ? ("áéíóúÁÉÍÓÚ"[at] ?? letter) : letter;
  });
  return `[${widened.join("")}${"·".repeat(Math.ceil(text.length * 0.4))}]`;
};

test("every English text is good ICU, also in the pseudo-locale", () => {
  const errors: unknown[] = [];
  const messages = Object.fromEntries(Object.entries(english).map(([id, text]) => [id, pseudo(text)]));
  const intl = createIntl({ locale: "en", messages, onError: (error) => errors.push(error) }, createIntlCache());
  for (const [id, text] of Object.entries(english)) {
    const values = Object.fromEntries(argumentsOf(text).map((name) => [name, 2]));
    expect(intl.formatMessage({ id }, values), id).toMatch(/^\[.*\]$/s);
  }
  expect(errors.map(String)).toEqual([]);
});
