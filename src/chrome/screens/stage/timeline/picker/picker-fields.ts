/** Converts a time to the date picker's fields and back. */
import type { Result } from "#base/result.ts";
import { type PickFault, pickedTime } from "#domain/timeline/date-picker.ts";
import { localParts, type ZoneOffset } from "#domain/timeline/zone.ts";

const two = (value: number): string => String(value).padStart(2, "0");

/** The fields for a time. */
export function fieldsOf(timeMs: number, zone: ZoneOffset) {
  const { year, month, day, hour, minute, second } = localParts(timeMs, zone);
  return {
    timeMs,
    month: { year, month },
    date: `${year}-${two(month)}-${two(day)}`,
    time: `${two(hour)}:${two(minute)}`,
    seconds: two(second),
  };
}

/** The time that the fields stand for, or why they stand for none. */
export function readFields(
  date: string,
  time: string,
  seconds: string,
  nowMs: number,
  minMs: number | null,
  zone: ZoneOffset,
): Result<number, PickFault> {
  const day = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(date);
  const clock = /^\s*(\d{1,2}):(\d{2})\s*$/.exec(time);
  const second = seconds.trim() === "" ? 0 : Number(seconds);
  if (!day || !clock) return { ok: false, error: "not_a_date" };
  const parts = {
    year: Number(day[1]),
    month: Number(day[2]),
    day: Number(day[3]),
    hour: Number(clock[1]),
    minute: Number(clock[2]),
    second,
  };
  return pickedTime(parts, nowMs, minMs, zone);
}
