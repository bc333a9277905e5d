import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { passkeyAsk, type PasskeyMaking, passkeyMaking } from "#protocol/rest/accounts/passkey.ts";
import { session } from "#protocol/rest/accounts/session.ts";
import { type Behaviour, SoftwarePasskey } from "#test/support/software-passkey.ts";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

const MINE = "/service/users/me/passkeys";
const ORIGIN = "https://wall.example";
const AT = { host: "wall.example", origin: ORIGIN };
type Answer = Awaited<ReturnType<TestHouse["ask"]>>;

let house: TestHouse;
let name = "";
let id = "";
let token = "";
let passkey = new SoftwarePasskey(ORIGIN);
let count = 0;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.services.settings.patch({ secondFactor: "nobody" });
  name = `user_${count++}`;
  id = await house.addUser(name, "Viewer");
  token = session.parse((await house.signIn(name)).json()).id;
  passkey = new SoftwarePasskey(ORIGIN);
});

const coded = (answer: Answer) => [answer.statusCode, answer.json<{ code?: string }>().code];
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  house.ask("POST", path, { body, headers: { ...AT, ...headers } });
const own = (method: string, path: string, body?: unknown, at: Record<string, string> = AT) =>
  house.ask(method, path, {
    headers: { ...at, authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  });
const mine = async () =>
  (await own("GET", MINE)).json<{
    passkeys: { id: string; name: string; blocked: boolean; lastUsed: number | null }[];
  }>().passkeys;
const cookieOf = (answer: Answer) => ({ cookie: `${answer.cookies[0]?.name}=${answer.cookies[0]?.value}` });
const enter = (more: Record<string, unknown> = {}, headers = {}) =>
  post("/service/sessions/user", { username: name, password: PASSWORD, ...more }, headers);

async function making(body: unknown = { password: PASSWORD }): Promise<PasskeyMaking> {
  const answer = await own("POST", `${MINE}/options`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return passkeyMaking.parse(answer.json());
}
async function add(called = "Key", how: Behaviour = {}, which = passkey): Promise<Answer> {
  return own("POST", MINE, { name: called, response: which.make(await making(), how) });
}
/** By passkey alone. */
async function enterAlone(how: Behaviour = {}, headers = AT): Promise<Answer> {
  const asked = await post("/service/sessions/passkey/options", {}, headers);
  expect(asked.statusCode, asked.body).toBe(200);
  const response = passkey.use(passkeyAsk.parse(asked.json()), how);
  return post("/service/sessions/passkey", { response }, { ...headers, ...cookieOf(asked) });
}
/** By password and passkey. */
async function enterWithBoth(how: Behaviour = {}): Promise<Answer> {
  const asked = await post("/service/sessions/second-factor/passkey", { username: name, password: PASSWORD });
  expect(asked.statusCode, asked.body).toBe(200);
  return enter({ passkey: passkey.use(passkeyAsk.parse(asked.json()), how) }, cookieOf(asked));
}
const told = async () =>
  (await house.services.store.selectFrom("audit").selectAll().where("target", "=", id).orderBy("seq").execute())
    .filter(({ action }) => !["sign-in", "refused"].includes(action))
    .map(({ action, detail }) => [action, (JSON.parse(detail) as { passkey?: string }).passkey]);

describe("a passkey", () => {
  it("is added by who knows the password; recovery codes come with it, and other sessions end", async () => {
    const other = session.parse((await house.signIn(name)).json()).id;
    expect(coded(await own("POST", `${MINE}/options`, { password: "nonsense" }))).toEqual([
      403,
      "user/old-password-wrong",
    ]);
    const added = await add("Phone");
    expect(added.statusCode, added.body).toBe(201);
    expect(added.json()).toMatchObject({
      passkey: { name: "Phone", host: "wall.example", alone: true, lastUsed: null },
    });
    expect(added.json().recoveryCodes).toHaveLength(10);
    const ended = await house.ask("GET", "/service/sessions/me", { headers: { authorization: `Bearer ${other}` } });
    expect(ended.statusCode).toBe(401);
    expect((await house.ask("GET", `/service/users/${id}`, { as: "admin" })).json().secondFactor).toBe(true);
    expect(coded(await house.ask("GET", "/service/sessions/me", { as: name }))).toEqual([
      401,
      "session/basic-with-factor",
    ]);
    // A second one brings no codes; the same one is not taken twice.
    expect((await add("Key", {}, new SoftwarePasskey(ORIGIN))).json().recoveryCodes).toBeUndefined();
    expect(coded(await add("Again"))).toEqual([409, "user/passkey-exists"]);
    expect(await told()).toEqual([
      ["passkey-added", "Phone"],
      ["passkey-added", "Key"],
    ]);
  });

  it("needs no password of who has just signed in, but of everybody else", async () => {
    expect((await making({})).rp.id).toBe("wall.example");
    await house.services.store
      .updateTable("sessions")
      .set({ created_ms: Date.now() - 11 * 60_000 })
      .execute();
    expect(coded(await own("POST", `${MINE}/options`, {}))).toEqual([403, "user/prove"]);
    expect((await making()).rp.id).toBe("wall.example");
  });

  it("signs in alone, and says when", async () => {
    await add("Phone");
    const entered = await enterAlone();
    expect(entered.statusCode, entered.body).toBe(200);
    expect(entered.json()).toMatchObject({ name, userId: id });
    expect((await mine())[0]?.lastUsed).toBeGreaterThan(Date.now() - 60_000);
    const [row] = await house.services.store
      .selectFrom("audit")
      .selectAll()
      .where("target", "=", id)
      .where("action", "=", "sign-in")
      .orderBy("seq", "desc")
      .limit(1)
      .execute();
    expect(JSON.parse(row?.detail ?? "")).toEqual({ by: "passkey", passkey: "Phone" });
  });

  it("is what is asked for after the password; a touch is enough there, and alone it is not", async () => {
    await add();
    expect(coded(await enter())).toEqual([401, "session/passkey-or-code"]);
    expect((await enterWithBoth({ verifiesUser: false })).statusCode).toBe(200);
    expect(coded(await enterAlone({ verifiesUser: false }))).toEqual([403, "session/passkey-wrong"]);
    const wrong = { username: name, password: "nonsense" };
    expect(coded(await post("/service/sessions/second-factor/passkey", wrong))).toEqual([401, "session/wrong"]);
  });

  it.each<[string, Behaviour]>([
    ["forged", { forged: true }],
    ["of another page", { origin: "https://evil.example" }],
    ["of the same host by http", { origin: "http://wall.example" }],
    ["made for another name", { rpId: "evil.example" }],
    ["for a challenge of nobody", { challenge: Buffer.alloc(54).toString("base64url") }],
  ])("is refused when %s", async (_case, how) => {
    await add();
    expect(coded(await enterAlone(how))).toEqual([403, "session/passkey-wrong"]);
    expect(coded(await enterWithBoth(how))).toEqual([403, "session/passkey-wrong"]);
    expect((await enterAlone()).statusCode).toBe(200);
    expect(coded(await add("Other", how, new SoftwarePasskey(ORIGIN)))).toEqual(
      how.forged ? [201, undefined] : [403, "session/passkey-wrong"],
    );
  });

  it("answers a challenge once, in the browser that asked, and for the act that was asked", async () => {
    await add();
    const asked = await post("/service/sessions/passkey/options", {});
    const response = passkey.use(passkeyAsk.parse(asked.json()));
    expect(coded(await post("/service/sessions/passkey", { response }))).toEqual([403, "session/passkey-wrong"]);
    expect(coded(await enter({ passkey: response }, cookieOf(asked)))).toEqual([403, "session/passkey-wrong"]);
    const both = await Promise.all([0, 1].map(() => post("/service/sessions/passkey", { response }, cookieOf(asked))));
    expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 403]);
    const made = { name: "Twice", response: new SoftwarePasskey(ORIGIN).make(await making()) };
    expect((await own("POST", MINE, made)).statusCode).toBe(201);
    expect(coded(await own("POST", MINE, made))).toEqual([403, "session/passkey-wrong"]);
  });

  it("of somebody else opens nothing, and neither does a removed one", async () => {
    await add();
    const stranger = `user_${count++}`;
    await house.addUser(stranger, "Viewer");
    const asked = await post("/service/sessions/second-factor/passkey", { username: name, password: PASSWORD });
    const response = passkey.use(passkeyAsk.parse(asked.json()));
    await house.services.settings.patch({ secondFactor: "everybody" });
    const body = { username: stranger, password: PASSWORD, passkey: response };
    expect(coded(await post("/service/sessions/user", body, cookieOf(asked)))).toEqual([
      403,
      "session/factor-required",
    ]);
    await house.services.settings.patch({ secondFactor: "nobody" });
    const [one] = await mine();
    expect((await own("POST", `${MINE}/${one?.id}/removal`, { password: PASSWORD })).statusCode).toBe(204);
    expect(coded(await enterAlone())).toEqual([403, "session/passkey-unknown"]);
    expect((await enter()).statusCode).toBe(200);
  });

  it("that was copied opens nothing any more, and everybody who looks is told", async () => {
    await add("Cloned");
    expect((await enterAlone({ counter: 9 })).statusCode).toBe(200);
    // Nobody without the key can block it.
    expect(coded(await enterAlone({ counter: 3, forged: true }))).toEqual([403, "session/passkey-wrong"]);
    expect((await enterAlone({ counter: 10 })).statusCode).toBe(200);
    expect(coded(await enterAlone({ counter: 10 }))).toEqual([403, "session/passkey-copied"]);
    expect(coded(await enterAlone({ counter: 99 }))).toEqual([403, "session/passkey-copied"]);
    expect(await mine()).toMatchObject([{ name: "Cloned", blocked: true }]);
    expect(await told()).toContainEqual(["passkey-copied", "Cloned"]);
    // What is left are the recovery codes: the password alone is still not enough.
    expect(coded(await enter())).toEqual([401, "session/code-required"]);
  });

  it("of a maker that does not count signs in as often as one likes", async () => {
    passkey = new SoftwarePasskey(ORIGIN, { counts: false });
    await add();
    for (let times = 0; times < 3; times += 1) expect((await enterAlone()).statusCode).toBe(200);
    expect((await mine())[0]?.blocked).toBe(false);
  });

  it("is renamed and removed by its owner only", async () => {
    await add("Old");
    const [one] = await mine();
    expect((await own("PATCH", `${MINE}/${one?.id}`, { name: "New" })).json()).toMatchObject({ name: "New" });
    const before = token;
    const stranger = `user_${count++}`;
    await house.addUser(stranger, "Viewer");
    token = session.parse((await house.signIn(stranger)).json()).id;
    expect(coded(await own("PATCH", `${MINE}/${one?.id}`, { name: "Mine" }))).toEqual([404, "user/passkey-unknown"]);
    expect(coded(await own("POST", `${MINE}/${one?.id}/removal`, { password: PASSWORD }))).toEqual([
      404,
      "user/passkey-unknown",
    ]);
    token = before;
    expect(await mine()).toMatchObject([{ name: "New" }]);
  });

  it("cannot be used at an IP address or without encryption; recovery codes can, each for once", async () => {
    const { recoveryCodes } = (await add()).json<{ recoveryCodes: string[] }>();
    const plain = { host: "192.0.2.7:8080", origin: "http://192.0.2.7:8080" };
    const refused = await own("POST", `${MINE}/options`, { password: PASSWORD }, plain);
    expect(refused.json()).toMatchObject({ code: "session/passkey-address", params: { origin: plain.origin } });
    expect(coded(await post("/service/sessions/passkey/options", {}, plain))).toEqual([409, "session/passkey-address"]);
    expect(coded(await enter({}, plain))).toEqual([401, "session/code-required"]);
    const [code] = recoveryCodes;
    expect((await enter({ code }, plain)).statusCode).toBe(200);
    expect(coded(await enter({ code }, plain))).toEqual([403, "session/code-wrong"]);
    // Another name of the same server has passkeys of its own.
    const other = { host: "other.example", origin: "https://other.example" };
    expect(coded(await enter({}, other))).toEqual([401, "session/code-required"]);
    expect(coded(await enterAlone({ origin: other.origin }, other))).toEqual([403, "session/passkey-wrong"]);
  });

  it("goes with the second factor that an administrator resets", async () => {
    await add();
    expect((await house.ask("DELETE", `/service/users/${id}/second-factor`, { as: "admin" })).statusCode).toBe(204);
    expect(await mine()).toEqual([]);
    expect((await enter()).statusCode).toBe(200);
    expect(coded(await enterAlone())).toEqual([403, "session/passkey-unknown"]);
  });
});

describe("where a second factor is required", () => {
  it("a passkey is made while signing in, and is enough; the last one stays", async () => {
    await house.services.settings.patch({ secondFactor: "everybody" });
    expect(coded(await enter())).toEqual([403, "session/factor-required"]);
    const begun = await post("/service/sessions/second-factor/new-passkey", { username: name, password: PASSWORD });
    const response = passkey.make(passkeyMaking.parse(begun.json()));
    const entered = await enter({ newPasskey: { name: "First", response } }, cookieOf(begun));
    expect(entered.statusCode, entered.body).toBe(200);
    expect(entered.json().recoveryCodes).toHaveLength(10);
    token = entered.json().id;
    const [one] = await mine();
    expect(coded(await own("POST", `${MINE}/${one?.id}/removal`, {}))).toEqual([403, "user/factor-required"]);
    expect(coded(await enter())).toEqual([401, "session/passkey-or-code"]);
    expect(
      coded(await post("/service/sessions/second-factor/new-passkey", { username: name, password: PASSWORD })),
    ).toEqual([409, "user/factor-exists"]);
    expect(await told()).toEqual([["passkey-added", "First"]]);
  });
});
