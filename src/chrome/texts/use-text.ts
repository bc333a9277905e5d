import { useCallback } from "react";
import { useIntl } from "react-intl";
import type { TextId } from "./en.ts";

export type TextValues = Readonly<Record<string, string | number>>;
export type Say = (id: TextId, values?: TextValues) => string;

/** The texts of the current language: `say("signIn.title")`. */
export function useText(): Say {
  const intl = useIntl();
  return useCallback((id, values) => intl.formatMessage({ id }, values ? { ...values } : undefined), [intl]);
}
