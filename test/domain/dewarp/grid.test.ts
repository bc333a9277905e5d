import { expect, test } from "vitest";
import { gridLines } from "#domain/dewarp/grid.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";

const picture = { width: 1000, height: 1000 };
const line = (orientation: "ceiling" | "floor" | "wall", of: "pan" | "tilt", degrees: number) =>
  gridLines(orientation, DEFAULT_LENS, picture).find((each) => each.of === of && each.degrees === degrees);

test("a ceiling camera has 24 spokes and a ring for every 15 degrees of tilt", () => {
  const lines = gridLines("ceiling", DEFAULT_LENS, picture);
  expect(lines.filter(({ of }) => of === "pan")).toHaveLength(24);
  expect(lines.filter(({ of }) => of === "tilt").map(({ degrees }) => degrees)).toEqual([0, 15, 30, 45, 60, 75]);
});

test.each([
  // pan 0 is the top of a ceiling's picture, the bottom of a floor's; tilt 45 is half way to the middle
  ["ceiling", 0, { x: 500, y: 250 }],
  ["ceiling", 90, { x: 750, y: 500 }],
  ["floor", 0, { x: 500, y: 750 }],
  ["wall", 0, { x: 500, y: 750 }],
] as const)("%s, pan %i, tilt 45", (orientation, pan, place) => {
  const points = line(orientation, "pan", pan)?.points ?? [];
  const at = points[Math.round((45 - (orientation === "wall" ? -75 : 0)) / 3)];
  expect(at?.x).toBeCloseTo(place.x, 3);
  expect(at?.y).toBeCloseTo(place.y, 3);
});

test("lines break where the lens does not see", () => {
  const narrow = gridLines("wall", { ...DEFAULT_LENS, fov: 60 }, picture);
  expect(narrow.every(({ degrees }) => Math.abs(degrees) <= 30)).toBe(true);
  expect(narrow.find(({ of, degrees }) => of === "tilt" && degrees === 0)?.points).toContain(null);
});
