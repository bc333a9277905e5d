/** The number that somebody has typed; a comma is a decimal point, too. NaN: it is none. */
export const typedNumber = (typed: string): number =>
  /^\d+(?:[.,]\d+)?$/.test(typed.trim()) ? Number(typed.trim().replace(",", ".")) : Number.NaN;
