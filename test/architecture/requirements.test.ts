import { expect, test } from "vitest";
import { faults, load, page, pageAsItIs, unnamed } from "../../scripts/requirements.mjs";

const data = load();

test("every section of both documents has rows, and every row has tests that exist or says what is missing", () => {
  expect(data.flatMap(({ rows }) => rows).length).toBeGreaterThan(250);
  expect(faults(data)).toEqual([]);
});

test("a row says what each test file holds", () => {
  expect(unnamed(data)).toEqual([]);
  const fewer = data.map((document) => ({
    ...document,
    rows: document.rows.filter(({ tests = [] }) => !JSON.stringify(tests).includes("test/domain/limits.test.ts")),
  }));
  expect(unnamed(fewer)).toContain("test/domain/limits.test.ts");
});

test("docs/requirements.md is what the rows give: npm run requirements", () => {
  expect(pageAsItIs()).toBe(page(data));
});

test.each([
  [
    "a test that is gone",
    { tests: ["test/chrome/never-there.test.ts"] },
    "test/chrome/never-there.test.ts is not there",
  ],
  ["a folder instead of a test", { tests: ["test/chrome"] }, "test/chrome is no test file"],
  [
    "a name that its file does not have",
    { tests: [{ file: "test/domain/limits.test.ts", test: "the moon is round" }] },
    'test/domain/limits.test.ts has no test "the moon is round"',
  ],
  ["no test, and no gap", {}, "no test, and no gap that says so"],
  ["a reference to nothing", { see: "administration 12" }, "administration 12 has no row"],
])("%s is refused", (_what, row, fault) => {
  const planted = data.map((document) =>
    document.name === "client"
      ? { ...document, rows: [...document.rows, { section: "2", sentence: "Planted.", ...row }] }
      : document,
  );
  expect(faults(planted)).toEqual([`client 2: "Planted.": ${fault}`]);
});

test("a section, or a heading in it, that loses its rows is refused", () => {
  const without = data.map((document) => ({
    ...document,
    rows: document.rows.filter(({ section, part }) => section !== "5" && part !== "Player"),
  }));
  expect(faults(without)).toEqual([
    'client: "Player" of section 2 has no row',
    "client: section 5 has no row",
    "administration: section 5 has no row",
  ]);
});
