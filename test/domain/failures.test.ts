/**
 * The table of failures must match its texts in each language, and the text of a failure must contain its parameters.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { englishTexts } from "#chrome/texts/english.ts";
import { de as deCatalogue } from "#chrome/texts/de/all.ts";
import { en as enCatalogue } from "#chrome/texts/parts/all.ts";
import { ja as jaCatalogue } from "#chrome/texts/ja/all.ts";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure, refuse, foreignFailure } from "#domain/failures/failure.ts";
import { failureText, speechOf } from "#domain/failures/failure-text.ts";
import { isKnown, statusOf, rowOf } from "#domain/failures/known.ts";
import { rows } from "#domain/failures/rows/rows.ts";
import { all as de } from "#domain/failures/de/all.ts";
import { all as en } from "#domain/failures/en/all.ts";
import { all as ja } from "#domain/failures/ja/all.ts";
import { readFailure, writeFailure } from "#protocol/rest/error.ts";

const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, de, ja };
const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: enCatalogue,
  de: deCatalogue,
  ja: jaCatalogue,
};
const codes = Object.keys(rows).toSorted();

describe("the texts of failures", () => {
  test.each(Object.keys(languages))("in %s: each code has one, and no other is there", (language) => {
    expect(Object.keys(languages[language] ?? {}).toSorted()).toEqual(codes);
    for (const [code, text] of Object.entries(languages[language] ?? {})) expect(text.trim(), code).not.toBe("");
  });

  test.each(Object.keys(languages))("in %s: each parameter is said, and no other", (language) => {
    const wrong = codes.filter((code) => {
      const row = rowOf(code);
      const declared = [...Object.keys(row?.params ?? {}), ...(row?.cause === "must" ? ["cause"] : [])];
      const said = [...(languages[language]?.[code] ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
      return declared.toSorted().join() !== [...new Set(said)].toSorted().join();
    });
    expect(wrong).toEqual([]);
  });

  test.each(Object.keys(catalogues))("the client has them in %s, but for those that only mails say", (language) => {
    const texts = catalogues[language] ?? {};
    const missing = codes.filter((code) => !code.startsWith("trouble/") && texts[`failure.${code}`] === undefined);
    expect(missing).toEqual([]);
    expect(englishTexts()["failure.camera/unknown"]).toBe("There is no such camera.");
  });

  test("sizes and times have one name, by which they are written with their unit", () => {
    const wrong = codes.filter((code) =>
      Object.entries(rowOf(code)?.params ?? {}).some(
        ([name, type]) =>
          (type === "bytes" && name !== "size") ||
          (type === "time" && name !== "time") ||
          (type === "number" && ["size", "time"].includes(name)),
      ),
    );
    expect(wrong).toEqual([]);
    expect(englishText(failure("bucket/holds-only", { files: 2, size: 1_610_612_736 }))).toContain("(1.5 GB)");
    expect(englishText(failure("event/database-missing", { time: Date.UTC(2026, 10, 30, 0, 45) }))).toContain(
      "The copy of 2026-11-30 00:45 UTC",
    );
  });

  test("a status is that of a refusal", () => {
    for (const code of codes) expect(statusOf(code), code).toBeGreaterThanOrEqual(400);
    expect(statusOf("camera/unknown")).toBe(404);
    expect(statusOf("of/another-version")).toBe(400);
  });
});

test("each row is used: the client or the recorder names its code, whole or as a pattern", () => {
  const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
  const table = /^src\/domain\/failures\/(rows|en|de|ja)\//;
  const texts = ["src", "recorder"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => /\.tsx?$/.test(path) && !table.test(path))
      .map((path) => readFileSync(join(root, path), "utf8")),
  );
  const named = new Set<string>();
  const patterns: RegExp[] = [];
  for (const text of texts) {
    for (const [, code = ""] of text.matchAll(/"(?:failure\.)?([a-z-]+\/[a-z0-9-]+)"/g)) named.add(code);
    // A pattern spells at least one word of the code: `event/storage-${state}`, `${of}/name-required`.
    for (const [, pattern = ""] of text.matchAll(
      /`(?:failure\.)?((?:[a-z-]|\$\{[\w.]+\})+\/(?:[a-z0-9-]|\$\{[\w.]+\})+)`/g,
    ))
      if (/[a-z]/.test(pattern.replaceAll(/\$\{[\w.]+\}/g, "")))
        patterns.push(new RegExp(`^${pattern.replaceAll(/\$\{[\w.]+\}/g, "[a-z0-9-]+")}$`));
  }
  expect(codes.filter((code) => !named.has(code) && !patterns.some((pattern) => pattern.test(code)))).toEqual([]);
});

describe("a failure in words", () => {
  const german = speechOf(de);

  test("has its parameters as they are: a camera's name is nobody's sentence", () => {
    const exists = failure("camera/exists", { name: "no video" });
    expect(failureText(exists, german)).toBe("Die Kamera ist schon als no video registriert.");
    expect(englishText(exists)).toBe("The camera is registered already as no video.");
  });

  test("says its cause in the same language", () => {
    const unreachable = failure("onvif/unreachable", { cause: failure("camera/silent") });
    expect(failureText(unreachable, german)).toBe("Die Kamera ist nicht erreichbar: die Kamera antwortet nicht.");
  });

  test("is said by its cause where that is more exact", () => {
    const denied = failure("access/denied", { cause: failure("access/no-live") });
    expect(englishText(denied)).toBe("You do not have permission to live stream this stream.");
    expect(englishText(failure("access/denied"))).toBe("You do not have permission to do this.");
  });

  test("of another program is what that said", () => {
    expect(failureText(foreignFailure("E12", "the camera is asleep"), german)).toBe("the camera is asleep");
  });

  test("that this version has no text for is the English that came with it", () => {
    const later = readFailure({ code: "camera/asleep", reason: "The camera is asleep.", params: { name: "Gate" } });
    expect(later && failureText(later, german)).toBe("The camera is asleep.");
  });
});

describe("a failure on the wire", () => {
  const sent = (given: Parameters<typeof writeFailure>[0]): unknown =>
    JSON.parse(JSON.stringify(writeFailure(given, englishText)));

  test("is code, English, parameters and cause", () => {
    const answer = refuse("orchid/has-parent", { name: "Main" });
    expect(answer.ok).toBe(false);
    expect(sent(failure("onvif/fault", { cause: failure("camera/no-profile") }))).toEqual({
      code: "onvif/fault",
      reason: en["camera/no-profile"],
      params: {},
      cause: { code: "camera/no-profile", reason: en["camera/no-profile"], params: {} },
    });
  });

  test("is read as it was", () => {
    const given = failure("client/bad-file", { cause: failure("client/many-files", { count: 9 }) });
    const read = readFailure(sent(given), isKnown);
    expect(read).toMatchObject(given);
  });

  test.each([
    ["without parameters", { code: "access/denied", reason: "No." }],
    ["of an unknown code", { code: "camera/asleep", reason: "No.", params: {} }],
    ["with a parameter too many", { code: "access/denied", reason: "No.", params: { name: "x" } }],
    ["with one too few", { code: "camera/exists", reason: "No.", params: {} }],
    ["with one of another type", { code: "camera/exists", reason: "No.", params: { name: 7 } }],
    ["with one that is none", { code: "camera/exists", reason: "No.", params: { name: { of: 1 } } }],
    ["without the cause that it must have", { code: "onvif/fault", reason: "No.", params: {} }],
    ["with a name of Object's own", { code: "toString", reason: "No.", params: {} }],
  ])("is foreign %s", (_, body) => {
    const read = readFailure(body, isKnown);
    expect(read?.params).toBeUndefined();
    expect(read && failureText(read, speechOf(de))).toBe("No.");
  });

  test("is none without code and reason", () => {
    expect(readFailure({ reason: "x" })).toBeNull();
    expect(readFailure("x")).toBeNull();
    expect(readFailure(null)).toBeNull();
  });

  test("is read no longer and no deeper than ours are", () => {
    let deep: unknown = { code: "a", reason: "b" };
    for (let depth = 0; depth < 1000; depth += 1) deep = { code: "a", reason: "b", params: {}, cause: deep };
    let depth = 0;
    for (let each: Failure | undefined = readFailure(deep) ?? undefined; each; each = each.cause) depth += 1;
    expect(depth).toBeLessThan(10);
    expect(readFailure({ code: "a".repeat(1e6), reason: "b".repeat(1e6), params: {} })?.reason.length).toBe(2000);
  });
});
