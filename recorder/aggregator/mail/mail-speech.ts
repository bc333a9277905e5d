/**
 * The language of mails: texts, times, and the watch's English messages. A recipient is an address without an account
 * and so without a preferred language; the option mail.language sets the language for all mails.
 */
import { all as germanFailures } from "#domain/failures/de/all.ts";
import { all as englishFailures } from "#domain/failures/en/all.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { failureText, type Speech, speechOf } from "#domain/failures/failure-text.ts";
import { all as japaneseFailures } from "#domain/failures/ja/all.ts";
import * as de from "#domain/texts/de.ts";
import * as en from "#domain/texts/en.ts";
import { filled } from "#domain/texts/filled.ts";
import * as ja from "#domain/texts/ja.ts";
import type { Language } from "#domain/texts/languages.ts";
import { isZone, namedZone } from "#domain/timeline/named-zone.ts";
import { formatLocal } from "#domain/timeline/zone.ts";

export type MailTextId = keyof typeof en.mails;
type Texts<Id extends string> = Readonly<Record<Id, string>>;

const mails: Readonly<Record<Language, Texts<MailTextId>>> = { en: en.mails, de: de.mails, ja: ja.mails };
const failures: Readonly<Record<Language, Speech>> = {
  en: speechOf(englishFailures),
  de: speechOf(germanFailures),
  ja: speechOf(japaneseFailures),
};

export interface MailSpeech {
  readonly say: (id: MailTextId, values?: Readonly<Record<string, string | number>>) => string;
  /** What happened, in this language; what a camera or a mail server said itself stays. */
  readonly told: (told: Failure) => string;
  /** date and time of day in a zone (IANA name) */
  readonly time: (ms: number, zone: string) => string;
}

export function mailSpeech(language: Language): MailSpeech {
  const say: MailSpeech["say"] = (id, values) => filled(mails[language][id], values);
  const told: MailSpeech["told"] = (happened) => failureText(happened, failures[language]);
  if (language === "en")
    // English mails keep the pattern that the documents give for states.
    return { say, told, time: (ms, zone) => formatLocal(ms, namedZone(zone), PATTERN) };
  return {
    say,
    told,
    time: (ms, zone) =>
      new Intl.DateTimeFormat(language, {
        dateStyle: "medium",
        timeStyle: "medium",
        timeZone: isZone(zone) ? zone : "UTC",
      }).format(ms),
  };
}

const PATTERN = "yyyy-MM-dd HH:mm:ss";
