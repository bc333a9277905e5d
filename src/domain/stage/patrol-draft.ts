/** The list of a patrol while it is edited: seconds are texts until they are saved. [ours] */
import { plainTyped } from "../plain-typed.ts";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "../failures/failure.ts";
import {
  PATROL_DWELL_DEFAULT_S,
  PATROL_DWELL_MAX_S,
  PATROL_DWELL_MIN_S,
  PATROL_GLIDE_MAX_S,
} from "../limits/dewarp.ts";

export interface StopRow {
  /** stays the same while the row moves */
  readonly key: number;
  /** what is shown there: a view */
  readonly target: string;
  readonly typed: string;
}

const read = (typed: string, from: number, to: number): Result<number, Failure> => {
  const plain = plainTyped(typed);
  const seconds = Number(plain.replace(",", "."));
  const isNumber = plain !== "" && Number.isFinite(seconds) && seconds >= from && seconds <= to;
  return isNumber ? ok(seconds) : refuse("patrol/seconds", { from, to });
};
export const readDwell = (typed: string): Result<number, Failure> =>
  read(typed, PATROL_DWELL_MIN_S, PATROL_DWELL_MAX_S);
export const readGlide = (typed: string): Result<number, Failure> => read(typed, 0, PATROL_GLIDE_MAX_S);

/** One place up (-1) or down (1); at the end of the list nothing changes. */
export function movedRow(rows: readonly StopRow[], key: number, by: 1 | -1): readonly StopRow[] {
  const at = rows.findIndex((row) => row.key === key);
  const [row, other] = [rows[at], rows[at + by]];
  if (!row || !other) return rows;
  return rows.map((each, index) => (index === at ? other : index === at + by ? row : each));
}

/** A row more: of the first target that the list does not have yet, with the seconds of the last row. */
export function addedRow(rows: readonly StopRow[], targets: readonly string[]): readonly StopRow[] {
  const used = new Set(rows.map(({ target }) => target));
  const target = targets.find((each) => !used.has(each)) ?? targets[0];
  if (target === undefined) return rows;
  const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
  return [...rows, { key, target, typed: rows.at(-1)?.typed ?? String(PATROL_DWELL_DEFAULT_S) }];
}
