import { expect, test } from "vitest";
import { addedRow, movedRow, readDwell, readGlide, type StopRow } from "#domain/stage/patrol-draft.ts";

const rows: readonly StopRow[] = [
  { key: 1, target: "till", typed: "5" },
  { key: 2, target: "door", typed: "8" },
];
const targets = (list: readonly StopRow[]) => list.map(({ target }) => target);

test.each([
  ["10", 10],
  [" 1,5 ", 1.5],
  ["3600", 3600],
  ["0", null],
  ["", null],
  ["ten", null],
  ["3601", null],
])("the seconds at a view: %j is %j", (typed, seconds) => {
  const dwell = readDwell(typed);
  expect(dwell.ok ? dwell.value : null).toBe(seconds);
});

test("the seconds on the way may be none", () => {
  expect(readGlide("0")).toEqual({ ok: true, value: 0 });
  expect(readGlide("31")).toMatchObject({ error: { code: "patrol/seconds", params: { from: 0, to: 30 } } });
});

test("a row moves by one place, and stays at the ends of the list", () => {
  expect(targets(movedRow(rows, 2, -1))).toEqual(["door", "till"]);
  expect(movedRow(rows, 1, -1)).toBe(rows);
  expect(movedRow(rows, 2, 1)).toBe(rows);
});

test("a row more is of a target that is not there yet, while there is one", () => {
  expect(targets(addedRow(rows, ["till", "door", "yard"]))).toEqual(["till", "door", "yard"]);
  expect(addedRow(rows, ["till", "door"]).at(-1)).toEqual({ key: 3, target: "till", typed: "8" });
  expect(addedRow([], [])).toEqual([]);
});
