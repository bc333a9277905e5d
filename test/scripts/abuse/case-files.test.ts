import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cases } from "../../../scripts/abuse/catalogue.mjs";
import { releaseIds } from "../../../scripts/abuse/expected-minutes.mjs";

const root = join(import.meta.dirname, "../../..");

it("each case that tests hold names tests that are there: a file that was moved would leave nothing to fail", () => {
  const named = cases.flatMap(({ id, files = [] }) => files.map((file) => `${id} ${file}`));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((one) => !existsSync(join(root, one.split(" ")[1] ?? "")))).toEqual([]);
});

it("each row of a release is a case", () => {
  const known = new Set(cases.map(({ id }) => id));
  expect(releaseIds.filter((id) => !known.has(id))).toEqual([]);
});
