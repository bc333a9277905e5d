import { createIntl, createIntlCache } from "react-intl";
import { describe, expect, test } from "vitest";
import { de } from "#chrome/texts/de.ts";
import { en, sameEverywhere } from "#chrome/texts/en.ts";
import { ja } from "#chrome/texts/ja.ts";
import { translateSaid } from "#chrome/texts/said.tsx";
import type { Say } from "#chrome/texts/use-text.ts";
import { type ErrorCode, errors, say as sayEnglish } from "#domain/errors.ts";
import * as outsideGerman from "#domain/texts/de.ts";
import * as outsideEnglish from "#domain/texts/en.ts";
import { filled } from "#domain/texts/filled.ts";
import * as outsideJapanese from "#domain/texts/ja.ts";

const argumentsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name ?? ""))].sort();
/** With the texts of pages, mails and the like, which are no part of the client's chunks. */
const whole = (texts: object, outside: object): Readonly<Record<string, string>> =>
  Object.assign({}, texts, ...(Object.values(outside) as object[]));
const english = whole(en, outsideEnglish);

/** Units, and the patterns of dates, which one of the languages writes the same way. */
const sameByChance = ["pick.dateHint", "pick.timeHint", "export.timeHint"];

describe.each(Object.entries({ de: whole(de, outsideGerman), ja: whole(ja, outsideJapanese) }))("%s", (locale, catalogue) => {
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
    // One word may be the same by chance (Status, Format, Zoom); several words are not.
    const words = (text: string): number => text.replaceAll(/\{[^{}]*\}/g, "").match(/\p{L}{2,}/gu)?.length ?? 0;
    const same = Object.entries(catalogue).filter(([id, text]) => text === english[id] && words(text) > 1);
    expect(same.map(([id]) => id).filter((id) => !sameByChance.includes(id))).toEqual([]);
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

describe("what the domain says in the catalogue's English", () => {
  const intl = createIntl({ locale: "de", messages: { ...de } }, createIntlCache());
  const say: Say = (id, values) => intl.formatMessage({ id }, values ? { ...values } : undefined);

  test.each([
    ["Preset name is required.", "Der Name der Position fehlt."],
    ["A user already exists with name a.b (c)", "Ein Benutzer mit dem Namen a.b (c) existiert bereits"],
    ["user/exists: A user already exists with name x", "user/exists: Ein Benutzer mit dem Namen x existiert bereits"],
    [
      "Failed to get policy data: no response from server",
      "Die Aufbewahrungsregeln konnten nicht abgerufen werden: keine Antwort vom Server",
    ],
    ["it does not accept this aggregator's tokens", "er nimmt die Tokens dieses Aggregators nicht an"],
    [
      "orchid/unreachable: The server cannot be reached: it answered with status 404.",
      "orchid/unreachable: Der Server ist nicht erreichbar: er hat mit dem Status 404 geantwortet.",
    ],
    [
      "permission/too-many-cameras: Your permission groups name more than about 5000 single cameras of this server: it must be given as a whole.",
      "permission/too-many-cameras: Ihre Berechtigungsgruppen nennen mehr als etwa 5000 einzelne Kameras dieses Servers: Er muss als Ganzes freigegeben werden.",
    ],
    [
      "orchid/not-a-recorder: There is no Proscenium recorder at this address: it has no id.",
      "orchid/not-a-recorder: Unter dieser Adresse steht kein Proscenium-Recorder: er hat keine Kennung.",
    ],
    ["camera/refused: 401 Unauthorized", "camera/refused: 401 Unauthorized"],
    ["The camera said {no}", "The camera said {no}"],
  ])("%s", (text, german) => expect(translateSaid(text, say)).toBe(german));

  test("is found again for every error", () => {
    for (const code of Object.keys(errors) as ErrorCode[]) {
      const values = {
        n: 3,
        count: 12,
        name: "N",
        reason: "R",
        message: "M",
        host: "H",
        status: "S",
        hours: 2,
        id: "7",
        VALUE: "V",
      };
      expect(translateSaid(sayEnglish(code, values), say), code).toBe(say(`error.${code}`, values));
    }
  });
});
