import { describe, expect, test } from "vitest";
import { languageOf, regional } from "#domain/texts/languages.ts";

describe("the language of a page", () => {
  test.each([
    [["de-AT", "en"], "de"],
    [["fr-FR", "JA-jp", "de"], "ja"],
    [["den", "jav"], "en"],
    [["fr"], "en"],
    [[], "en"],
  ] as const)("%j: %s", (wanted, language) => expect(languageOf(wanted)).toBe(language));

  test("takes its dates from the browser's region", () => {
    expect(regional("de", ["en-US", "de-AT"])).toBe("de-AT");
    expect(regional("ja", ["de-AT"])).toBe("ja");
  });
});
