/**
 * For how long each row runs on a quiet machine of two cores: those of a release as measured on 2026-11-27, the others guessed from
 * what each does. Each run prints what a row took.
 */

/** The rows that docs/trust.md names beside the promises of a release. */
export const releaseIds = "A2 A11 A25 A25b A26 A26b R3 R5 R12 R21 R22 R23 R24 R28".split(" ");

/** A row that is not named here takes about a minute. */
const MEASURED = {
  A2: 0.1,
  A11: 0.1,
  A25: 1.2,
  A25b: 0.3,
  A26: 0.7,
  A26b: 0.2,
  R3: 1.8,
  R5: 0.2,
  R12: 0.2,
  R21: 0.2,
  R22: 0.7,
  R23: 0.1,
  R24: 0.1,
};
const GUESSED = { R28: 10, A1: 2, A12: 2, R1: 482, R6: 3, R15: 12, R16: 2, R20: 2, R18b: 4, R20b: 5, R26: 2 };
const MINUTES = new Map(Object.entries({ ...MEASURED, ...GUESSED }));
const R27_MINUTES = 3;

/** @returns one line for each row and one for their sum */
export function listOf(ids, r27Minutes = R27_MINUTES) {
  const expected = (id) => (id === "R27" ? r27Minutes : (MINUTES.get(id) ?? 1));
  const sum = ids.reduce((all, id) => all + expected(id), 0);
  const lines = ids.map((id) => `${id.padEnd(5)} ${expected(id).toFixed(1)} min`);
  return `${[...lines, `${ids.length} rows: ${sum.toFixed(1)} min ${ids.every((id) => id in MEASURED) ? "(as measured)" : "(partly guessed)"}`].join("\n")}\n`;
}
