import { describe, expect, test } from "vitest";
import { bulkDeleteAction, mayDeleteUser, ownAccountNotice, userFaults, userPayload } from "#domain/users.ts";

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
    expect(userFaults({ ...form, ...change }, task, ["bob"])).toEqual(faults);
  });

  test("names may be user@domain only where sign-in is by domain or by Google", () => {
    const fault = (username: string, addresses: boolean) =>
      userFaults({ ...form, username }, "new", [], addresses).username;
    expect(fault("anna@example.org", false)).toBe("Username may contain letters, digits and underscores only.");
    expect(fault("anna@example.org", true)).toBeNull();
    expect(fault("anna@", true)).toBe("Username may contain letters, digits and underscores only.");
    expect(fault("anna", true)).toBeNull();
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
