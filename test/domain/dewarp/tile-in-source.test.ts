import { expect, test } from "vitest";
import { sourceSide, viewsInCircle } from "#domain/dewarp/tile-in-source.ts";
import { homeState, tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { SIZE, ceiling, shown } from "./shown-tile.ts";

test("a stream is chosen by the size of its circle, not of the tile", () => {
  expect(sourceSide(shown(1), 640)).toBeCloseTo(Math.PI * 320);
  expect(sourceSide(shown(1, ceiling, "quad"), 640)).toBeCloseTo(Math.PI * 160);
  expect(sourceSide(shown(2), 640)).toBe(640);
});

test("the outline lies in the circle, breaks beyond it, and there is one per view", () => {
  const [view] = viewsInCircle(shown(1), SIZE);
  const points = (view?.outline ?? []).filter((point) => point !== null);
  expect(points.length).toBeGreaterThan(40);
  for (const { x, y } of points) expect(Math.hypot(x, y)).toBeLessThanOrEqual(1.0001);
  expect(viewsInCircle(shown(1, ceiling, "quad"), SIZE)).toHaveLength(4);
  expect(viewsInCircle(shown(2), SIZE)).toEqual([]);
  // tilt 45 from the ceiling is halfway from the middle to the rim; pan 0 is the top of the picture
  expect(view?.centre?.x).toBeCloseTo(0, 9);
  expect(view?.centre?.y).toBeCloseTo(-0.5, 9);
  const below = { ...ceiling, lens: { ...DEFAULT_LENS, fov: 160 } };
  const out = tileDewarpOf(1, below, { ...homeState(below), view: { pan: 0, tilt: 0, zoom: 1 } }, null);
  expect(viewsInCircle(out, SIZE)[0]?.centre).toBeNull();
});
