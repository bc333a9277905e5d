/** Proofs that were good once, or never: tickets, cookies and codes that come twice, late, elsewhere or after what they stood for is gone. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TicketsInMemory } from "#recorder/accounts/kept-tickets.ts";
import { codeOf, stepOf } from "#recorder/accounts/factors/one-time-codes.ts";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let other: TestHouse;
let name = "";
let id = "";
let token = "";
let cameraId = "";
let streamId = "";
let count = 0;
beforeAll(async () => {
  house = await TestHouse.open();
  other = await TestHouse.open();
  const { camera, stream } = await house.addCamera("Gate");
  [cameraId, streamId] = [camera.id, stream.id];
});
afterAll(async () => {
  await house.close();
  await other.close();
});
beforeEach(async () => {
  await house.services.store.deleteFrom("lockouts").execute();
  name = `user_${count++}`;
  id = await house.addUser(name, "Manager");
  token = (await house.signIn(name)).json<{ id: string }>().id;
});

type Headers = Record<string, string>;
const mine = (): Headers => ({ authorization: `Bearer ${token}` });
const own = (method: string, path: string, body?: unknown, headers = mine()) =>
  house.ask(method, path, { headers, ...(body === undefined ? {} : { body }) });
const coded = (answer: Awaited<ReturnType<TestHouse["ask"]>>) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
];

describe("a ticket", () => {
  const buy = async (path: string, headers = mine(), body: object = {}): Promise<string> => {
    const bought = await own("POST", "/service/tickets", { path, ...body }, headers);
    expect(bought.statusCode, bought.body).toBe(200);
    return bought.json<{ url: string }>().url;
  };
  const open = async (url: string): Promise<number> => (await house.ask("GET", url)).statusCode;
  const status = (): string => `/service/streams/${streamId}/status`;

  it("that comes twenty times at once opens once", async () => {
    const url = await buy(status());
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(url)));
    expect(answers.filter((one) => one !== 401)).toEqual([200]);
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ["the sign-in that bought it ended", () => own("DELETE", "/service/sessions/me"), 401],
    ["an administrator ended the sign-in", () => house.services.sessions.ends.endAll(id, null), 401],
    ["the account is gone", () => house.services.users.remove(id, ""), 401],
    ["the password is another", () => house.services.users.patch(id, { password: "another staple entirely" }), 401],
    [
      "the camera is not to be seen any more",
      () => house.services.users.patch(id, { cameraScopes: [{ id: cameraId, scope: [] }] }),
      401,
    ],
    ["the account has moved to the company", () => house.services.users.patch(id, { signsInBy: "company" }), 401],
  ])("after %s opens nothing", async (_name, end, expected) => {
    const url = await buy(status());
    await end();
    expect(await open(url)).toBe(expected);
  });

  it("goes by the role of now", async () => {
    const url = await buy("/service/log");
    await house.services.users.patch(id, { role: "Viewer" });
    expect([401, 403]).toContain(await open(url));
  });

  it.each<[string, (url: string) => string]>([
    ["another stream", (url) => url.replace(streamId, "00000000-0000-4000-8000-000000000000")],
    ["another call", (url) => url.replace("/status", "/frame")],
    ["a longer path", (url) => url.replace("/status", "/status/x")],
    ["letters written as numbers", (url) => url.replace("/status", "/%73tatus")],
    ["one more question", (url) => `${url}&masks=off`],
    ["another ticket beside it", (url) => `${url}x&ticket=${url.split("=")[1]}`],
    ["a part of itself", (url) => url.slice(0, -1)],
    ["letters of another case", (url) => url.replace(/ticket=.*/, (text) => text.toUpperCase())],
    ["nothing", (url) => url.replace(/=.*/, "=")],
  ])("for %s opens nothing, and is still good for its own", async (_name, change) => {
    const url = await buy(status());
    expect([401, 404]).toContain(await open(change(url)));
    expect(await open(url)).toBe(200);
  });

  it("is not bought by a ticket, nor by a password that only watches, nor for a camera that is not there", async () => {
    const bodyFor = { name: "Screen", password: PASSWORD, viewOnly: true };
    const { secret } = (await own("POST", "/service/users/me/app-passwords", bodyFor)).json<{ secret: string }>();
    const watching = { authorization: house.basic(name, secret) };
    const by = (headers: Headers, more: object = {}) =>
      own("POST", "/service/tickets", { path: "/service/log", ...more }, headers);
    expect(coded(await by(watching))).toEqual([403, "access/app-view-only"]);
    expect((await by(mine(), { cameraId: "nothing" })).statusCode).toBe(404);
    const url = await buy("/service/tickets");
    expect((await house.ask("POST", url, { body: { path: "/service/log" } })).statusCode).toBe(401);
  });

  it("that an app password has bought goes with it", async () => {
    const made = await own("POST", "/service/users/me/app-passwords", { name: "NVR", password: PASSWORD });
    const { appPassword, secret } = made.json<{ appPassword: { id: string }; secret: string }>();
    const url = await buy(status(), { authorization: house.basic(name, secret) });
    expect((await own("DELETE", `/service/users/me/app-passwords/${appPassword.id}`)).statusCode).toBe(204);
    expect(await open(url)).toBe(401);
  });

  it("lasts a minute", async () => {
    let now = 0;
    const shelf = new TicketsInMemory(() => now);
    const sold = { userId: "u", sessionHash: null, path: "/service/log", cameraId: null };
    await shelf.put("late", sold);
    await shelf.put("in time", sold);
    now = 59_999;
    expect(await shelf.take("in time", sold.path, false)).toMatchObject(sold);
    now = 60_000;
    expect(await shelf.take("late", sold.path, false)).toBeNull();
  });
});

describe("a cookie", () => {
  const sid = async (at = house): Promise<string> =>
    (
      await at.ask("POST", "/service/sessions/user", { body: { username: "admin", password: at.adminPassword } })
    ).cookies.find((one) => one.name === "proscenium_sid")?.value ?? "";
  const me = async (cookie: string): Promise<number> =>
    (await house.ask("GET", "/service/sessions/me", { headers: { cookie } })).statusCode;

  it.each<[string, (good: string) => string]>([
    ["cut off", (good) => `proscenium_sid=${good.slice(0, -1)}`],
    ["longer by a letter", (good) => `proscenium_sid=${good}A`],
    ["of 100 kB", () => `proscenium_sid=${"A".repeat(7000)}`],
    ["of another case", (good) => `proscenium_sid=${good.toLowerCase()}`],
    ["with half a percent sign", (good) => `proscenium_sid=%E0%A4%A; x=${good}`],
    ["of another name", (good) => `Proscenium_sid=${good}`],
    ["of a name of JavaScript's own", (good) => `__proto__=${good}; constructor=${good}`],
    ["without a value", () => "proscenium_sid"],
    ["of separators", () => ";;;===;,;proscenium_sid;="],
    ["behind an empty one", (good) => `proscenium_sid=; proscenium_sid=${good}`],
    ["behind a wrong one", (good) => `proscenium_sid=x; proscenium_sid=${good}`],
    ["hashed", () => `proscenium_sid=${"0".repeat(64)}`],
  ])("that is %s is none", async (_name, make) => {
    const good = await sid();
    expect(await me(make(good))).toBe(401);
    expect(await me(`proscenium_sid=${good}`)).toBe(200);
  });

  it("of another recorder opens nothing here", async () => {
    expect(await me(`proscenium_sid=${await sid(other)}`)).toBe(401);
  });

  it.each(["planted by somebody else, from nowhere", "planted by somebody else, who is signed in by it"])(
    "%s before a sign-in is replaced by another",
    async (kind) => {
      const planted = kind.endsWith("nowhere") ? "A".repeat(43) : await sid();
      const signedIn = await house.ask("POST", "/service/sessions/user", {
        body: { username: name, password: PASSWORD },
        headers: { cookie: `proscenium_sid=${planted}`, "sec-fetch-site": "same-origin" },
      });
      const given = signedIn.cookies.find((one) => one.name === "proscenium_sid")?.value ?? "";
      expect([given.length, given === planted]).toEqual([43, false]);
      expect(await me(`proscenium_sid=${planted}`)).toBe(401);
      expect(await me(`proscenium_sid=${given}`)).toBe(200);
    },
  );
});

describe("a code", () => {
  const FACTOR = "/service/users/me/second-factor";
  const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const enter = (code: string) =>
    house.ask("POST", "/service/sessions/user", { body: { username: name, password: PASSWORD, code } });
  async function setUp(): Promise<{ recovery: string[]; code: (by?: number) => string }> {
    const { key: text } = (await own("POST", FACTOR, { password: PASSWORD })).json<{ key: string }>();
    const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
    const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
    const code = (by = 0): string => codeOf(key, stepOf(Date.now()) + by);
    const confirmed = await own("PUT", FACTOR, { code: code(-1) });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    return { recovery: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes, code };
  }

  it("of recovery that comes eight times at once opens once, and the others stay good", async () => {
    const { recovery } = await setUp();
    const [first = "", second = ""] = recovery;
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(first)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await house.services.store.deleteFrom("lockouts").execute();
    expect(coded(await enter(first))).toEqual([403, "session/code-wrong"]);
    expect((await enter(second)).statusCode).toBe(200);
  });

  it("that has set the factor up, or signed in, is not good for anything else", async () => {
    const { code } = await setUp();
    expect(coded(await enter(code(-1)))).toEqual([403, "session/code-wrong"]);
    const used = code();
    const entered = await enter(used);
    expect(entered.statusCode, entered.body).toBe(200);
    token = entered.json<{ id: string }>().id;
    const removal = await own("POST", `${FACTOR}/removal`, { password: PASSWORD, code: used });
    expect(removal.statusCode).not.toBe(204);
    expect(coded(await enter(used))).toEqual([403, "session/code-wrong"]);
  });

  it.each(["", " ", "0", "1234567", "00000a", "０００００００", "-00001", "1e5", "0x1234", "null", "a".repeat(64)])(
    "%j opens nothing",
    async (code) => {
      await setUp();
      expect([400, 401, 403]).toContain((await enter(code)).statusCode);
    },
  );
});

describe("the account's password, asked for before an app password is made", () => {
  it("is guessed no faster there than at sign-in, and whoever guesses keeps the owner's own browser in", async () => {
    const at = { headers: {} as Headers };
    const first = await house.signIn(name);
    at.headers["cookie"] = `proscenium_device=${first.cookies.find((one) => one.name === "proscenium_device")?.value}`;
    const make = (password: string) => own("POST", "/service/users/me/app-passwords", { name: "x", password });
    for (let tries = 0; tries < 5; tries += 1)
      expect(coded(await make(`wrong ${tries}`))).toEqual([403, "user/old-password-wrong"]);
    expect(coded(await make(PASSWORD))).toEqual([429, "session/locked"]);
    // A session that was left open is a place to guess at like any other; the known browser has a brake of its own.
    expect((await house.signIn(name)).statusCode).toBe(429);
    const known = { ...at, body: { username: name, password: PASSWORD } };
    expect((await house.ask("POST", "/service/sessions/user", known)).statusCode).toBe(200);
  });

  it("that is wrong makes none, and an app password is no account's password", async () => {
    const { secret } = (await own("POST", "/service/users/me/app-passwords", { name: "x", password: PASSWORD })).json<{
      secret: string;
    }>();
    await house.services.store.updateTable("sessions").set({ created_ms: 0 }).execute();
    const again = await own("POST", "/service/users/me/app-passwords", { name: "y", password: secret });
    expect(coded(again)).toEqual([403, "user/old-password-wrong"]);
  });
});
