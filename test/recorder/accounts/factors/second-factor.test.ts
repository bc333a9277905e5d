import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { session } from "#protocol/rest/accounts/session.ts";
import { codeOf, stepOf } from "#recorder/accounts/factors/one-time-codes.ts";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

const MINE = "/service/users/me/second-factor";
let house: TestHouse;
let name = "";
let id = "";
let token = "";
let key: Buffer = Buffer.alloc(0);
let count = 0;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.services.settings.patch({ secondFactor: "nobody" });
  await house.services.store.deleteFrom("lockouts").execute();
  name = `user_${count++}`;
  id = await house.addUser(name, "Viewer");
  token = session.parse((await house.signIn(name)).json()).id;
});

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const bytesOf = (text: string): Buffer => {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
};
/** `by`: steps before or after now */
const code = (by = 0): string => codeOf(key, stepOf(Date.now()) + by);
const own = (method: string, path: string, body?: unknown) =>
  house.ask(method, path, { headers: { authorization: `Bearer ${token}` }, ...(body === undefined ? {} : { body }) });
const enter = (given?: string, path = "/service/sessions/user") =>
  house.ask("POST", path, {
    body: { username: name, password: PASSWORD, ...(given === undefined ? {} : { code: given }) },
  });
const coded = (answer: Awaited<ReturnType<typeof enter>>) => [answer.statusCode, answer.json().code];
/** Sets it up with a code of the step before this, so that the tests have two more. */
async function setUp(): Promise<string[]> {
  const begun = await own("POST", MINE, { password: PASSWORD });
  key = bytesOf(begun.json().key);
  const confirmed = await own("PUT", MINE, { code: code(-1) });
  expect(confirmed.statusCode).toBe(200);
  return confirmed.json().recoveryCodes;
}
const told = async () =>
  (await house.services.store.selectFrom("audit").selectAll().where("target", "=", id).execute())
    .map(({ action }) => action)
    .filter((action) => action.startsWith("second-factor"));

describe("a second factor", () => {
  it("is set up by who knows the password; other sessions end, and signing in asks for a code", async () => {
    const other = session.parse((await house.signIn(name)).json()).id;
    expect(coded(await own("POST", MINE, { password: "nonsense" }))).toEqual([403, "user/old-password-wrong"]);
    const codes = await setUp();
    expect(codes).toHaveLength(10);
    expect((await own("GET", MINE)).json()).toEqual({
      possible: true,
      active: true,
      required: false,
      recoveryCodesLeft: 10,
    });
    const ended = await house.ask("GET", "/service/sessions/me", { headers: { authorization: `Bearer ${other}` } });
    expect(ended.statusCode).toBe(401);
    expect(coded(await enter())).toEqual([401, "session/code-required"]);
    expect((await enter(code())).statusCode).toBe(200);
    expect(await told()).toEqual(["second-factor-added"]);
  });

  it("is not there before its first code was right", async () => {
    const begun = await own("POST", MINE, { password: PASSWORD });
    key = bytesOf(begun.json().key);
    expect(coded(await own("PUT", MINE, { code: "000000" }))).toEqual([403, "session/code-wrong"]);
    expect((await enter()).statusCode).toBe(200);
  });

  it("takes each code once, also when two come together, and a wrong password is told as ever", async () => {
    await setUp();
    const both = await Promise.all([enter(code()), enter(code())]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 403]));
    expect(coded(await enter(code()))).toEqual([403, "session/code-wrong"]);
    const wrong = await house.ask("POST", "/service/sessions/user", {
      body: { username: name, password: "nonsense", code: code(1) },
    });
    expect(coded(wrong)).toEqual([401, "session/wrong"]);
  });

  it("has recovery codes, each for once", async () => {
    const [first = ""] = await setUp();
    expect((await enter(first.toUpperCase())).statusCode).toBe(200);
    expect(coded(await enter(first))).toEqual([403, "session/code-wrong"]);
  });

  it("cannot be guessed faster than a password, whoever knows the password", async () => {
    await setUp();
    for (let tries = 0; tries < 5; tries += 1) {
      expect(coded(await enter("000000"))).toEqual([403, "session/code-wrong"]);
      // The right password alone clears nothing.
      expect(coded(await enter())).toEqual([401, "session/code-required"]);
    }
    const locked = await enter(code());
    expect([...coded(locked), locked.headers["retry-after"]]).toEqual([429, "session/locked", "1"]);
  });

  it("shuts out HTTP Basic and RTSP with a text that says why, at once", async () => {
    const { stream } = await house.addCamera("Gate");
    const basic = () => house.ask("GET", "/service/sessions/me", { as: name });
    expect((await basic()).statusCode).toBe(200);
    await setUp();
    expect(coded(await basic())).toEqual([401, "session/basic-with-factor"]);
    const rtsp = await admitRtsp(
      {
        authorization: house.basic(name),
        path: "/",
        query: "",
        address: "192.0.2.9",
        streamId: stream.id,
        sessionId: "one",
      },
      house.services,
    );
    expect(rtsp).toMatchObject({ ok: false, error: { code: "session/basic-with-factor" } });
  });

  it("is stored sealed, and its recovery codes as hashes", async () => {
    const codes = await setUp();
    const row = await house.services.users.row(id);
    const stored = JSON.stringify(row);
    expect(row?.factor_key).toMatch(/^v1:/);
    for (const secret of [key.toString("base64"), ...codes, ...codes.map((one) => one.replaceAll("-", ""))])
      expect(stored).not.toContain(secret);
  });

  it("is removed with password and code, or by an administrator; the list says who has one", async () => {
    await setUp();
    const listed = async () =>
      (await house.ask("GET", `/service/users/${id}`, { as: "admin" })).json().secondFactor as boolean;
    expect(await listed()).toBe(true);
    const remove = (given: string) => own("POST", `${MINE}/removal`, { password: PASSWORD, code: given });
    expect(coded(await remove("000000"))).toEqual([403, "session/code-wrong"]);
    expect((await remove(code())).statusCode).toBe(204);
    expect((await enter()).statusCode).toBe(200);
    await setUp();
    expect((await house.ask("DELETE", `/service/users/${id}/second-factor`, { as: "admin" })).statusCode).toBe(204);
    expect((await enter()).statusCode).toBe(200);
    expect(await listed()).toBe(false);
    expect(await told()).toEqual([
      "second-factor-added",
      "second-factor-removed",
      "second-factor-added",
      "second-factor-reset",
    ]);
  });
});

describe("where a second factor is required", () => {
  it("who has none sets it up while signing in, and gets its recovery codes with the session", async () => {
    await house.services.settings.patch({ secondFactor: "everybody" });
    expect(coded(await enter())).toEqual([403, "session/factor-required"]);
    expect(coded(await enter("123456"))).toEqual([403, "session/factor-required"]);
    key = bytesOf((await enter(undefined, "/service/sessions/second-factor")).json().key);
    expect(coded(await enter("000000"))).toEqual([403, "session/code-wrong"]);
    const entered = await enter(code());
    expect(entered.statusCode).toBe(200);
    expect(entered.json().recoveryCodes).toHaveLength(10);
    token = entered.json().id;
    expect(coded(await own("POST", `${MINE}/removal`, { password: PASSWORD, code: code(1) }))).toEqual([
      403,
      "user/factor-required",
    ]);
    expect(coded(await house.ask("GET", "/service/sessions/me", { as: "admin" }))).toEqual([
      401,
      "session/basic-with-factor",
    ]);
  });

  it("for administrators, nobody else needs one", async () => {
    await house.services.settings.patch({ secondFactor: "administrators" });
    expect((await enter()).statusCode).toBe(200);
    expect(coded(await enter(undefined, "/service/sessions/second-factor"))).toEqual([409, "user/factor-optional"]);
    expect(coded(await house.signIn("admin", house.adminPassword))).toEqual([403, "session/factor-required"]);
  });
});
