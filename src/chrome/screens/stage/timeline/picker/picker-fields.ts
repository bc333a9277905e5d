/** Converts a time to the date picker's fields and back. */
import type { Result } from "#base/result.ts";
import { type PickFault, pickedTime } from "#domain/timeline/date-picker.ts";
import { readDay } from "#domain/timeline/read-time.ts";
import { type TimeStyle, writtenTime } from "#domain/timeline/written-time.ts";
import { localParts, utcZone, type ZoneOffset } from "#domain/timeline/zone.ts";

const two = (value: number): string => String(value).padStart(2, "0");

/** The fields for a time. */
export function fieldsOf(timeMs: number, zone: ZoneOffset, style: TimeStyle) {
  const { year, month, hour, minute, second } = localParts(timeMs, zone);
  return {
    timeMs,
    month: { year, month },
    date: writtenTime(timeMs, zone, "date", style),
    time: `${two(hour)}:${two(minute)}`,
    seconds: two(second),
  };
}

/** The key of the day that the field names ("2026-05-04"), null when it names none. */
export function keyOf(date: string): string | null {
  const day = readDay(date);
  return day && `${day.year}-${two(day.month)}-${two(day.day)}`;
}

/** What the field shows for a day's key. */
export const dateOf = (key: string, style: TimeStyle): string =>
  writtenTime(Date.parse(`${key}T00:00Z`), utcZone, "date", style);

/** The time that the fields stand for, or why they stand for none. */
export function readFields(
  date: string,
  time: string,
  seconds: string,
  nowMs: number,
  minMs: number | null,
  zone: ZoneOffset,
): Result<number, PickFault> {
  const day = readDay(date);
  const clock = /^\s*(\d{1,2}):(\d{2})\s*$/.exec(time);
  const second = seconds.trim() === "" ? 0 : Number(seconds);
  if (!day || !clock) return { ok: false, error: "not_a_date" };
  const parts = {
    ...day,
    hour: Number(clock[1]),
    minute: Number(clock[2]),
    second,
  };
  return pickedTime(parts, nowMs, minMs, zone);
}
