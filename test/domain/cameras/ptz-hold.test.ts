import { expect, test } from "vitest";
import {
  countdown,
  holdAt,
  isHeldAgainst,
  mayTakeOver,
  nextStop,
  type PtzHold,
  ptzRank,
} from "#domain/cameras/ptz-hold.ts";

const operator = { userId: "anna", username: "anna", rank: ptzRank(false) };
const other = { ...operator, userId: "otto" };
const boss = { userId: "boss", username: "boss", rank: ptzRank(true) };
const held: PtzHold = { ...operator, untilMs: 1000 };

test.each([
  ["nobody holds it", null, other, false, false],
  ["the holder", held, operator, false, false],
  ["an equal", held, other, true, false],
  ["who ranks higher", held, boss, true, true],
  ["below an administrator", { ...boss, untilMs: 1000 }, operator, true, false],
])("%s", (_, hold, who, isHeld, takes) => {
  expect([isHeldAgainst(hold, who), mayTakeOver(hold, who)]).toEqual([isHeld, takes]);
});

test("a hold ends at its time", () => {
  expect(holdAt(held, 999)).toBe(held);
  expect(holdAt(held, 1000)).toBeNull();
  expect(holdAt(undefined, 0)).toBeNull();
});

test("a tour goes round", () => {
  expect([nextStop(null, 3), nextStop(0, 3), nextStop(2, 3), nextStop(4, 0)]).toEqual([0, 1, 0, 0]);
});

test.each([
  [42_000, "0:42"],
  [60_001, "1:01"],
  [400, "0:01"],
  [-5, "0:00"],
])("%i ms are left: %s", (leftMs, said) => {
  expect(countdown(leftMs)).toBe(said);
});
