import { plainTyped } from "../plain-typed.ts";
import { localParts, partsToUtc, type ZoneOffset } from "./zone.ts";

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * The days that can be typed, whatever the page's language is: "2026-11-05", "2026/11/05", "05.11.2026", "Nov 5, 2026",
 * "5 November 2026". A form that means two days ("05/11/2026") is none of them.
 */
const DAYS: readonly { readonly text: RegExp; readonly day: (...parts: readonly string[]) => Day }[] = [
  {
    text: /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/,
    day: (year, _, month, day) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
  {
    text: /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/,
    day: (day, month, year) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
  {
    text: /^([a-z]{3,9})\.?\s+(\d{1,2})(?:,\s*|\s+)(\d{4})$/i,
    day: (month = "", day, year) => ({ year: Number(year), month: monthOf(month), day: Number(day) }),
  },
  {
    text: /^(\d{1,2})\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i,
    day: (day, month = "", year) => ({ year: Number(year), month: monthOf(month), day: Number(day) }),
  },
];

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The day that a text names; null when it names none. Whether there is such a day says the calendar. */
export function readDay(text: string): Day | null {
  for (const { text: form, day } of DAYS) {
    const read = form.exec(plainTyped(text));
    if (read) return day(...read.slice(1));
  }
  return null;
}

/** Server ms of a day and "HH:MM" or "HH:MM:SS" in a zone, null when the text is not such a time. */
export function readTime(text: string, zone: ZoneOffset): number | null {
  const read = /^(.*?)(?:\s*,\s*|\s+|T)(\d{1,2}):(\d{2})(?::(\d{2}))?$/s.exec(plainTyped(text));
  if (!read) return null;
  const named = readDay(read[1] ?? "");
  const [hour = 0, minute = 0, second = 0] = read.slice(2).map((part) => Number(part ?? 0));
  if (!named || hour > 23 || minute > 59 || second > 59) return null;
  const timeMs = partsToUtc({ ...named, hour, minute, second }, zone);
  const back = localParts(timeMs, zone);
  // Date turns the 31st of June into the 1st of July and the year 26 into 1926: such texts are not dates.
  return back.year === named.year && back.month === named.month && back.day === named.day ? timeMs : null;
}
