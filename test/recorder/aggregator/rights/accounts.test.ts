import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fusionAccount, fusionAccountList } from "#protocol/rest/accounts/account.ts";
import { fusionLogin } from "#protocol/rest/accounts/fusion.ts";
import { AggregatorHouse, PASSWORD } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { know } from "#test/recorder/aggregator/support/known-parts.ts";

let house: AggregatorHouse;
let adminId = "";
let memberships: Map<string, readonly string[]>;
beforeAll(async () => {
  house = await AggregatorHouse.open();
  ({ memberships } = know(house, []));
  await house.addUser("olga", { admin: true });
  adminId = (await list()).find(({ superUser }) => superUser)?.id ?? "";
});
afterAll(() => house.close());

const list = async () =>
  fusionAccountList.parse((await house.ask("GET", "/service/users", { as: "admin" })).json).users;
const patch = (id: string, body: unknown, as = "admin") => house.ask("PATCH", `/service/users/${id}`, { as, body });
const remove = (id: string, as = "admin") => house.ask("DELETE", `/service/users/${id}`, { as });

describe("accounts", () => {
  it("are made with address and groups, shown without a password, and changed", async () => {
    const body = { username: "uma", password: PASSWORD, email: "uma@example.org", groups: ["viewers"] };
    const made = await house.ask("POST", "/service/users", { as: "admin", body });
    expect(made.status).toBe(201);
    const account = fusionAccount.parse(made.json);
    expect(account).toMatchObject({
      username: "uma",
      email: "uma@example.org",
      admin: false,
      superUser: false,
      groups: ["viewers"],
    });
    expect(made.text).not.toContain(PASSWORD);
    const after = await patch(account.id, { email: "", admin: true, groups: [] });
    expect(after.json).toMatchObject({ email: "", admin: true, groups: [] });
    expect((await house.ask("GET", `/service/users/${account.id}`, { as: "admin" })).json).toEqual(after.json);
    expect((await house.ask("GET", "/service/users", { as: "uma" })).status).toBe(200);
    expect((await remove(account.id)).status).toBe(204);
    expect(memberships.has(account.id)).toBe(false);
    expect((await remove(account.id)).status).toBe(404);
  });

  it("stay unmade and unchanged where a group is unknown", async () => {
    const body = { username: "gus", password: PASSWORD, groups: ["unknown"] };
    expect((await house.ask("POST", "/service/users", { as: "admin", body })).json).toMatchObject({
      code: "permission/unknown",
    });
    expect((await list()).map(({ username }) => username)).not.toContain("gus");
  });

  it("keep their groups where something else in the same change is refused", async () => {
    const id = await house.addUser("ida");
    await patch(id, { groups: ["viewers"] });
    const answer = await patch(id, { username: "olga", groups: [] });
    expect(answer.json).toMatchObject({ code: "user/exists" });
    expect((await house.ask("GET", `/service/users/${id}`, { as: "admin" })).json).toMatchObject({
      username: "ida",
      groups: ["viewers"],
    });
    expect((await patch(id, { email: "ida@example.org", groups: ["unknown"] })).status).toBe(404);
    expect((await house.ask("GET", `/service/users/${id}`, { as: "admin" })).json).toMatchObject({ email: "" });
  });

  it("have names of word characters, passwords of the least length, addresses with a domain", async () => {
    const make = async (body: Record<string, unknown>) =>
      (await house.ask("POST", "/service/users", { as: "admin", body: { username: "x", password: PASSWORD, ...body } }))
        .json;
    expect(await make({ username: "a b" })).toMatchObject({ code: "request/invalid" });
    expect(await make({ password: "k7q" })).toMatchObject({ code: "user/password-too-short" });
    expect(await make({ email: "nowhere" })).toMatchObject({ code: "request/invalid" });
    expect(await make({ role: "Manager" })).toMatchObject({ code: "request/invalid" });
    expect(await make({ username: "ADMIN" })).toMatchObject({
      code: "user/exists",
      reason: "A user already exists with name ADMIN",
    });
  });

  it("of the superuser can be neither renamed, downgraded nor deleted", async () => {
    for (const body of [{ username: "root" }, { admin: false }]) {
      const answer = await patch(adminId, body, "olga");
      expect(answer.status).toBe(403);
      expect(answer.json).toMatchObject({ code: "user/protected" });
    }
    expect((await remove(adminId, "olga")).json).toMatchObject({ code: "user/protected" });
    expect((await patch(adminId, { email: "admin@example.org" }, "olga")).status).toBe(200);
  });
});

describe("one's own account", () => {
  let id = "";
  let bearer: Record<string, string> = {};
  beforeEach(async () => {
    id = await house.addUser(`self_${Date.now()}`, { admin: true });
    const { username } = (await list()).find((one) => one.id === id) ?? { username: "" };
    const body = { username, password: PASSWORD };
    const { token } = fusionLogin.parse((await house.ask("POST", "/fusion/users/login", { body })).json);
    bearer = { authorization: `Bearer ${token}` };
  });

  it("cannot be deleted", async () => {
    const answer = await house.ask("DELETE", `/service/users/${id}`, { headers: bearer });
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ code: "user/self" });
  });

  it("is signed out by whatever is changed in it", async () => {
    const body = { email: "me@example.org" };
    expect((await house.ask("PATCH", `/service/users/${id}`, { headers: bearer, body })).status).toBe(200);
    expect((await house.ask("GET", "/service/users/me", { headers: bearer })).status).toBe(401);
  });

  it("loses its rights at once when somebody else takes them", async () => {
    expect((await patch(id, { admin: false })).status).toBe(200);
    expect((await house.ask("GET", "/service/users", { headers: bearer })).status).toBe(403);
  });
});
