import { expect, test } from "vitest";
import { isNameTaken } from "#domain/same-name.ts";

test.each([
  ["Gate", ["Yard", "Gate"], true],
  [" gate ", ["Gate"], true],
  ["Gate 2", ["Gate"], false],
  ["", [""], false],
  ["Gate", [], false],
])("%j beside %j: %s", (name, others, isTaken) => {
  expect(isNameTaken(name, others)).toBe(isTaken);
});
