import { useCallback } from "react";
import { useIntl } from "react-intl";
import { isolatedValues } from "#domain/isolated.ts";
import type { TextId } from "./parts/all.ts";
import { englishTexts } from "./english.ts";

type TextValues = Readonly<Record<string, string | number>>;
export type Say = (id: TextId, values?: TextValues) => string;

/** The texts of the current language: `say("signIn.title")`. */
export function useText(): Say {
  const intl = useIntl();
  return useCallback(
    (id, values) => {
      const defaultMessage = englishTexts()[id];
      const descriptor = defaultMessage === undefined ? { id } : { id, defaultMessage };
      return intl.formatMessage(descriptor, values && isolatedValues(values));
    },
    [intl],
  );
}
