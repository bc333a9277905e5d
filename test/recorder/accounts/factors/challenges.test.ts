import { afterAll, beforeAll, expect, it } from "vitest";
import { Challenges } from "#recorder/accounts/factors/challenges.ts";
import { UsedOnce } from "#recorder/accounts/used-once.ts";
import { openStore, type Store } from "#recorder/store/store.ts";

const MINUTE_MS = 60_000;
const KEY = new Uint8Array(32).fill(7);
let store: Store;
beforeAll(async () => {
  store = await openStore({ file: ":memory:", url: "" });
});
afterAll(() => store.destroy());
const made = (now: () => number = () => 0, key = KEY) => new Challenges(key, new UsedOnce(store, now), now);
const about = ["use", "anna", "https://wall.example", "browser 1"];
const given = (challenges: Challenges, what = about) => Buffer.from(challenges.issue(what)).toString("base64url");

it("counts once, however it comes back", async () => {
  const challenges = made();
  const one = given(challenges);
  expect(await challenges.take(`${one}=`, about)).toBe(true);
  expect(await challenges.take(one, about)).toBe(false);
  expect(await challenges.take(given(challenges), about)).toBe(true);
});

it("lasts five minutes, and is not good again when the list of used ones was swept", async () => {
  let now = 1000;
  const challenges = made(() => now);
  const [early, late] = [given(challenges), given(challenges)];
  now += 5 * MINUTE_MS - 1;
  expect(await challenges.take(early, about)).toBe(true);
  now += 1;
  expect(await challenges.take(late, about)).toBe(false);
  now += MINUTE_MS;
  expect(await challenges.take(given(challenges), about)).toBe(true);
  expect(await challenges.take(early, about)).toBe(false);
});

it.each([
  ["another act", ["make", ...about.slice(1)]],
  ["another account", ["use", "bert", ...about.slice(2)]],
  ["another page", ["use", "anna", "https://evil.example", "browser 1"]],
  ["another browser", [...about.slice(0, 3), "browser 2"]],
])("is not good for %s, and stays good for its own", async (_case, other) => {
  const challenges = made();
  const one = given(challenges);
  expect(await challenges.take(one, other)).toBe(false);
  expect(await challenges.take(one, about)).toBe(true);
});

it("is nobody else's: neither changed ones, nor those of another server", async () => {
  const challenges = made();
  const bytes = Buffer.from(challenges.issue(about));
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await challenges.take(changed.toString("base64url"), about), `byte ${at}`).toBe(false);
  }
  expect(await challenges.take("", about)).toBe(false);
  expect(await challenges.take(given(made(undefined, new Uint8Array(32).fill(8))), about)).toBe(false);
});

it("is taken by another node than gave it, by one of them", async () => {
  const one = given(made());
  const taken = await Promise.all([made(), made(), made()].map((node) => node.take(one, about)));
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
});
