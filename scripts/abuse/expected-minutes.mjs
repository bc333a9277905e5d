/** For how long each row may run on a quiet machine of two cores: guesses from what each does, not measured. Each run prints what a row took. */

/** The rows that docs/trust.md names beside the promises of a release. */
export const releaseIds = "A2 A11 A25 A25b A26 A26b R3 R5 R12 R21 R22 R23 R24 R28".split(" ");

/** A row that is not named here takes about a minute. */
const MINUTES = new Map(
  Object.entries({
    A25: 2,
    A26: 2,
    A26b: 1.5,
    R3: 4,
    R5: 1.5,
    R12: 2,
    R22: 2,
    R28: 4,
    A1: 2,
    A12: 2,
    R6: 3,
    R20: 2,
    R26: 2,
  }),
);
const R27_MINUTES = 3;

/** @returns one line for each row and one for their sum */
export function listOf(ids, r27Minutes = R27_MINUTES) {
  const expected = (id) => (id === "R27" ? r27Minutes : (MINUTES.get(id) ?? 1));
  const sum = ids.reduce((all, id) => all + expected(id), 0);
  const lines = ids.map((id) => `${id.padEnd(5)} ${expected(id).toFixed(1)} min`);
  return `${[...lines, `${ids.length} rows: ${sum.toFixed(1)} min (guessed from what each does, not measured)`].join("\n")}\n`;
}
