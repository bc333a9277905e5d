import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { session } from "#protocol/rest/accounts/session.ts";
import { Lockouts } from "#recorder/accounts/lockouts.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
  await house.addUser("wanda", "Live Viewer");
  await house.addUser("hugo", "Manager");
});
afterAll(() => house.close());

const sidOf = (cookies: readonly { name: string; value: string }[]): string =>
  cookies.find(({ name }) => name === "proscenium_sid")?.value ?? "";

describe("signing in", () => {
  it("answers the session with the scope of the role and sets a strict cookie", async () => {
    const answer = await house.signIn("wanda");
    expect(answer.statusCode).toBe(200);
    const read = session.parse(answer.json());
    expect(read).toMatchObject({
      type: "user",
      name: "wanda",
      role: "Live Viewer",
      scope: { baseScope: ["live"], cameraScopes: [] },
      expiresIn: 3600,
    });
    expect(read.id).toHaveLength(43);
    const cookie = answer.cookies[0];
    expect(cookie).toMatchObject({ name: "proscenium_sid", httpOnly: true, sameSite: "Strict", path: "/" });
    expect(cookie?.maxAge).toBeUndefined();
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("keeps a persistent session for 30 days", async () => {
    const answer = await house.ask("POST", "/service/sessions/user", {
      body: { username: "wanda", password: "correct horse battery", expiresIn: 2_592_000, cookie: "persistent" },
    });
    expect(answer.cookies[0]?.maxAge).toBe(2_592_000);
  });

  it("does not tell a wrong password from an unknown user", async () => {
    const wrong = await house.signIn("wanda", "nonsense");
    const unknown = await house.signIn("nobody", "nonsense");
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect(wrong.json()).toEqual(unknown.json());
    expect(wrong.json()).toMatchObject({ code: "session/wrong", reason: "Wrong username or password." });
  });

  it("goes with the token of a session that is over; with a wrong password beside it, it does not", async () => {
    const body = { username: "wanda", password: "correct horse battery" };
    const ask = (headers: Record<string, string>) => house.ask("POST", "/service/sessions/user", { body, headers });
    for (const old of ["Bearer nonsense", "Bearer a.b.c", "Bearer"])
      expect((await ask({ authorization: old })).statusCode, old).toBe(200);
    expect((await ask({ authorization: house.basic("wanda", "wrong") })).json()).toMatchObject({
      code: "session/wrong",
    });
  });

  it("opens by cookie, bearer and Basic, and by sid only where the documents name it", async () => {
    const answer = await house.signIn("hugo");
    const { id } = answer.json<{ id: string }>();
    const by = (headers: Record<string, string>) => house.ask("GET", "/service/sessions/me", { headers });
    expect((await by({ cookie: `proscenium_sid=${sidOf(answer.cookies)}` })).statusCode).toBe(200);
    expect((await by({ authorization: `Bearer ${id}` })).statusCode).toBe(200);
    expect((await by({ authorization: house.basic("hugo") })).statusCode).toBe(200);
    expect((await house.ask("GET", `/service/sessions/me?sid=${id}`)).statusCode).toBe(401);
    expect((await house.ask("GET", `/service/sessions/me?fsid=${id}`)).statusCode).toBe(401);
    for (const proof of [`sid=${id}`, `fsid=${id}`, `sid=&fsid=${id}`])
      expect((await house.ask("GET", `/service/log?format=text&${proof}`)).statusCode, proof).toBe(200);
    expect((await house.ask("GET", "/service/log?format=text&fsid=nonsense")).statusCode).toBe(401);
    expect((await by({ authorization: "Bearer nonsense" })).statusCode).toBe(401);
  });

  it("replaces a cookie that came along and ends what it opened", async () => {
    const old = sidOf((await house.signIn("hugo")).cookies);
    const again = await house.ask("POST", "/service/sessions/user", {
      body: { username: "hugo", password: "correct horse battery" },
      headers: { cookie: `proscenium_sid=${old}`, "sec-fetch-site": "same-origin" },
    });
    expect(sidOf(again.cookies)).not.toBe(old);
    const me = await house.ask("GET", "/service/sessions/me", { headers: { cookie: `proscenium_sid=${old}` } });
    expect(me.statusCode).toBe(401);
  });

  it("lists and ends sessions of one type without touching the others", async () => {
    const { id } = (await house.signIn("hugo")).json<{ id: string }>();
    const headers = { authorization: `Bearer ${id}` };
    const countOf = async (type: string): Promise<number> =>
      (await house.ask("GET", `/service/sessions?type=${type}`, { headers })).json<{ sessions: unknown[] }>().sessions
        .length;
    const users = await countOf("user");
    expect(users).toBeGreaterThan(0);
    expect(await countOf("remote")).toBe(0);
    expect((await house.ask("DELETE", "/service/sessions?type=remote", { as: "admin" })).statusCode).toBe(204);
    expect(await countOf("user")).toBe(users);
  });

  it("signs out: the session opens nothing any more", async () => {
    const { id } = (await house.signIn("hugo")).json<{ id: string }>();
    const headers = { authorization: `Bearer ${id}` };
    expect((await house.ask("DELETE", "/service/sessions/me", { headers })).statusCode).toBe(204);
    expect((await house.ask("GET", "/service/sessions/me", { headers })).statusCode).toBe(401);
  });

  it("a changed role or camera right keeps the session, with the new rights at once, and ends what the old ones opened", async () => {
    const id = await house.addUser("risen", "Viewer");
    const { id: sid } = (await house.signIn("risen")).json<{ id: string }>();
    const headers = { authorization: `Bearer ${sid}` };
    const cut: string[] = [];
    house.services.sessions.ends.onUserEnd((userId) => cut.push(userId));
    const change = (body: object) => house.ask("PATCH", `/service/users/${id}`, { as: "admin", body });
    expect((await change({ role: "Manager" })).statusCode).toBe(200);
    expect((await house.ask("GET", "/service/sessions/me", { headers })).json()).toMatchObject({ role: "Manager" });
    expect(cut).toEqual([id]);
    expect((await change({ username: "risen", role: "Manager" })).statusCode).toBe(200);
    expect(cut).toEqual([id]);
    expect((await change({ role: "Live Viewer" })).statusCode).toBe(200);
    expect((await house.ask("GET", "/service/server/report", { headers })).statusCode).toBe(403);
    expect(cut).toEqual([id, id]);
  });

  it("ends other sessions at once when the password changes, or the user goes", async () => {
    for (const change of ["password", "delete"] as const) {
      const id = await house.addUser(`guest_${change}`, "Viewer");
      const { id: sid } = (await house.signIn(`guest_${change}`)).json<{ id: string }>();
      const headers = { authorization: `Bearer ${sid}` };
      expect((await house.ask("GET", "/service/sessions/me", { headers })).statusCode).toBe(200);
      if (change === "delete") await house.ask("DELETE", `/service/users/${id}`, { as: "admin" });
      else {
        const body = { password: "another long password" };
        expect((await house.ask("PATCH", `/service/users/${id}`, { as: "admin", body })).statusCode).toBe(200);
      }
      expect((await house.ask("GET", "/service/sessions/me", { headers })).statusCode).toBe(401);
    }
  });

  it("lists handles, never session ids, and ends a session by its handle", async () => {
    const { id } = (await house.signIn("wanda")).json<{ id: string }>();
    const list = await house.ask("GET", "/service/sessions", { headers: { authorization: `Bearer ${id}` } });
    const text = list.body;
    expect(text).not.toContain(id);
    const { sessions } = list.json<{ sessions: { id: string; name: string }[] }>();
    expect(sessions.every(({ name }) => name === "wanda")).toBe(true);
    const handle = sessions[0]?.id ?? "";
    expect((await house.ask("DELETE", `/service/sessions/${handle}`, { as: "hugo" })).statusCode).toBe(404);
    expect((await house.ask("DELETE", `/service/sessions/${handle}`, { as: "wanda" })).statusCode).toBe(204);
  });
});

describe("accounts", () => {
  it("protects the superuser; everybody else may go, also by themselves (only the aggregator forbids that)", async () => {
    const { users } = (await house.ask("GET", "/service/users", { as: "admin" })).json<{
      users: { id: string; username: string; superUser: boolean }[];
    }>();
    const admin = users.find(({ username }) => username === "admin");
    expect(admin?.superUser).toBe(true);
    const path = `/service/users/${admin?.id}`;
    for (const body of [{ username: "root" }, { role: "Viewer" }]) {
      expect((await house.ask("PATCH", path, { as: "admin", body })).statusCode).toBe(403);
    }
    expect((await house.ask("DELETE", path, { as: "admin" })).statusCode).toBe(403);
    await house.addUser("second_admin", "Administrator");
    const me = (await house.ask("GET", "/service/users/me", { as: "second_admin" })).json<{ id: string }>();
    const self = await house.ask("DELETE", `/service/users/${me.id}`, { as: "second_admin" });
    expect(self.statusCode).toBe(204);
    expect((await house.ask("GET", `/service/users/${me.id}`, { as: "admin" })).statusCode).toBe(404);
    expect((await house.ask("GET", "/service/users/me", { as: "second_admin" })).statusCode).toBe(401);
  });

  it("are called user@domain only where sign-in is by domain or by Google", async () => {
    const own = await TestHouse.open();
    const body = { username: "otto@example.org", password: "long enough password", role: "Viewer" };
    const add = () => own.ask("POST", "/service/users", { as: "admin", body });
    const refused = await add();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: "user/name", reason: "Username may contain letters, digits and underscores only." },
    ]);
    const setClientId = (googleClientId: string) =>
      own.ask("PATCH", "/service/settings", { as: "admin", body: { googleClientId } });
    await setClientId("client.example");
    const added = await add();
    expect(added.statusCode).toBe(201);
    await setClientId("");
    const path = `/service/users/${added.json<{ id: string }>().id}`;
    const change = (username: string) => own.ask("PATCH", path, { as: "admin", body: { username, role: "Manager" } });
    expect((await change("anna@example.org")).json()).toMatchObject({ code: "user/name" });
    expect((await change("otto@example.org")).statusCode).toBe(200);
    await own.close();
  });

  it("says the documents' words about a taken name, and keeps to the password policy", async () => {
    const body = { username: "WANDA", password: "long enough password", role: "Viewer" };
    const taken = await house.ask("POST", "/service/users", { as: "admin", body });
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({ reason: "A user already exists with name WANDA" });
    const add = (password: string) =>
      house.ask("POST", "/service/users", { as: "admin", body: { ...body, username: "x", password } });
    expect((await add("k7q")).json()).toMatchObject({ code: "user/password-too-short", params: { count: 4 } });
    // Whatever its length.
    for (const common of ["1234", "Password123456!"])
      expect((await add(common)).json()).toMatchObject({ code: "user/password-common" });
    await house.ask("PATCH", "/service/settings", { as: "admin", body: { passwordMinLength: 12 } });
    expect((await add("k7qz")).json()).toMatchObject({ code: "user/password-too-short", params: { count: 12 } });
    await house.ask("PATCH", "/service/settings", { as: "admin", body: { passwordMinLength: 4 } });
    const allowed = await add("k7qz");
    expect(allowed.statusCode).toBe(201);
  });
});

it("a locked account is told when to try again, by password and by Basic", async () => {
  const own = await TestHouse.open();
  await own.addUser("wanda", "Viewer");
  for (let tries = 0; tries < 5; tries += 1) await own.signIn("wanda", "nonsense");
  const locked = await own.signIn("wanda");
  expect(locked.statusCode).toBe(429);
  expect(locked.headers["retry-after"]).toBe("1");
  expect(locked.json()).toMatchObject({
    code: "session/locked",
    reason: "Too many failed attempts. Try again in 1 s.",
  });
  const basic = await own.ask("GET", "/service/sessions/me", { as: "wanda" });
  expect([basic.statusCode, basic.headers["retry-after"]]).toEqual([429, "1"]);
  await own.close();
});

describe("a password that is changed while the old one is being checked", () => {
  const OLD = "correct horse battery";
  const NEW = "another staple entirely";
  /** Changes the password of `userId` between the next password check and the steps that follow from it. */
  function changeMeanwhile(userId: string): void {
    vi.spyOn(Lockouts.prototype, "begin").mockImplementationOnce(async function (this: Lockouts, ...of) {
      // The check after this one is the real one again.
      const attempt = await this.begin(...of);
      if (!attempt.ok) return attempt;
      const commit = async (): Promise<void> => {
        expect((await house.services.users.patch(userId, { password: NEW })).ok).toBe(true);
        await attempt.commit();
      };
      return { ...attempt, commit };
    });
  }

  it("signs nobody in", async () => {
    const id = await house.addUser("ruth", "Viewer");
    changeMeanwhile(id);
    const answer = await house.signIn("ruth", OLD);
    expect([answer.statusCode, answer.cookies]).toEqual([401, []]);
    expect(await house.services.sessions.open.list(id)).toEqual([]);
    expect((await house.signIn("ruth", NEW)).statusCode).toBe(200);
  });

  it("is not remembered as Basic", async () => {
    const id = await house.addUser("boas", "Viewer");
    const me = (password: string) =>
      house.ask("GET", "/service/sessions/me", { headers: { authorization: house.basic("boas", password) } });
    changeMeanwhile(id);
    expect((await me(OLD)).statusCode).toBe(401);
    expect((await me(OLD)).statusCode).toBe(401);
    expect((await me(NEW)).statusCode).toBe(200);
  });
});
