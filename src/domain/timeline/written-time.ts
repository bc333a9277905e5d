/** Dates and times as people read them: by ISO 8601, or as the page's language writes them; always by 24 hours. */
import { formatLocal, type ZoneOffset } from "./zone.ts";

export type TimeForm = "iso" | "language";

export interface TimeStyle {
  readonly form: TimeForm;
  /** BCP 47, "de" */
  readonly language: string;
}
export const ISO_TIME: TimeStyle = { form: "iso", language: "en" };

/** The day; the day with hour and minute; the same to the second; month and day, for a tick of the timeline. */
export type TimePart = "date" | "minute" | "second" | "day";

const iso = {
  date: "yyyy-MM-dd",
  minute: "yyyy-MM-dd HH:mm",
  second: "yyyy-MM-dd HH:mm:ss",
  day: "%m/%d",
} as const;
const own: Readonly<Record<TimePart, Intl.DateTimeFormatOptions>> = {
  date: { dateStyle: "medium" },
  minute: { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" },
  second: { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" },
  day: { month: "short", day: "numeric" },
};
/** Making a format costs a hundred times as much as using it, and the timeline writes ticks in every frame. */
const made = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, part: TimePart): Intl.DateTimeFormat {
  const key = `${language} ${part}`;
  const known = made.get(key);
  if (known) return known;
  // The zone's offset is added to the time, because the zone is known only by its offsets here.
  const format = new Intl.DateTimeFormat(language, { ...own[part], timeZone: "UTC" });
  made.set(key, format);
  return format;
}

export const writtenTime = (utcMs: number, zone: ZoneOffset, part: TimePart, { form, language }: TimeStyle): string =>
  form === "iso" ? formatLocal(utcMs, zone, iso[part]) : formatOf(language, part).format(utcMs + zone(utcMs));
