import { expect, test } from "vitest";
import { bandOf, pictureWindow, snapRect, splitRows } from "#stage/tile-geometry.ts";

const whole = { scale: 1, centerX: 0.5, centerY: 0.5 };

test("a picture of the cell's shape fills it", () => {
  const window = pictureWindow({ width: 320, height: 180 }, { width: 1920, height: 1080 }, whole);
  expect(window).toEqual({ originX: 0, originY: 0, spanX: 1, spanY: 1 });
});

test("a 4:3 picture stands in the middle of a 16:9 cell, bars at both sides", () => {
  const window = pictureWindow({ width: 320, height: 180 }, { width: 640, height: 480 }, whole);
  expect(window.spanX).toBeCloseTo(320 / 240);
  expect(window.originX).toBeCloseTo(-1 / 6);
  expect(window).toMatchObject({ originY: 0, spanY: 1 });
});

test("a bar of a pixel is a rounded cell, not a bar", () => {
  const window = pictureWindow({ width: 239, height: 135 }, { width: 640, height: 360 }, whole);
  expect(window).toEqual({ originX: 0, originY: 0, spanX: 1, spanY: 1 });
});

test("zoom puts the asked point in the middle", () => {
  const zoom = { scale: 4, centerX: 0.3, centerY: 0.8 };
  const window = pictureWindow({ width: 320, height: 180 }, { width: 1920, height: 1080 }, zoom);
  expect(window.spanX).toBeCloseTo(0.25);
  expect(window.originX + window.spanX / 2).toBeCloseTo(0.3);
  expect(window.originY + window.spanY / 2).toBeCloseTo(0.8);
});

test("bands of a tile continue each other", () => {
  const window = pictureWindow({ width: 100, height: 90 }, { width: 16, height: 9 }, whole);
  const upper = bandOf(window, 90, 0, 30);
  const lower = bandOf(window, 90, 30, 60);
  expect(upper.originY + upper.spanY).toBeCloseTo(lower.originY);
  expect(lower.originY + lower.spanY).toBeCloseTo(window.originY + window.spanY);
});

test("rows split into those with overlay and those without, none empty, none twice", () => {
  expect(splitRows(100, [])).toEqual([{ topPx: 0, bottomPx: 100, overlay: false }]);
  expect(splitRows(100, [{ topPx: 0, bottomPx: 100 }])).toEqual([{ topPx: 0, bottomPx: 100, overlay: true }]);
  const rows = splitRows(100, [
    { topPx: 80, bottomPx: 120 },
    { topPx: 10, bottomPx: 20 },
    { topPx: 15, bottomPx: 30 },
  ]);
  expect(rows).toEqual([
    { topPx: 0, bottomPx: 10, overlay: false },
    { topPx: 10, bottomPx: 30, overlay: true },
    { topPx: 30, bottomPx: 80, overlay: false },
    { topPx: 80, bottomPx: 100, overlay: true },
  ]);
});

test("neighbours share an edge after rounding", () => {
  const left = snapRect({ x: 0.4, y: 0, width: 99.4, height: 10 });
  const right = snapRect({ x: 99.8, y: 0, width: 99.4, height: 10 });
  expect(left.x + left.width).toBe(right.x);
});
