import { createIntl, createIntlCache } from "react-intl";
import { describe, expect, test } from "vitest";
import { de } from "#chrome/texts/de/all.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { sameEverywhere } from "#chrome/texts/translated.ts";
import { failureTexts } from "#chrome/texts/failure-texts.ts";
import { ja } from "#chrome/texts/ja/all.ts";
import { trouble } from "#domain/failures/en/trouble.ts";
import * as outsideGerman from "#domain/texts/de.ts";
import * as outsideEnglish from "#domain/texts/en.ts";
import { filled } from "#domain/texts/filled.ts";
import * as outsideJapanese from "#domain/texts/ja.ts";

const argumentsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name ?? ""))].sort();
/** Including the texts of pages, mails and the like, which are not part of the client's chunks. */
const whole = (texts: object, outside: object): Readonly<Record<string, string>> =>
  Object.assign({}, texts, ...(Object.values(outside) as object[]));
/** The client does not load English texts that only mails contain. */
const english = whole(en, { ...outsideEnglish, troubles: failureTexts(trouble) });

/** Units, and date patterns, which are written the same way in one of the languages. */
const sameByChance = ["pick.dateHint", "pick.timeHint", "export.timeHint"];

describe.each(Object.entries({ de: whole(de, outsideGerman), ja: whole(ja, outsideJapanese) }))(
  "%s",
  (locale, catalogue) => {
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

    test("has every text, except the few that are the same in every language", () => {
      const wanted = Object.keys(english).filter((id) => !(sameEverywhere as readonly string[]).includes(id));
      expect(Object.keys(catalogue).sort()).toEqual(wanted.sort());
    });

    test("leaves no sentence in English", () => {
      // A single word may be the same by chance (Status, Format, Zoom); several words are not.
      const words = (text: string): number => text.replaceAll(/\{[^{}]*\}/g, "").match(/\p{L}{2,}/gu)?.length ?? 0;
      const same = Object.entries(catalogue).filter(([id, text]) => text === english[id] && words(text) > 1);
      expect(same.map(([id]) => id).filter((id) => !sameByChance.includes(id))).toEqual([]);
    });
  },
);

/**
 * The pseudo-locale: accents and 40 % more length, arguments unchanged. A text that it cannot format is not valid ICU.
 */
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

test.each(Object.entries({ en: outsideEnglish, de: outsideGerman, ja: outsideJapanese }))(
  "%s texts that stand outside the client need no more of ICU than their parameters",
  (locale, outside) => {
    const messages = whole({}, outside);
    const intl = createIntl({ locale, messages: { ...messages } }, createIntlCache());
    for (const [id, text] of Object.entries(messages)) {
      const values = Object.fromEntries(argumentsOf(text).map((name) => [name, `<${name}>`]));
      expect(filled(text, values), id).toBe(intl.formatMessage({ id }, values));
    }
  },
);
