import { describe, expect, test } from "vitest";
import { userCreate } from "#protocol/rest/accounts/user.ts";
import { bulkDeleteAction, mayDeleteUser, ownAccountNotice, userFaults, userPayload } from "#domain/accounts/users.ts";

describe("users", () => {
  const form = { username: "ann_1", role: "Manager" as const, password: "1234", passwordConfirm: "1234" };
  const none = { username: null, password: null, passwordConfirm: null };
  test.each([
    ["new", {}, none],
    ["new", { username: "" }, { ...none, username: "Username is required." }],
    ["new", { username: "a b" }, { ...none, username: "Username may contain letters, digits and underscores only." }],
    ["new", { username: "Bob" }, { ...none, username: "A user already exists with name Bob" }],
    ["new", { password: "", passwordConfirm: "" }, { ...none, password: "Password is required." }],
    [
      "new",
      { password: "123", passwordConfirm: "123" },
      { ...none, password: "Password must be at least 4 characters." },
    ],
    ["new", { passwordConfirm: "" }, { ...none, passwordConfirm: "Passwords do not match." }],
    ["edit", { password: "", passwordConfirm: "" }, none],
    ["edit", { passwordConfirm: "12345" }, { ...none, passwordConfirm: "Passwords do not match." }],
    ["bulk-create", { password: "", passwordConfirm: "" }, { ...none, password: "Password is required." }],
  ] as const)("%s %j", (task, change, faults) => {
    expect(userFaults({ ...form, ...change }, task, { others: ["bob"] })).toEqual(faults);
  });

  test("names may be user@domain only where sign-in is by domain or by Google", () => {
    const fault = (username: string, addresses: boolean) =>
      userFaults({ ...form, username }, "new", { others: [], addresses }).username;
    expect(fault("anna@example.org", false)).toBe("Username may contain letters, digits and underscores only.");
    expect(fault("anna@example.org", true)).toBeNull();
    expect(fault("anna@", true)).toBe("Username may contain letters, digits and underscores only.");
    expect(fault("anna", true)).toBeNull();
  });
  test("names have as many letters as the server takes", () => {
    const fault = (username: string) => userFaults({ ...form, username }, "new", { others: [] }).username;
    for (const name of ["x", "x".repeat(64), "x".repeat(65)])
      expect(fault(name) === null, name).toBe(userCreate.shape.username.safeParse(name).success);
    expect(fault("x".repeat(65))).toBe("Username must be 64 characters or fewer.");
  });

  test("a name that could not be had any more may stay as it is", () => {
    const fault = (username: string) =>
      userFaults({ ...form, username }, "edit", { others: [], before: "anna@example.org" }).username;
    expect(fault("anna@example.org")).toBeNull();
    expect(fault("otto@example.org")).not.toBeNull();
  });

  test.each([
    ["12345678901", 12, "Password must be at least 12 characters."],
    ["123456789012", 12, null],
    // The documents' own least is the floor.
    ["123", 1, "Password must be at least 4 characters."],
    // Letters are counted, not what they take in memory.
    ["\u{1F600}\u{1F600}", 4, "Password must be at least 4 characters."],
    ["", 12, null],
  ])("password %j of a server that wants %d", (password, shortest, fault) => {
    const faults = userFaults({ ...form, password, passwordConfirm: password }, "edit", { others: [], shortest });
    expect(faults).toEqual({ ...none, password: fault });
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
      [null, undefined, { username: "a", role: "Viewer" }].map(
        (who) => bulkDeleteAction({ server: "s", user: who }).text,
      ),
    ).toEqual(["no action (cannot query server)", "no action (user does not exist)", "user will be removed"]);
  });
});
