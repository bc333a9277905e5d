import { BYTE_UNIT } from "../limits/administration.ts";

const UNITS = ["B", "KB", "MB", "GB", "TB", "PB", "EB"] as const;

const english = (value: number): string => value.toFixed(1);

/**
 * "0 B", "1.5 GB": units of 1024, one decimal from KB on. `oneDecimal`: how the reader's language writes such a number.
 */
export function bytesText(bytes: number, oneDecimal: (value: number) => string = english): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= BYTE_UNIT && unit < UNITS.length - 1) {
    value /= BYTE_UNIT;
    unit++;
  }
  // 1023.96 KB would round to "1024.0 KB"
  if (unit > 0 && unit < UNITS.length - 1 && value >= BYTE_UNIT - 0.05) {
    value = 1;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : oneDecimal(value)} ${UNITS[unit] ?? "B"}`;
}
