/** The search of a list: one rule for users, cameras, servers and groups. */
import { foldText } from "./panel.ts";

/** A shorter list is seen whole: a search would only be one more thing to read. */
export const SEARCHED_FROM = 8;

/** The rows whose text has every word that is typed, in any order and whatever their case and accents. */
export function foundRows<T>(rows: readonly T[], typed: string, textOf: (row: T) => string): readonly T[] {
  const words = foldText(typed)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = foldText(textOf(row));
    return words.every((word) => text.includes(word));
  });
}
