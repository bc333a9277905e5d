import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileNamePart, fitForFile } from "#domain/file-names.ts";

const HOSTILE_NAMES = JSON.parse(
  readFileSync(new URL("../fixtures/hostile-names.json", import.meta.url), "utf8"),
) as readonly string[];

test.each([
  ["Yard", "Yard"],
  ["a/b:c*d?", "a_b_c_d_"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["..\\..\\evil", "_.._evil"],
  ["\u202egpj.exe", "_gpj.exe"],
  ["\u200fname\u061c", "_name_"],
  ["a\u0000b\u009bc", "a_b_c"],
  ["\ud800", "_"],
  [" . ", ""],
  ["name. ", "name"],
  ["", ""],
  ["e\u0301", "\u00e9"],
  ["x".repeat(79) + "\ud83c\udfa5 north", "x".repeat(79) + "\ud83c\udfa5"],
])("%j is %j in a file name", (name, part) => {
  expect(fileNamePart(name)).toBe(part);
});

test("no hostile name leaves its folder, hides or turns anything, or is too long for a file system", () => {
  for (const name of HOSTILE_NAMES) {
    const part = fileNamePart(name);
    expect(part, JSON.stringify(name)).not.toMatch(
      /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|^[.\s]|[.\s]$/u,
    );
    expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(200);
    expect(fitForFile(part)).toBe(part);
  }
});
