import { englishText } from "#domain/failures/english.ts";
import { describe, expect, test } from "vitest";
import {
  type AccountChange,
  type BulkPlan,
  planCreate,
  planDelete,
  planReplicate,
  type ServerAccount,
  type SurveyedServer,
} from "#domain/accounts/bulk-users.ts";

const user = (username: string, more: Partial<ServerAccount> = {}): ServerAccount => ({
  id: `id-${username}`,
  username,
  role: "Viewer",
  superUser: false,
  ...more,
});
const server = (users: readonly ServerAccount[] | null): SurveyedServer => ({
  orchidId: "a",
  name: "NVR 1",
  host: "nvr1:8080",
  users,
});
const account: AccountChange = { username: "anna", role: "Manager", password: "1234" };
const keeping: AccountChange = { ...account, password: null };

/** The result of the plan on a server with these users: the kind of the step, and the text of the row. */
const decide = (plan: BulkPlan, users: readonly ServerAccount[] | null): readonly [string, string] => {
  const [row] = plan([server(users)]);
  expect(row?.applicable).toBe(row?.step.kind !== "none");
  return [row?.step.kind ?? "", row ? englishText(row.effect) : ""];
};

describe("one account on every server", () => {
  test.each([
    ["create", planCreate(account), null, "none", "no action (cannot query server)"],
    ["create", planCreate(account), [], "create", "user will be created"],
    ["create", planCreate(account), [user("Anna")], "none", "no action (user exists already)"],
    ["delete", planDelete("anna"), null, "none", "no action (cannot query server)"],
    ["delete", planDelete("anna"), [user("bob")], "none", "no action (user does not exist)"],
    ["delete", planDelete("anna"), [user("ANNA")], "remove", "user will be removed"],
    ["delete", planDelete("admin"), [user("admin")], "none", "no action (this account is protected)"],
    [
      "delete",
      planDelete("root"),
      [user("root", { superUser: true })],
      "none",
      "no action (this account is protected)",
    ],
    ["replicate", planReplicate("anna", account, false), null, "none", "no action (cannot query server)"],
    ["replicate", planReplicate("anna", account, false), [], "none", "no action (user does not exist)"],
    ["replicate", planReplicate("anna", account, true), [], "create", "user will be created"],
    ["replicate, no password", planReplicate("anna", keeping, true), [], "none", "no action (user does not exist)"],
    ["replicate", planReplicate("anna", account, false), [user("anna")], "update", "user will be updated"],
    ["replicate role", planReplicate("anna", keeping, false), [user("anna")], "update", "user will be updated"],
    [
      "replicate",
      planReplicate("anna", keeping, false),
      [user("anna", { role: "Manager" })],
      "none",
      "no action (nothing would change)",
    ],
    [
      "rename",
      planReplicate("ann", account, true),
      [user("ann"), user("Anna")],
      "none",
      "no action (another user has this name)",
    ],
    [
      "a protected account's role",
      planReplicate("admin", { ...keeping, username: "admin" }, false),
      [user("admin", { role: "Administrator", superUser: true })],
      "none",
      "no action (this account is protected)",
    ],
  ] as const)("%s: %#", (_name, plan, users, kind, text) => {
    expect(decide(plan, users)).toEqual([kind, text]);
  });

  test("of a protected account the password changes, its name and role stay", () => {
    const [row] = planReplicate(
      "admin",
      { username: "admin", role: "Viewer", password: "abcd" },
      false,
    )([server([user("admin", { role: "Administrator", superUser: true })])]);
    expect(row?.step).toEqual({
      kind: "update",
      userId: "id-admin",
      account: { username: "admin", role: "Administrator", password: "abcd" },
    });
  });

  test("each server has its row, with what it has now and where it is", () => {
    const rows = planDelete("anna")([server([user("anna")]), { ...server(null), orchidId: "b", name: "NVR 2" }]);
    expect(
      rows.map(({ orchidId, server: name, host, answered, existing }) => [
        orchidId,
        name,
        host,
        answered,
        existing?.role,
      ]),
    ).toEqual([
      ["a", "NVR 1", "nvr1:8080", true, "Viewer"],
      ["b", "NVR 2", "nvr1:8080", false, undefined],
    ]);
  });
});
