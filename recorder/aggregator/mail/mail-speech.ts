/**
 * The language of mails: texts, times, and the watch's English messages. A recipient is an address without an account
 * and so
 * without a preferred language; the option mail.language sets the language for all mails.
 */
import { errors } from "#domain/errors.ts";
import * as de from "#domain/texts/de.ts";
import * as en from "#domain/texts/en.ts";
import { filled } from "#domain/texts/filled.ts";
import * as ja from "#domain/texts/ja.ts";
import type { Language } from "#domain/texts/languages.ts";
import { sayAgain, saidPatterns } from "#domain/texts/said.ts";
import { isZone, namedZone } from "#domain/timeline/named-zone.ts";
import { formatLocal } from "#domain/timeline/zone.ts";

export type MailTextId = keyof typeof en.mails;
type ServerError = keyof typeof de.serverErrors;
type Texts<Id extends string> = Readonly<Record<Id, string>>;
type SaidId = keyof typeof en.troubles | ServerError;

const mails: Readonly<Record<Language, Texts<MailTextId>>> = { en: en.mails, de: de.mails, ja: ja.mails };
const said: Readonly<Record<Exclude<Language, "en">, Texts<SaidId>>> = {
  de: { ...de.troubles, ...de.serverErrors },
  ja: { ...ja.troubles, ...ja.serverErrors },
};
const englishErrors = Object.fromEntries(
  Object.keys(de.serverErrors).map((id) => [id, errors[id.slice("error.".length) as keyof typeof errors].text]),
) as Record<ServerError, string>;
const patterns = saidPatterns<SaidId>({ ...en.troubles, ...englishErrors });

export interface MailSpeech {
  readonly say: (id: MailTextId, values?: Readonly<Record<string, string | number>>) => string;
  /** A message of the watch in this language; words of a camera or a mail server stay as they are. */
  readonly said: (message: string) => string;
  /** date and time of day in a zone (IANA name) */
  readonly time: (ms: number, zone: string) => string;
}

export function mailSpeech(language: Language): MailSpeech {
  const say: MailSpeech["say"] = (id, values) => filled(mails[language][id], values);
  if (language === "en")
    // English mails keep the pattern that the specification gives for states.
    return { say, said: (message) => message, time: (ms, zone) => formatLocal(ms, namedZone(zone), PATTERN) };
  return {
    say,
    said: (message) => sayAgain(message, patterns, (id, values) => filled(said[language][id], values)),
    time: (ms, zone) =>
      new Intl.DateTimeFormat(language, {
        dateStyle: "medium",
        timeStyle: "medium",
        timeZone: isZone(zone) ? zone : "UTC",
      }).format(ms),
  };
}

const PATTERN = "yyyy-MM-dd HH:mm:ss";
