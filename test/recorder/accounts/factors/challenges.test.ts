import { expect, it } from "vitest";
import { Challenges } from "#recorder/accounts/factors/challenges.ts";

const MINUTE_MS = 60_000;
const about = ["use", "anna", "https://wall.example", "browser 1"];
const given = (challenges: Challenges, what = about) => Buffer.from(challenges.issue(what)).toString("base64url");

it("counts once, however it comes back", () => {
  const challenges = new Challenges(() => 0);
  const one = given(challenges);
  expect(challenges.take(`${one}=`, about)).toBe(true);
  expect(challenges.take(one, about)).toBe(false);
  expect(challenges.take(given(challenges), about)).toBe(true);
});

it("lasts five minutes, and is not good again when the list of used ones was swept", () => {
  let now = 1000;
  const challenges = new Challenges(() => now);
  const [early, late] = [given(challenges), given(challenges)];
  now += 5 * MINUTE_MS - 1;
  expect(challenges.take(early, about)).toBe(true);
  now += 1;
  expect(challenges.take(late, about)).toBe(false);
  now += MINUTE_MS;
  expect(challenges.take(given(challenges), about)).toBe(true);
  expect(challenges.take(early, about)).toBe(false);
});

it.each([
  ["another act", ["make", ...about.slice(1)]],
  ["another account", ["use", "bert", ...about.slice(2)]],
  ["another page", ["use", "anna", "https://evil.example", "browser 1"]],
  ["another browser", [...about.slice(0, 3), "browser 2"]],
])("is not good for %s, and stays good for its own", (_case, other) => {
  const challenges = new Challenges(() => 0);
  const one = given(challenges);
  expect(challenges.take(one, other)).toBe(false);
  expect(challenges.take(one, about)).toBe(true);
});

it("is nobody else's: neither changed ones, nor those of before a restart", () => {
  const challenges = new Challenges(() => 0);
  const bytes = Buffer.from(challenges.issue(about));
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(challenges.take(changed.toString("base64url"), about), `byte ${at}`).toBe(false);
  }
  expect(challenges.take("", about)).toBe(false);
  expect(challenges.take(given(new Challenges(() => 0)), about)).toBe(false);
});
