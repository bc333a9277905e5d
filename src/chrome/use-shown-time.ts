import { createContext, useContext, useMemo } from "react";
import { useIntl } from "react-intl";
import { type TimeForm, type TimePart, type TimeStyle, writtenTime } from "#domain/timeline/written-time.ts";
import { utcZone } from "#domain/timeline/zone.ts";
import { type ShownTime, shownTime } from "./texts/shown-time.ts";

/** The form of dates and times that was chosen in the user menu; who shows the page in a language gives it with that. */
export const TimeFormContext = createContext<TimeForm>("iso");

export function useTimeStyle(): TimeStyle {
  const form = useContext(TimeFormContext);
  const { locale: language } = useIntl();
  return useMemo(() => ({ form, language }), [form, language]);
}

const EXAMPLE_MS = Date.UTC(2026, 10, 25, 16, 30);

/** What a field for a date says of its form: `iso` is the pattern; by the language's form it is an example. */
export const timeHint = (iso: string, style: TimeStyle, part: TimePart = "second"): string =>
  style.form === "iso" ? iso : writtenTime(EXAMPLE_MS, utcZone, part, style);

export function useTimeHint(iso: string, part: TimePart = "second"): string {
  return timeHint(iso, useTimeStyle(), part);
}

/** Dates and times in that form. */
export function useShownTime(): ShownTime {
  const style = useTimeStyle();
  return useMemo(() => shownTime(style), [style]);
}
