/** What stands in the mails of notifications. Plain text; the subject is the notification's name. */
import type { Trigger } from "#domain/notifications.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { formatLocal } from "#domain/timeline/zone.ts";

const MAX_LINES = 200;

/** One thing that happened. */
export interface Line {
  readonly kind: string;
  readonly message: string;
  readonly whenMs: number;
}

/** Where and when mails are written. */
export interface Letterhead {
  /** of the aggregator */
  readonly sender: string;
  /** IANA name */
  readonly zone: string;
}

const titles: Readonly<Record<Trigger | "camera-back" | "server-back", string>> = {
  "camera-unreachable": "Camera unreachable",
  "camera-back": "Camera recovered",
  "server-unreachable": "Server unreachable",
  "server-back": "Server recovered",
  "server-error": "Server error",
};
const isKnown = (kind: string): kind is keyof typeof titles => Object.hasOwn(titles, kind);
const titleOf = (kind: string): string => (isKnown(kind) ? titles[kind] : kind);

export const alertText = (lines: readonly Line[], head: Letterhead): string =>
  [
    ...listed(lines, head),
    "",
    "Each of these is told once. A camera or server that is back is told of when it has been well for a minute.",
    ...signature(head),
  ].join("\n");

/** `open`: what is still wrong when it is written. */
export function digestText(
  period: { readonly fromMs: number; readonly toMs: number },
  lines: readonly Line[],
  open: readonly Line[],
  head: Letterhead,
): string {
  const at = clockOf(head);
  return [
    `From ${at(period.fromMs)} to ${at(period.toMs)} (${head.zone}).`,
    "",
    ...(lines.length === 0 ? ["There were no events."] : ["Events:", ...listed(lines, head)]),
    "",
    ...(open.length === 0 ? ["Nothing is wrong now."] : ["Still so:", ...listed(open, head)]),
    ...signature(head),
  ].join("\n");
}

function listed(lines: readonly Line[], head: Letterhead): string[] {
  const at = clockOf(head);
  const shown = lines
    .slice(0, MAX_LINES)
    .map(({ kind, message, whenMs }) => `${at(whenMs)}  ${titleOf(kind)}: ${message}`);
  return lines.length > MAX_LINES ? [...shown, `and ${lines.length - MAX_LINES} more`] : shown;
}

const clockOf =
  ({ zone }: Letterhead) =>
  (ms: number): string =>
    formatLocal(ms, namedZone(zone), "yyyy-MM-dd HH:mm:ss");

const signature = ({ sender, zone }: Letterhead): string[] => ["", "-- ", `${sender}. Times are of ${zone}.`, ""];
