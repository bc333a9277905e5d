import { failure } from "#domain/failures/failure.ts";
import { englishText } from "#domain/failures/english.ts";
import { describe, expect, test } from "vitest";
import { userCreate } from "#protocol/rest/accounts/user.ts";
import {
  bulkDeleteAction,
  mayDeleteUser,
  ownAccountNotice,
  userChange,
  userFaults,
  userPayload,
} from "#domain/accounts/users.ts";

describe("users", () => {
  const form = { username: "ann_1", role: "Manager" as const, password: "1234", passwordConfirm: "1234" };
  const none = { username: null, password: null, passwordConfirm: null };
  test.each([
    ["new", {}, none],
    ["new", { username: "" }, { ...none, username: failure("user/name-required") }],
    ["new", { username: "a b" }, { ...none, username: failure("user/name-characters") }],
    ["new", { username: "Bob" }, { ...none, username: failure("user/exists", { name: "Bob" }) }],
    ["new", { password: "", passwordConfirm: "" }, { ...none, password: failure("user/password-required") }],
    [
      "new",
      { password: "123", passwordConfirm: "123" },
      { ...none, password: failure("user/password-too-short", { count: 4 }) },
    ],
    ["new", { passwordConfirm: "" }, { ...none, passwordConfirm: failure("user/password-mismatch") }],
    ["edit", { password: "", passwordConfirm: "" }, none],
    ["edit", { passwordConfirm: "12345" }, { ...none, passwordConfirm: failure("user/password-mismatch") }],
    ["bulk-create", { password: "", passwordConfirm: "" }, { ...none, password: failure("user/password-required") }],
  ] as const)("%s %j", (task, change, faults) => {
    expect(userFaults({ ...form, ...change }, task, { others: ["bob"] })).toEqual(faults);
  });

  test("names may be user@domain only where sign-in is by domain or by Google", () => {
    const fault = (username: string, addresses: boolean) =>
      userFaults({ ...form, username }, "new", { others: [], addresses }).username;
    expect(fault("anna@example.org", false)).toEqual(failure("user/name-characters"));
    expect(fault("anna@example.org", true)).toBeNull();
    expect(fault("anna@", true)).toEqual(failure("user/name-characters"));
    expect(fault("anna", true)).toBeNull();
  });
  test("names have as many letters as the server takes", () => {
    const fault = (username: string) => userFaults({ ...form, username }, "new", { others: [] }).username;
    for (const name of ["x", "x".repeat(64), "x".repeat(65)])
      expect(fault(name) === null, name).toBe(userCreate.shape.username.safeParse(name).success);
    expect(fault("x".repeat(65))).toEqual(failure("user/name-too-long", { count: 64 }));
  });

  test("a name that could not be had any more may stay as it is", () => {
    const fault = (username: string) =>
      userFaults({ ...form, username }, "edit", { others: [], before: "anna@example.org" }).username;
    expect(fault("anna@example.org")).toBeNull();
    expect(fault("otto@example.org")).not.toBeNull();
  });

  test.each([
    ["12345678901", 12, failure("user/password-too-short", { count: 12 })],
    ["123456789012", 12, null],
    // The minimum in the documents is the lower limit.
    ["123", 1, failure("user/password-too-short", { count: 4 })],
    // Letters are counted, not bytes.
    ["\u{1F600}\u{1F600}", 4, failure("user/password-too-short", { count: 4 })],
    ["", 12, null],
  ])("password %j of a server that wants %d", (password, shortest, fault) => {
    const faults = userFaults({ ...form, password, passwordConfirm: password }, "edit", { others: [], shortest });
    expect(faults).toEqual({ ...none, password: fault });
  });

  test.each([
    [undefined, undefined, undefined],
    [undefined, true, true],
    [true, false, false],
    [true, true, undefined],
  ])("seeing without masks or sharing views, %s before and %s now, is sent as %s", (before, now, sent) => {
    const role = "Viewer" as const;
    for (const right of ["unmask", "share"] as const) {
      const wish = now === undefined ? {} : { [right]: now };
      const had = before === undefined ? {} : { [right]: before };
      expect(userChange({ username: "ann_1", role, ...had }, { ...form, role, ...wish })[right]).toBe(sent);
      // Older servers refuse a word that they do not know.
      expect(right in userPayload({ ...form, ...wish })).toBe(now === true);
    }
  });

  test("payload and protection", () => {
    expect(userPayload({ ...form, password: "" }).password).toBe(null);
    const user = { id: "2", username: "admin", superUser: false };
    expect([mayDeleteUser(user, "server", "9").allowed, mayDeleteUser(user, "multi-server", "9").allowed]).toEqual([
      false,
      true,
    ]);
    expect(mayDeleteUser({ ...user, superUser: true }, "multi-server", "9").allowed).toBe(false);
    expect(mayDeleteUser(user, "multi-server", "2").allowed).toBe(false);
    expect(mayDeleteUser({ ...user, username: "ann" }, "server", "2").allowed).toBe(true);
    expect([ownAccountNotice("2", "2") === null, ownAccountNotice("2", "3")]).toEqual([false, null]);
    expect(
      [null, undefined, { username: "a", role: "Viewer" }].map((who) =>
        englishText(bulkDeleteAction({ server: "s", user: who }).effect),
      ),
    ).toEqual(["no action (cannot query server)", "no action (user does not exist)", "user will be removed"]);
  });
});
