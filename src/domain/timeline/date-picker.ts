/** The date picker: days of a month with their density, and the time that GO gives (document 1, sections 2 and 9). */
import { fail, ok, type Result } from "#base/result.ts";
import { ARCHIVES_PER_STREAM_PER_DAY } from "../limits/timeline.ts";
import { dayKey, dayStart, type LocalParts, partsToUtc, type ZoneOffset } from "./zone.ts";

type DayDensity = "none" | "low" | "medium" | "high";

/** Share of the archives a day can have (1440 per stream): above 0.9 high, below 0.5 low, none at 0. */
export function dayDensity(archives: number, streams: number): DayDensity {
  if (archives <= 0 || streams <= 0) return "none";
  const share = archives / (streams * ARCHIVES_PER_STREAM_PER_DAY);
  return share > 0.9 ? "high" : share < 0.5 ? "low" : "medium";
}

export interface PickerDay {
  /** "2026-05-04" */
  readonly key: string;
  readonly day: number;
  readonly archives: number;
  readonly density: DayDensity;
  readonly today: boolean;
  /** after now or before the minimum: cannot be chosen */
  readonly disabled: boolean;
}
interface PickerInput {
  readonly archivesPerDay: Readonly<Record<string, number>>;
  readonly streamsCount: number;
  readonly nowMs: number;
  readonly minMs: number | null;
}

/** The days of a month (1..12) in order. */
export function monthDays(year: number, month: number, input: PickerInput, zone: ZoneOffset): PickerDay[] {
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const today = dayKey(input.nowMs, zone);
  return Array.from({ length: count }, (_, index) => {
    const start = partsToUtc({ year, month, day: index + 1, hour: 0, minute: 0, second: 0 }, zone);
    const key = dayKey(start, zone);
    const archives = input.archivesPerDay[key] ?? 0;
    const beforeMin = input.minMs !== null && dayStart(start, zone, 1) <= input.minMs;
    return {
      key,
      day: index + 1,
      archives,
      density: dayDensity(archives, input.streamsCount),
      today: key === today,
      disabled: start > input.nowMs || beforeMin,
    };
  });
}

/** Weekday of the month's first day, 0 = Sunday. */
export const firstWeekday = (year: number, month: number): number => new Date(Date.UTC(year, month - 1, 1)).getUTCDay();

interface WeekOf {
  /** 1 = Monday, 7 = Sunday */
  readonly firstDay: number;
}
interface WithWeek {
  readonly weekInfo?: WeekOf;
  readonly getWeekInfo?: () => WeekOf;
}

/** Weekday with which weeks begin where `locale` is spoken, 0 = Sunday. */
export function weekStart(locale: string): number {
  const known = new Intl.Locale(locale) as WithWeek;
  // Firefox has no data about weeks.
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: /^de\b/.test(locale) ? 1 : 7 };
  return firstDay % 7;
}

/** Whether the buttons to the month before and after lead anywhere. */
export function monthButtons(year: number, month: number, input: PickerInput, zone: ZoneOffset) {
  const first = partsToUtc({ year, month, day: 1, hour: 0, minute: 0, second: 0 }, zone);
  const next = partsToUtc({ year, month: month + 1, day: 1, hour: 0, minute: 0, second: 0 }, zone);
  return { previous: input.minMs === null || input.minMs < first, next: next <= input.nowMs };
}

export type PickFault = "not_a_date" | "after_now" | "before_minimum";

/** The time that GO seeks to. Dates after now are refused, never moved. */
export function pickedTime(
  parts: Omit<LocalParts, "ms">,
  nowMs: number,
  minMs: number | null,
  zone: ZoneOffset,
): Result<number, PickFault> {
  const { year, month, day, hour, minute, second } = parts;
  const whole = [year, month, day, hour, minute, second].every(Number.isInteger);
  const shown = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const same =
    whole &&
    shown.getUTCFullYear() === year &&
    shown.getUTCMonth() === month - 1 &&
    shown.getUTCDate() === day &&
    shown.getUTCHours() === hour &&
    shown.getUTCMinutes() === minute &&
    shown.getUTCSeconds() === second;
  if (!same) return fail("not_a_date");
  return allowedTime(partsToUtc(parts, zone), nowMs, minMs);
}

/** A time that GO may seek to: not after now, not before the minimum. */
export function allowedTime(
  timeMs: number,
  nowMs: number,
  minMs: number | null,
): Result<number, "after_now" | "before_minimum"> {
  if (timeMs > nowMs) return fail("after_now");
  if (minMs !== null && timeMs < minMs) return fail("before_minimum");
  return ok(timeMs);
}

/** The range of days to ask archives-per-day for when a month is shown. */
export const monthRange = (year: number, month: number, zone: ZoneOffset) => ({
  startMs: partsToUtc({ year, month, day: 1, hour: 0, minute: 0, second: 0 }, zone),
  stopMs: partsToUtc({ year, month: month + 1, day: 1, hour: 0, minute: 0, second: 0 }, zone),
});
