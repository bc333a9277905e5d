import { expect, test } from "vitest";
import { flingSpeed, flungPx } from "#domain/timeline/strip/fling.ts";

const path = (...points: readonly (readonly [number, number])[]) => points.map(([x, atMs]) => ({ x, atMs }));

test.each([
  ["a quick movement is thrown", path([0, 0], [50, 25], [100, 50]), 50, 2],
  ["to the left as well", path([100, 0], [0, 50]), 50, -2],
  ["who rests before letting go throws nothing", path([0, 0], [100, 50]), 200, 0],
  ["a slow drag ends where it is", path([0, 0], [10, 80]), 80, 0],
  ["a press that never moved", path(), 10, 0],
  ["no throw is faster than 6 px per ms", path([0, 0], [1000, 20]), 20, 6],
] as const)("%s", (_what, samples, releasedAtMs, speed) => {
  expect(flingSpeed(samples, releasedAtMs)).toBe(speed);
});

test("a fling goes on ever more slowly, comes to rest, and goes as far whatever the frame rate", () => {
  const steps = Array.from({ length: 200 }, (_, step) => flungPx(2, step * 16));
  for (const [index, { byPx }] of steps.entries()) expect(byPx).toBeGreaterThanOrEqual(steps[index - 1]?.byPx ?? 0);
  expect(steps.at(-1)?.rests).toBe(true);
  expect(steps[1]?.rests).toBe(false);
  expect(flungPx(2, 1e6).byPx).toBeCloseTo(520, 5);
});
