import { useMemo } from "react";
import { useIntl } from "react-intl";
import { useProduct } from "./product.ts";
import { type ShownTime, shownTime } from "./texts/shown-time.ts";
import { useFacts } from "./use-facts.ts";

/** Dates and times in the form that this browser has chosen. */
export function useShownTime(): ShownTime {
  const { stores } = useProduct();
  const intl = useIntl();
  const form = useFacts(stores.preferences, (facts) => facts.timeForm);
  return useMemo(() => shownTime(form, intl), [form, intl]);
}
