import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "#protocol/rest/accounts/session.ts";
import { SESSION_EXPIRY_S } from "#domain/limits/session.ts";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

const HOUR_MS = 3_600_000;
let house: TestHouse;
beforeEach(async () => {
  house = await TestHouse.open();
  await house.addUser("wanda", "Viewer");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await house.close();
});

const set = (body: Record<string, number>) => house.ask("PATCH", "/service/settings", { as: "admin", body });
const enter = (expiresIn: number) =>
  house.ask("POST", "/service/sessions/user", {
    body: { username: "wanda", password: PASSWORD, expiresIn, cookie: "persistent" },
  });
const idOf = (answer: Awaited<ReturnType<typeof enter>>): string => session.parse(answer.json()).id;
const mine = (id: string) => house.ask("GET", "/service/sessions/me", { headers: { authorization: `Bearer ${id}` } });

it("has the documents' defaults until somebody sets something", async () => {
  expect((await house.ask("GET", "/service/settings", { as: "admin" })).json()).toMatchObject({
    passwordMinLength: 4,
    sessionMaxHours: 720,
    lockoutFreeTries: 5,
    lockoutMaxPauseMinutes: 15,
  });
});

describe("the longest sign-in", () => {
  it("shortens what asks for more, and the cookie with it", async () => {
    await set({ sessionMaxHours: 2 });
    const long = await enter(SESSION_EXPIRY_S);
    expect([long.json().expiresIn, long.cookies[0]?.maxAge]).toEqual([7200, 7200]);
    expect((await enter(60)).json().expiresIn).toBe(60);
  });

  it("holds for sign-ins that are open: some end at once, the others earlier", async () => {
    const begun = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(begun - 5 * HOUR_MS);
    const old = idOf(await enter(SESSION_EXPIRY_S));
    clock.mockReturnValue(begun);
    const fresh = idOf(await enter(SESSION_EXPIRY_S));
    await set({ sessionMaxHours: 4 });
    expect((await mine(old)).statusCode).toBe(401);
    expect((await mine(fresh)).json().expiresIn).toBe(4 * 3600);
  });
});

describe("the lockout", () => {
  it("begins after as many wrong passwords as are free", async () => {
    await set({ lockoutFreeTries: 2 });
    const statuses: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) statuses.push((await house.signIn("wanda", "nonsense")).statusCode);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it("lasts no longer than the longest pause, which also shortens one that has begun", async () => {
    const begun = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(begun);
    let passedMs = 0;
    const guess = async () => {
      const answer = await house.signIn("wanda", "nonsense");
      const waitS = Number(answer.headers["retry-after"] ?? 0);
      clock.mockReturnValue(begun + (passedMs += waitS * 1000));
      return waitS;
    };
    let longestS = 0;
    for (let tries = 0; tries < 34; tries += 1) longestS = Math.max(longestS, await guess());
    expect(longestS).toBe(15 * 60);
    await house.signIn("wanda", "nonsense");
    expect(Number((await house.signIn("wanda")).headers["retry-after"])).toBe(15 * 60);
    // Not by a request: the administrator has the same address here, which waits, too.
    await house.services.settings.patch({ lockoutMaxPauseMinutes: 1 });
    expect(Number((await house.signIn("wanda")).headers["retry-after"])).toBe(60);
  });
});

it.each([
  [{ passwordMinLength: 3 }, /^passwordMinLength: /],
  [{ sessionMaxHours: 0 }, /^sessionMaxHours: /],
  [{ lockoutFreeTries: 21 }, /^lockoutFreeTries: /],
  [{ lockoutMaxPauseMinutes: 1441 }, /^lockoutMaxPauseMinutes: /],
])("%j is refused by name", async (body, reason) => {
  const answer = await house.ask("PATCH", "/service/settings", { as: "admin", body });
  expect([answer.statusCode, answer.json().code]).toEqual([400, "request/invalid"]);
  expect(answer.json().reason).toMatch(reason);
});
