import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bindNameFor, filterFor } from "#domain/accounts/directory-names.ts";

test.each([
  ["anna", "(uid=anna)"],
  ["*", "(uid=\\2a)"],
  ["x)(uid=*", "(uid=x\\29\\28uid\\3d\\2a)"],
  ["a\\b\u0000", "(uid=a\\5cb\\00)"],
  ["Jürgen", "(uid=J\\c3\\bcrgen)"],
  ["山", "(uid=\\e5\\b1\\b1)"],
  ["$&{name}", "(uid=\\24\\26\\7bname\\7d)"],
])("%j is looked for by %j", (name, expected) => {
  expect(filterFor("(uid={name})", name)).toBe(expected);
});

test("whatever is typed, nothing of it has a meaning in a filter or in the name of an entry", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const [, value = "", end] = /^\(uid=([\s\S]*)(\))$/.exec(filterFor("(uid={name})", name)) ?? [];
      expect(end).toBe(")");
      expect(value).toMatch(/^([A-Za-z0-9]|\\[0-9a-f]{2})*$/);
      expect(bindNameFor("uid={name},dc=example", name)).toMatch(/^uid=([A-Za-z0-9]|\\[0-9a-f]{2})*,dc=example$/);
    }),
  );
});

test("a name that is none of an entry is taken as it is", () => {
  expect(bindNameFor("{name}@example.com", "anna.smith")).toBe("anna.smith@example.com");
});
