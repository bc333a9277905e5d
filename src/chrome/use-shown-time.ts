import { useMemo } from "react";
import { useIntl } from "react-intl";
import { type TimePart, type TimeStyle, writtenTime } from "#domain/timeline/written-time.ts";
import { utcZone } from "#domain/timeline/zone.ts";
import { useProduct } from "./product.ts";
import { type ShownTime, shownTime } from "./texts/shown-time.ts";
import { useFacts } from "./use-facts.ts";

/** The form of dates and times that was chosen in the user menu. */
export function useTimeStyle(): TimeStyle {
  const { stores } = useProduct();
  const { locale: language } = useIntl();
  const form = useFacts(stores.preferences, (facts) => facts.timeForm);
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
