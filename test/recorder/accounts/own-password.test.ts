import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { session } from "#protocol/rest/accounts/session.ts";
import { PASSWORD, ROLES, TestHouse } from "#test/recorder/support/test-house.ts";

const NEW = "another staple entirely";
let house: TestHouse;
let name = "";
let id = "";
let count = 0;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());
beforeEach(async () => {
  // The wrong passwords of the other tests came from the same address.
  await house.services.store.deleteFrom("lockouts").execute();
  name = `user_${count++}`;
  id = await house.addUser(name, "Live Viewer");
});

const enter = async (password = PASSWORD): Promise<string> =>
  session.parse((await house.signIn(name, password)).json()).id;
const me = async (token: string): Promise<number> =>
  (await house.ask("GET", "/service/sessions/me", { headers: { authorization: `Bearer ${token}` } })).statusCode;
const change = (token: string, oldPassword: string, newPassword: string) =>
  house.ask("PUT", "/service/users/me/password", {
    headers: { authorization: `Bearer ${token}` },
    body: { oldPassword, newPassword },
  });
const told = async (target: string) =>
  (await house.services.store.selectFrom("audit").selectAll().where("target", "=", target).execute())
    .filter(({ action }) => action.startsWith("password-"))
    .map(({ action, username, detail }) => [action, username, JSON.parse(detail)]);

describe("the own password", () => {
  it("is changed by who knows the old one: this session stays, the others end, and the journal says so", async () => {
    const [mine, other] = [await enter(), await enter()];
    expect((await change(mine, PASSWORD, NEW)).statusCode).toBe(204);
    expect([await me(mine), await me(other)]).toEqual([200, 401]);
    expect((await house.signIn(name, PASSWORD)).statusCode).toBe(401);
    expect((await house.signIn(name, NEW)).statusCode).toBe(200);
    expect(await told(id)).toEqual([["password-changed", name, {}]]);
  });

  it.each(ROLES)("is changed by a %s too", async (role) => {
    name = `role_${count++}`;
    await house.addUser(name, role);
    expect((await change(await enter(), PASSWORD, NEW)).statusCode).toBe(204);
  });

  it("ends what the old one has opened without a session", async () => {
    const { stream } = await house.addCamera("Gate");
    const basic = (password: string) => ({ headers: { authorization: house.basic(name, password) } });
    const view = "/service/low-bandwidth/streams";
    const opened = await house.ask("POST", view, { ...basic(PASSWORD), body: { streamId: stream.id } });
    const ticket = await house.ask("POST", "/service/tickets", {
      ...basic(PASSWORD),
      body: { path: "/service/sessions/me" },
    });
    const mine = await enter();
    const viewed = await house.ask("POST", view, {
      headers: { authorization: `Bearer ${mine}` },
      body: { streamId: stream.id },
    });
    expect((await change(mine, PASSWORD, NEW)).statusCode).toBe(204);
    const at = async (answer: typeof opened) =>
      (await house.ask("GET", `${view}/${answer.json().id}`, basic(NEW))).statusCode;
    expect([await at(opened), await at(viewed)]).toEqual([404, 200]);
    expect((await house.ask("GET", ticket.json().url)).statusCode).toBe(401);
    expect((await house.ask("GET", "/service/sessions/me", basic(PASSWORD))).statusCode).toBe(401);
  });

  it.each([
    ["a wrong old one", "nonsense", NEW, 403, "user/old-password-wrong"],
    ["no old one", "", NEW, 403, "user/old-password-wrong"],
    ["a new one that is the old one", PASSWORD, PASSWORD, 400, "user/password-same"],
    ["a new one that everybody tries first", PASSWORD, "Password123456!", 400, "user/password-common"],
    ["a new one that is too short", PASSWORD, "k7q", 400, "user/password-too-short"],
  ])("stays with %s; other sessions go on", async (_case, oldPassword, newPassword, status, code) => {
    const [mine, other] = [await enter(), await enter()];
    const answer = await change(mine, oldPassword, newPassword);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect([await me(mine), await me(other)]).toEqual([200, 200]);
    expect((await house.signIn(name)).statusCode).toBe(200);
    expect(await told(id)).toEqual([["password-change-refused", name, { code }]]);
  });

  it("cannot be guessed here faster than at sign-in", async () => {
    const mine = await enter();
    for (let tries = 0; tries < 5; tries += 1) expect((await change(mine, "nonsense", NEW)).statusCode).toBe(403);
    const locked = await change(mine, PASSWORD, NEW);
    expect([locked.statusCode, locked.json().code, locked.headers["retry-after"]]).toEqual([
      429,
      "session/locked",
      "1",
    ]);
  });
});
