import { describe, expect, test } from "vitest";
import {
  claimAt,
  companyName,
  grantedTo,
  groupsIn,
  highestRole,
  isOfDomains,
  isRuled,
  ruled,
} from "#domain/accounts/company-sign-in.ts";

const rules = {
  grants: [
    { group: "a", grants: "Viewer" },
    { group: "b", grants: "Manager" },
    { group: "c", grants: "Viewer" },
  ],
  others: "",
};

describe("what groups grant", () => {
  test.each([
    [["a"], "", ["Viewer"]],
    [["c", "a", "b"], "", ["Viewer", "Manager"]],
    [["A"], "", []],
    [[], "Live Viewer", ["Live Viewer"]],
    [["a"], "Live Viewer", ["Viewer"]],
  ])("%j with others %j: %j", (groups, others, expected) => {
    expect(grantedTo(groups, { ...rules, others })).toEqual(expected);
  });

  test("the highest role counts, whatever the order", () => {
    expect(highestRole(["Viewer", "Manager", "Live Viewer"])).toBe("Manager");
    expect(highestRole(["King"])).toBeNull();
  });

  test("rules govern what they name, and nothing else", () => {
    expect(ruled({ ...rules, others: "Live Viewer" })).toEqual(["Viewer", "Manager", "Live Viewer"]);
    expect([isRuled(rules), isRuled({ grants: [], others: "" })]).toEqual([true, false]);
  });
});

describe("claims", () => {
  test("are found by name before a path is followed", () => {
    const claims = { "a.b": 1, a: { b: 2, c: { d: ["x"] } } };
    expect([
      claimAt(claims, "a.b"),
      claimAt(claims, "a.c.d"),
      claimAt(claims, "a.c.e"),
      claimAt(claims, "toString"),
    ]).toEqual([1, ["x"], undefined, undefined]);
  });

  test("of groups are texts; a provider may say that it leaves them out", () => {
    expect(groupsIn({ groups: ["a", 1, null] }, "groups")).toEqual(["a"]);
    expect(groupsIn({ groups: "a" }, "groups")).toEqual(["a"]);
    expect(groupsIn({}, "groups")).toEqual([]);
    expect(groupsIn({ _claim_names: { groups: "src" } }, "groups")).toBeNull();
    expect(groupsIn({ groups: ["a"] }, "")).toEqual([]);
  });
});

test.each([
  ["anna.smith", "anna.smith"],
  [" Jürgen O'Neil ", "Jürgen O'Neil"],
  ["山田太郎", "山田太郎"],
  ["anna@example.com", "anna@example.com"],
  ["", null],
  [".anna", null],
  ["a\u202Eb", null],
  ["x".repeat(65), null],
  [7, null],
])("the name of %j is %j", (text, expected) => {
  expect(companyName(text)).toBe(expected);
});

test.each([
  ["anna@Example.com", ["example.COM"], true],
  ["anna@evil.org@example.com", ["example.com"], true],
  ["anna@example.com.evil.org", ["example.com"], false],
  ["example.com", ["example.com"], false],
  ["", [], true],
])("%j is of %j: %j", (email, domains, expected) => {
  expect(isOfDomains(email, domains)).toBe(expected);
});
