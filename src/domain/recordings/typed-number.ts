import { plainTyped } from "../plain-typed.ts";

/** The number that somebody has typed; a comma is a decimal point, too. NaN: it is none. */
export function typedNumber(typed: string): number {
  const plain = plainTyped(typed);
  return /^\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(",", ".")) : Number.NaN;
}
