import { localParts, partsToUtc, type ZoneOffset } from "./zone.ts";

/** Server ms of "YYYY-MM-DD HH:MM:SS" in a zone (seconds may be left out), null when the text is not such a time. */
export function readTime(text: string, zone: ZoneOffset): number | null {
  const read = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*$/.exec(text);
  if (!read) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = read
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return null;
  const timeMs = partsToUtc({ year, month, day, hour, minute, second }, zone);
  const back = localParts(timeMs, zone);
  // Date turns the 31st of June into the 1st of July and the year 26 into 1926: such texts are not dates.
  return back.year === year && back.month === month && back.day === day ? timeMs : null;
}
