/** Local time of a zone without a clock or a zone database: the caller gives the zone's offset at an instant. */

/** Local minus UTC, ms, at this instant. */
export type ZoneOffset = (utcMs: number) => number;
export const utcZone: ZoneOffset = () => 0;

/** The finest grid on which zones change. */
const QUARTER_MS = 900_000;
const KEPT_OFFSETS = 10_000;

/**
 * Asks for few offsets and keeps them: the browser takes so long for one that a month in quarters of an hour would cost
 * a frame. A day that begins and ends with the same offset has no other in between.
 */
export function cachedZone(zone: ZoneOffset): ZoneOffset {
  const kept = new Map<number, number>();
  const at = (gridMs: number): number => {
    const known = kept.get(gridMs);
    if (known !== undefined) return known;
    const offset = zone(gridMs);
    if (kept.size > KEPT_OFFSETS) kept.clear();
    kept.set(gridMs, offset);
    return offset;
  };
  return (utcMs) => {
    const day = Math.floor(utcMs / DAY_MS) * DAY_MS;
    const begin = at(day);
    return begin === at(day + DAY_MS) ? begin : at(Math.floor(utcMs / QUARTER_MS) * QUARTER_MS);
  };
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export interface LocalParts {
  readonly year: number;
  /** 1..12 */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
}

export function localParts(utcMs: number, zone: ZoneOffset): LocalParts {
  const local = new Date(utcMs + zone(utcMs));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    ms: local.getUTCMilliseconds(),
  };
}

/**
 * The instant of a local wall time (as ms of a UTC clock that shows it). A time that comes twice: the first; a skipped
 * one: right after the gap.
 */
export function localToUtc(localMs: number, zone: ZoneOffset): number {
  const before = localMs - zone(localMs - DAY_MS);
  const after = localMs - zone(localMs + DAY_MS);
  const [first, second] = before <= after ? [before, after] : [after, before];
  if (first + zone(first) === localMs) return first;
  if (second + zone(second) === localMs) return second;
  return before;
}

/** The instant of local parts; fields out of range carry over (day 32, month 13). */
export const partsToUtc = (parts: Omit<LocalParts, "ms"> & { readonly ms?: number }, zone: ZoneOffset): number =>
  localToUtc(
    Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second, parts.ms ?? 0),
    zone,
  );

/** The instant at which the local day of `utcMs` began, or the one `days` later. Days may last 23 or 25 h. */
export function dayStart(utcMs: number, zone: ZoneOffset, days = 0): number {
  const day = Math.floor((utcMs + zone(utcMs)) / DAY_MS);
  return localToUtc((day + days) * DAY_MS, zone);
}

/** "2026-05-04": the key of a day in archives per day. */
export const dayKey = (utcMs: number, zone: ZoneOffset): string => formatLocal(utcMs, zone, "yyyy-MM-dd");

type LocalFormat =
  | "yyyy-MM-dd HH:mm:ss"
  | "yyyy-MM-dd HH:mm:ss.SSS"
  | "yyyy-MM-dd HH:mm"
  | "yyyy-MM-dd"
  | "%m/%d"
  | "%H:%M"
  | "HH:mm:ss";

/** Document 1, section 9: status yyyy-MM-dd HH:mm:ss, event chart %m/%d and %H:%M. */
export function formatLocal(utcMs: number, zone: ZoneOffset, format: LocalFormat): string {
  const parts = localParts(utcMs, zone);
  const two = (value: number) => String(value).padStart(2, "0");
  const date = `${String(parts.year).padStart(4, "0")}-${two(parts.month)}-${two(parts.day)}`;
  const time = `${two(parts.hour)}:${two(parts.minute)}`;
  switch (format) {
    case "yyyy-MM-dd HH:mm:ss":
      return `${date} ${time}:${two(parts.second)}`;
    case "yyyy-MM-dd HH:mm:ss.SSS":
      return `${date} ${time}:${two(parts.second)}.${String(parts.ms).padStart(3, "0")}`;
    case "yyyy-MM-dd HH:mm":
      return `${date} ${time}`;
    case "yyyy-MM-dd":
      return date;
    case "%m/%d":
      return `${two(parts.month)}/${two(parts.day)}`;
    case "%H:%M":
      return time;
    case "HH:mm:ss":
      return `${time}:${two(parts.second)}`;
  }
}

/** "UTC", "UTC+05:30": the zone's name on the timeline. */
export function zoneName(utcMs: number, zone: ZoneOffset): string {
  const minutes = Math.round(zone(utcMs) / MINUTE_MS);
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, "0");
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
