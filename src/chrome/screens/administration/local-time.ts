const MINUTE_MS = 60_000;
const two = (value: number): string => String(value).padStart(2, "0");

/** Epoch ms as the value of an input of type datetime-local: whole minutes in the browser's zone. */
export function localTime(ms: number): string {
  const date = new Date(ms);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Epoch ms of such a text; null when it is empty or not a time. */
export function readLocalTime(text: string): number | null {
  const ms = text === "" ? Number.NaN : new Date(text).getTime();
  return Number.isFinite(ms) ? ms : null;
}

/**
 * The same for a text that was made from `madeOfMs`: in the hour that occurs twice when clocks go back, the text alone
 * would mean the first occurrence.
 */
export const timeTyped = (text: string, madeOfMs: number): number | null =>
  text === localTime(madeOfMs) ? Math.floor(madeOfMs / MINUTE_MS) * MINUTE_MS : readLocalTime(text);

/** The browser's time zone, e.g. "Europe/Berlin". */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
