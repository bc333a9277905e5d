import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fusionLogin, fusionUser } from "#protocol/rest/accounts/fusion.ts";
import { SECURITY_DEFAULTS } from "#domain/accounts/sign-in-security.ts";
import { AggregatorHouse, PASSWORD } from "#test/recorder/aggregator/support/aggregator-house.ts";

let house: AggregatorHouse;
beforeAll(async () => {
  house = await AggregatorHouse.open();
  await house.addUser("uma", { email: "uma@example.org" });
  await house.addUser("otto", { admin: true });
});
afterAll(() => house.close());

const login = (username: string, password = PASSWORD, more: Record<string, unknown> = {}) =>
  house.ask("POST", "/fusion/users/login", { body: { username, password, ...more } });
const cookieOf = (headers: Headers): string => headers.get("set-cookie")?.split(";")[0] ?? "";
const me = (headers: Record<string, string>) => house.ask("GET", "/service/users/me", { headers });

describe("POST /fusion/users/login", () => {
  it("answers a token and sets a strict cookie; both open", async () => {
    const answer = await login("uma");
    expect(answer.status).toBe(200);
    const { token, id, sessionId } = fusionLogin.parse(answer.json);
    expect(token).toHaveLength(43);
    expect(sessionId).not.toBe(token);
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^proscenium_sid=.*HttpOnly.*SameSite=Strict/);
    expect(cookie).not.toContain("Max-Age");
    const mine = { id, userId: id, username: "uma", admin: false, email: "uma@example.org" };
    expect(fusionUser.parse((await me({ cookie: cookieOf(answer.headers) })).json)).toEqual(mine);
    expect((await me({ authorization: `Bearer ${token}` })).json).toEqual(mine);
    expect((await me({ authorization: house.basic("otto") })).json).toMatchObject({ username: "otto", admin: true });
    const sessions = await house.ask("GET", "/service/sessions", { headers: { authorization: `Bearer ${token}` } });
    expect(sessions.json).toMatchObject({ sessions: [{ id: sessionId, name: "uma", role: "" }] });
  });

  it("keeps what is asked to last, and no cookie where none is wanted", async () => {
    const lasting = await login("uma", PASSWORD, { expiresIn: 86_400, cookie: "persistent" });
    expect(lasting.headers.get("set-cookie")).toContain("Max-Age=86400");
    expect((await login("uma", PASSWORD, { cookie: "none" })).headers.get("set-cookie")).toBeNull();
  });

  it("does not tell a wrong password from an unknown user", async () => {
    const wrong = await login("uma", "nonsense");
    expect(wrong.status).toBe(401);
    expect(wrong.json).toMatchObject({ code: "session/wrong", reason: "Wrong username or password." });
    expect((await login("nobody", "nonsense")).json).toEqual(wrong.json);
    expect((await login("uma", "")).status).toBe(400);
    await login("uma");
  });

  it("slows guessing down", async () => {
    const own = await AggregatorHouse.open();
    const guess = () => own.ask("POST", "/fusion/users/login", { body: { username: "admin", password: "guess" } });
    for (let index = 0; index < SECURITY_DEFAULTS.lockoutFreeTries; index++) expect((await guess()).status).toBe(401);
    const locked = await guess();
    expect(locked.status).toBe(429);
    expect(locked.json).toMatchObject({ code: "session/locked" });
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    await own.close();
  });

  it("is refused to other sites' pages", async () => {
    const headers = { origin: "https://evil.example" };
    const answer = await house.ask("POST", "/fusion/users/login", {
      body: { username: "uma", password: PASSWORD },
      headers,
    });
    expect(answer.status).toBe(403);
  });
});

describe("signing out", () => {
  it.each([
    ["POST", "/fusion/users/logout"],
    ["DELETE", "/service/sessions/me"],
  ])("by %s %s ends the session", async (method, path) => {
    const { token } = fusionLogin.parse((await login("uma")).json);
    const headers = { authorization: `Bearer ${token}` };
    const out = await house.ask(method, path, { headers });
    expect(out.status).toBe(204);
    expect(out.headers.get("set-cookie")).toMatch(/^proscenium_sid=;/);
    expect((await me(headers)).status).toBe(401);
  });

  it("with a cookie needs a page of ours", async () => {
    const cookie = cookieOf((await login("uma")).headers);
    expect((await house.ask("POST", "/fusion/users/logout", { headers: { cookie } })).status).toBe(403);
    const headers = { cookie, origin: house.aggregator.url };
    expect((await house.ask("POST", "/fusion/users/logout", { headers })).status).toBe(204);
    expect((await me({ cookie })).status).toBe(401);
  });
});

describe("tickets", () => {
  it("open one address once, also through the proxy", async () => {
    const ask = (path: string) => house.ask("POST", "/service/tickets", { as: "otto", body: { path } });
    const { url } = (await ask("/service/log?format=text")).json as { url: string };
    expect((await house.ask("GET", url)).status).toBe(200);
    expect((await house.ask("GET", url)).status).toBe(401);
    expect((await ask("/fusion/orchid-proxy/house-1/service/streams/x/export?start=1")).status).toBe(200);
    for (const path of ["/fusion/tokens", "/fusion/orchid-proxy/../service/log", "https://evil.example/service/log"])
      expect((await ask(path)).status, path).toBe(400);
  });
});
