import { createIntl, createIntlCache } from "react-intl";
import { describe, expect, test } from "vitest";
import { de } from "#chrome/texts/de.ts";
import { en, sameEverywhere } from "#chrome/texts/en.ts";
import { ja } from "#chrome/texts/ja.ts";
import { translateSaid } from "#chrome/texts/said.tsx";
import type { Say } from "#chrome/texts/use-text.ts";
import { administrationErrors } from "#domain/administration-errors.ts";
import { errors } from "#domain/errors.ts";
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
      // One word may be the same by chance (Status, Format, Zoom); several words are not.
      const words = (text: string): number => text.replaceAll(/\{[^{}]*\}/g, "").match(/\p{L}{2,}/gu)?.length ?? 0;
      const same = Object.entries(catalogue).filter(([id, text]) => text === english[id] && words(text) > 1);
      expect(same.map(([id]) => id).filter((id) => !sameByChance.includes(id))).toEqual([]);
    });
  },
);

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
    ["The recorder has started.", "Der Recorder ist gestartet."],
    [
      "Gate / Main is restarting. stream/no-answer: the connection was refused",
      "Gate / Main startet neu. stream/no-answer: die Verbindung wurde abgelehnt",
    ],
    ["Gate / Main is idle.", "Gate / Main ruht."],
    [
      "Recordings cannot be written: full. 12 MB are free",
      "Aufzeichnungen können nicht geschrieben werden: voll. 12 MB are free",
    ],
    ["Gate reports that an input is on: door.", "Gate meldet, dass ein Eingang an ist: door."],
    ["The license covers 4 cameras, there are 5.", "Die Lizenz gilt für 4 Kameras, es gibt 5."],
    ["Night watch: its SMTP server was removed", "Night watch: Der SMTP-Server dazu wurde entfernt"],
    ["Night watch: the connection was refused", "Night watch: die Verbindung wurde abgelehnt"],
    ["camera/refused: 401 Unauthorized", "camera/refused: 401 Unauthorized"],
    ["The camera said {no}", "The camera said {no}"],
    [
      "stream/unsupported: FrameRate cannot be set to 7.",
      "stream/unsupported: Bildrate lässt sich nicht auf 7 setzen.",
    ],
    ["FineTuning cannot be set to much.", "Fine Tuning lässt sich nicht auf much setzen."],
    [
      "Gate: Audio settings of this camera cannot be changed from here.",
      "Gate: Audio-Einstellungen dieser Kamera lassen sich von hier aus nicht ändern.",
    ],
    [
      "10.0.0.1:8080: 409 user/exists: A user already exists with name x",
      "10.0.0.1:8080: 409 user/exists: Ein Benutzer mit dem Namen x existiert bereits",
    ],
    [
      "onvif/unreachable: The camera cannot be reached: the camera refused the connection.",
      "onvif/unreachable: Die Kamera ist nicht erreichbar: die Kamera hat die Verbindung abgelehnt.",
    ],
    [
      "client/bad-file: The file is no client: it has more than 5000 files.",
      "client/bad-file: Die Datei ist kein Client: sie enthält mehr als 5000 Dateien.",
    ],
    [
      "camera/bad-uri: The connection URI must begin with rtsp:// or rtsps://.",
      "camera/bad-uri: Die Verbindungsadresse muss mit rtsp:// oder rtsps:// beginnen.",
    ],
  ])("%s", (text, german) => expect(translateSaid(text, say)).toBe(german));

  const all: Readonly<Record<string, { readonly text: string }>> = { ...errors, ...administrationErrors };
  test.each([
    ["de", de, /[a-zäöüß]{2}/i],
    ["ja", ja, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
  ] as const)("is found again for every error, in %s", (locale, messages, words) => {
    const { formatMessage } = createIntl({ locale, messages: { ...messages } }, createIntlCache());
    const translate: Say = (id, values) => formatMessage({ id }, values ? { ...values } : undefined);
    expect(Object.keys(all).length).toBe(Object.keys(errors).length + Object.keys(administrationErrors).length);
    for (const [code, { text }] of Object.entries(all)) {
      // Nothing but parameters: there is no word to say.
      if (!/[a-z]/i.test(text.replaceAll(/\{\w+\}/g, ""))) continue;
      const values = Object.fromEntries(argumentsOf(text).map((name, index) => [name, `X${index}`]));
      const said = translateSaid(`area/what: ${filled(text, values)}`, translate);
      const known: string | undefined = (messages as Readonly<Record<string, string>>)[`error.${code}`];
      expect(said, code).toBe(`area/what: ${filled(known ?? "none", values)}`);
      expect(known, code).toMatch(words);
      expect(known, code).not.toBe(text);
    }
  });
});
