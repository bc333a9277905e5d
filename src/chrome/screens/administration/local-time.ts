/** Times that are typed on administration screens: whole minutes in the browser's zone. */
import { useMemo } from "react";
import { browserZone } from "#chrome/texts/shown-time.ts";
import { useTimeStyle } from "#chrome/use-shown-time.ts";
import { readTime } from "#domain/timeline/read-time.ts";
import { type TimeStyle, writtenTime } from "#domain/timeline/written-time.ts";
import { MINUTE_MS } from "#domain/timeline/zone.ts";

/** Epoch ms as the text of a field. */
export const localTime = (ms: number, style: TimeStyle): string => writtenTime(ms, browserZone, "minute", style);

/** Epoch ms of such a text, in whatever form it is; null when it is empty or not a time. */
export const readLocalTime = (text: string): number | null => readTime(text, browserZone);

/**
 * The same for a text that was made from `madeOfMs`: in the hour that occurs twice when clocks go back, the text alone
 * would mean the first occurrence.
 */
export const timeTyped = (text: string, madeOfMs: number, style: TimeStyle): number | null =>
  text === localTime(madeOfMs, style) ? Math.floor(madeOfMs / MINUTE_MS) * MINUTE_MS : readLocalTime(text);

export interface LocalTime {
  readonly write: (ms: number) => string;
  /** `timeTyped` */
  readonly typed: (text: string, madeOfMs: number) => number | null;
}

/** Writes times as the fields show them, in the form that was chosen in the user menu. */
export function useLocalTime(): LocalTime {
  const style = useTimeStyle();
  return useMemo(
    () => ({
      write: (ms: number): string => localTime(ms, style),
      typed: (text: string, madeOfMs: number): number | null => timeTyped(text, madeOfMs, style),
    }),
    [style],
  );
}

/** The browser's time zone, e.g. "Europe/Berlin". */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
