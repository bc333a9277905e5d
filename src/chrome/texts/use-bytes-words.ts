import { useCallback } from "react";
import { useIntl } from "react-intl";
import { bytesText } from "#domain/texts/bytes.ts";

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false } as const;

/** "1.5 GB", in the language of the page. */
export function useBytesWords(): (bytes: number) => string {
  const intl = useIntl();
  return useCallback((bytes) => bytesText(bytes, (value) => intl.formatNumber(value, ONE_DECIMAL)), [intl]);
}
