/**
 * Abuse case A11: an attacker who guesses learns nothing from the time that an answer takes. The lockouts:
 * main/lockouts.test.ts.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { resetPassword } from "#recorder/process/console/reset-password.ts";
import { TestHouse } from "../support/test-house.ts";

const USERS = 24;
/** A share of the time of a refusal: for unknown names, not hashing the password would save most of it. */
const DIFFERENCE_SHARE = 0.15;
/** Other work on the machine disturbs a round; a real difference appears in every round, and in all of them together. */
const ROUNDS = 4;

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
  for (let at = 0; at < USERS * ROUNDS; at += 1) await house.addUser(`known${at}`, "Viewer");
}, 120_000);
afterAll(() => house.close());

let address = 0;
/** One wrong guess from an address of its own, ms. */
async function guess(username: string): Promise<number> {
  address += 1;
  const startedMs = performance.now();
  const answer = await house.recorder.app.inject({
    method: "POST",
    url: "/service/sessions/user",
    remoteAddress: `10.0.${Math.floor(address / 250)}.${address % 250}`,
    headers: { "content-type": "application/json" },
    payload: { username, password: "some wrong password" },
  });
  expect(answer.statusCode).toBe(401);
  return performance.now() - startedMs;
}
/** The value that an attacker would use: load makes answers slower, never faster. */
const fastest = (values: readonly number[]): number => Math.min(...values);

it("known and unknown users are refused after the same time", { timeout: 120_000 }, async () => {
  /** shares of the time of a refusal for a known user */
  const differences: number[] = [];
  const difference = (known: readonly number[], unknown: readonly number[]): void =>
    void differences.push(Math.abs(fastest(known) - fastest(unknown)) / fastest(known));
  const all: { readonly known: number[]; readonly unknown: number[] } = { known: [], unknown: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let at = 0; at < USERS; at += 1) {
      known.push(await guess(`known${round * USERS + at}`));
      unknown.push(await guess(`unknown${round * USERS + at}`));
    }
    difference(known, unknown);
    all.known.push(...known);
    all.unknown.push(...unknown);
  }
  difference(all.known, all.unknown);
  expect(Math.min(...differences), differences.join(", ")).toBeLessThan(DIFFERENCE_SHARE);
});

it("an administrator who is locked out gets in again from the console", async () => {
  for (let tries = 0; tries < 9; tries += 1) await house.signIn("admin", "nonsense");
  expect((await house.signIn("admin", house.adminPassword)).statusCode).toBe(429);
  const password = await resetPassword(house.services.config);
  expect((await house.signIn("admin", password)).statusCode).toBe(200);
});
