/** One form of dates and times for the whole page. */
import { namedZone } from "#domain/timeline/named-zone.ts";
import { type TimePart, type TimeStyle, writtenTime } from "#domain/timeline/written-time.ts";
import type { ZoneOffset } from "#domain/timeline/zone.ts";

/** `zone`: the offsets or the IANA name; absent: the browser's. */
type Written = (ms: number, zone?: string | ZoneOffset) => string;

export interface ShownTime {
  /** the day */
  readonly date: Written;
  /** the day, hours and minutes */
  readonly minute: Written;
  /** to the second */
  readonly second: Written;
}

export const browserZone: ZoneOffset = (utcMs) => -new Date(utcMs).getTimezoneOffset() * 60_000;

export function shownTime(style: TimeStyle): ShownTime {
  const by =
    (part: TimePart): Written =>
    (ms, zone = browserZone) =>
      writtenTime(ms, typeof zone === "string" ? namedZone(zone) : zone, part, style);
  return { date: by("date"), minute: by("minute"), second: by("second") };
}
