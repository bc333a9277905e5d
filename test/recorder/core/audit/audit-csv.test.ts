import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { csvLine } from "#recorder/core/audit/audit-csv.ts";

describe("a cell of the audit's CSV", () => {
  it.each([
    ["Gate", "Gate"],
    ["", ""],
    ["a-b=c+d@e", "a-b=c+d@e"],
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(1)", "'@SUM(1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ["\n=1", `"'\n=1"`],
    ["  =1", "'  =1"],
    ["\u00a0=1", "'\u00a0=1"],
    ["\uff1d1+1", "'\uff1d1+1"],
    ["\uff0b1", "'\uff0b1"],
    ["\uff0d1", "'\uff0d1"],
    ["\uff20SUM(1)", "'\uff20SUM(1)"],
    [`=HYPERLINK("x","y")`, `"'=HYPERLINK(""x"",""y"")"`],
    ["two\r\nlines", `"two\r\nlines"`],
    [`say "x", please`, `"say ""x"", please"`],
    ["x".repeat(256), "x".repeat(256)],
  ])("%j is no formula and one cell", (name, cell) => {
    expect(csvLine([name, "next"])).toBe(`${cell},next\r\n`);
  });
});

it("no hostile name is a formula, a further cell or a further row", () => {
  const names = JSON.parse(
    readFileSync(new URL("../../../fixtures/hostile-names.json", import.meta.url), "utf8"),
  ) as readonly string[];
  for (const name of names) {
    const line = csvLine([name, "next"]);
    // RFC 4180: quoted with doubled quotes, or free of quotes, commas and line ends.
    const [, quoted, bare] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*)),next\r\n$/.exec(line) ?? [];
    const cell = quoted?.replaceAll('""', '"') ?? bare;
    expect(cell, JSON.stringify(name)).toMatch(/^(?![\t\r\n]|\s*[=+\-@])/);
    expect([name, `'${name}`]).toContain(cell);
  }
});
