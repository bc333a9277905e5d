/** One form of dates and times for the whole page. */
import type { IntlShape } from "react-intl";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { formatLocal, type LocalFormat, type ZoneOffset } from "#domain/timeline/zone.ts";
import type { TimeForm } from "#state/preference-store.ts";

export interface ShownTime {
  /** the day; `zone`: IANA name, absent: the browser's */
  readonly date: (ms: number, zone?: string) => string;
  /** the day, hours and minutes */
  readonly minute: (ms: number, zone?: string) => string;
  /** to the second */
  readonly second: (ms: number, zone?: string) => string;
}

const browserZone: ZoneOffset = (utcMs) => -new Date(utcMs).getTimezoneOffset() * 60_000;

/** Both forms count 24 hours. */
export function shownTime(form: TimeForm, intl: Pick<IntlShape, "formatDate">): ShownTime {
  const iso = (format: LocalFormat) => (ms: number, zone?: string) =>
    formatLocal(ms, zone === undefined ? browserZone : namedZone(zone), format);
  if (form === "iso")
    return { date: iso("yyyy-MM-dd"), minute: iso("yyyy-MM-dd HH:mm"), second: iso("yyyy-MM-dd HH:mm:ss") };
  const own = (timeStyle?: "short" | "medium") => (ms: number, timeZone?: string) =>
    intl.formatDate(ms, {
      dateStyle: "medium",
      ...(timeStyle === undefined ? {} : { timeStyle, hourCycle: "h23" }),
      ...(timeZone === undefined ? {} : { timeZone }),
    });
  return { date: own(), minute: own("short"), second: own("medium") };
}
