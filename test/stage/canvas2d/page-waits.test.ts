import { expect, test } from "vitest";
import { PageWaits } from "#stage/canvas2d/page-waits.ts";

const PX = 640 * 360;
const after = (draws: readonly (readonly [ms: number, atMs: number, framePx?: number])[]): PageWaits => {
  const waits = new PageWaits();
  for (const [ms, atMs, framePx = PX] of draws) waits.note(ms, framePx, atMs);
  return waits;
};

test("two long draws soon after each other: frames are not drawn as they are for ten seconds", () => {
  const waits = after([
    [200, 0],
    [200, 400],
  ]);
  expect(waits.isWaiting(401)).toBe(true);
  expect(waits.isWaiting(10_399)).toBe(true);
  expect(waits.isWaiting(10_400)).toBe(false);
});
test("one long draw, or two far apart, are chance; short ones are as they should be", () => {
  expect(after([[200, 0]]).isWaiting(1)).toBe(false);
  expect(
    after([
      [200, 0],
      [200, 1500],
    ]).isWaiting(1501),
  ).toBe(false);
  expect(
    after([
      [8, 0],
      [8, 40],
      [8, 80],
    ]).isWaiting(81),
  ).toBe(false);
});
test("a large frame takes longer by itself", () => {
  const large = 3840 * 2160;
  expect(
    after([
      [90, 0, large],
      [90, 100, large],
    ]).isWaiting(101),
  ).toBe(false);
  expect(
    after([
      [200, 0, large],
      [200, 100, large],
    ]).isWaiting(101),
  ).toBe(true);
});
test("a page that stays busy is asked more and more rarely; one that was not for a while, as at first", () => {
  const waits = after([
    [200, 0],
    [200, 100],
    [200, 10_200],
    [200, 10_300],
  ]);
  expect(waits.isWaiting(30_299)).toBe(true);
  expect(waits.isWaiting(30_300)).toBe(false);
  for (const atMs of [60_000, 60_100]) waits.note(200, PX, atMs);
  expect(waits.isWaiting(70_099)).toBe(true);
  expect(waits.isWaiting(70_100)).toBe(false);
});
