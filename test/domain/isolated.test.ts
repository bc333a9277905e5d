import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { isolated, isolatedValues } from "#domain/isolated.ts";

const FSI = "\u2068";
const PDI = "\u2069";

describe("a text within another one", () => {
  test.each(["", "Gate 1", "Straße – Tor (2)", "駐車場", "駐車場(北)", "Café", "😀"])("%j stays as it is", (text) =>
    expect(isolated(text)).toBe(text),
  );

  test.each([
    ["\u05E9\u05E2\u05E8 (2)", `${FSI}\u05E9\u05E2\u05E8 (2)${PDI}`],
    ["Gate \u0628\u0648\u0627\u0628\u0629", `${FSI}Gate \u0628\u0648\u0627\u0628\u0629${PDI}`],
    ["\u202Eetag", `${FSI}\u202Eetag${PDI}`],
    ["\u2067open", `${FSI}\u2067open${PDI}${PDI}`],
    ["\u2067closed\u2069", `${FSI}\u2067closed\u2069${PDI}`],
    ["early\u2069 \u202Eend", `${FSI}early \u202Eend${PDI}`],
  ])("%j is isolated", (text, shown) => expect(isolated(text)).toBe(shown));

  test("whatever it holds, every isolate that is opened in it is closed in it, and none around it", () => {
    const signs = constantFrom("a", "\u05D0", "\u202E", "\u202C", "\u2066", "\u2067", "\u2068", "\u2069", " ");
    assert(
      property(string({ unit: signs }), (text) => {
        let open = 0;
        for (const sign of isolated(text)) {
          if (/[\u2066-\u2068]/.test(sign)) open += 1;
          if (sign === PDI) open -= 1;
          expect(open).toBeGreaterThanOrEqual(0);
        }
        expect(open).toBe(0);
      }),
    );
  });

  test("values that are no texts stay", () =>
    expect(isolatedValues({ count: 3, name: "\u05D0", other: "a" })).toEqual({
      count: 3,
      name: `${FSI}\u05D0${PDI}`,
      other: "a",
    }));
});
