/** Offsets of a zone by its IANA name, from the machine's own zone data. */
import { cachedZone, utcZone, type ZoneOffset } from "./zone.ts";

const made = new Map<string, ZoneOffset>();

/** Whether this machine knows a zone of that name. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The offsets of a zone; an unknown name counts as UTC. */
export function namedZone(name: string): ZoneOffset {
  const known = made.get(name);
  if (known) return known;
  const zone = isZone(name) ? cachedZone(offsetsOf(name)) : utcZone;
  made.set(name, zone);
  return zone;
}

function offsetsOf(name: string): ZoneOffset {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (utcMs) => {
    const fields: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(utcMs)) fields[type] = Number(value);
    const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utcMs / 1000) * 1000;
  };
}
