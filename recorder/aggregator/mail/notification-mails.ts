/** What stands in the mails of notifications. Plain text; the subject is the notification's name. */
import type { Failure } from "#domain/failures/failure.ts";
import type { MailSpeech, MailTextId } from "./mail-speech.ts";
import type { Trigger } from "#domain/servers/notifications.ts";

const MAX_LINES = 200;

/** One thing that happened. */
export interface Line {
  readonly kind: string;
  readonly told: Failure;
  readonly whenMs: number;
}

/** Where, when and in which language mails are written. */
export interface Letterhead {
  /** of the aggregator */
  readonly sender: string;
  /** IANA name */
  readonly zone: string;
  readonly speech: MailSpeech;
}

const titles: Readonly<Record<Trigger | "camera-back" | "server-back", MailTextId>> = {
  "camera-unreachable": "mails.camera-unreachable",
  "camera-back": "mails.camera-back",
  "server-unreachable": "mails.server-unreachable",
  "server-back": "mails.server-back",
  "server-error": "mails.server-error",
};
const isKnown = (kind: string): kind is keyof typeof titles => Object.hasOwn(titles, kind);

export const alertText = (lines: readonly Line[], head: Letterhead): string =>
  [...listed(lines, head), "", head.speech.say("mails.once"), ...signature(head)].join("\n");

/** `open`: what is still wrong when the mail is written. */
export function digestText(
  period: { readonly fromMs: number; readonly toMs: number },
  lines: readonly Line[],
  open: readonly Line[],
  head: Letterhead,
): string {
  const { zone, speech } = head;
  const at = (ms: number): string => speech.time(ms, zone);
  return [
    speech.say("mails.period", { from: at(period.fromMs), to: at(period.toMs), zone }),
    "",
    ...(lines.length === 0 ? [speech.say("mails.noEvents")] : [speech.say("mails.events"), ...listed(lines, head)]),
    "",
    ...(open.length === 0 ? [speech.say("mails.allWell")] : [speech.say("mails.still"), ...listed(open, head)]),
    ...signature(head),
  ].join("\n");
}

function listed(lines: readonly Line[], { zone, speech }: Letterhead): string[] {
  const shown = lines.slice(0, MAX_LINES).map(({ kind, told, whenMs }) => {
    const title = isKnown(kind) ? speech.say(titles[kind]) : kind;
    return speech.say("mails.line", { when: speech.time(whenMs, zone), title, message: plainLine(speech.told(told)) });
  });
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...shown, speech.say("mails.more", { count: more })] : shown;
}

/** Names come from recorders, which may be others than ours: none begins a line of its own, or turns the writing round. */
const plainLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();

const signature = ({ sender, zone, speech }: Letterhead): string[] => [
  "",
  "-- ",
  speech.say("mails.signature", { sender, zone }),
  "",
];
