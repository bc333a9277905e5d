import { describe, expect, test } from "vitest";
import { emptyGrid } from "#domain/first-facts.ts";
import { addCamera } from "#domain/stage-grid/edit.ts";
import {
  besideInOrder,
  columnRects,
  isInSight,
  nearestCellId,
  scrollToCell,
  stageForm,
  swipeEnd,
} from "#domain/stage-grid/form.ts";
import type { StageGrid } from "#domain/stage-grid/grid.ts";

const stageOf = (count: number): StageGrid => {
  let stage = emptyGrid;
  for (let i = 0; i < count; i++) stage = addCamera(stage, { camera: { id: String(i), orchidId: "1" } }).grid;
  return stage;
};
const four = stageOf(4);
const order = columnRects(four, 390).map(({ cell }) => cell.id);
/** 219.375 px high each, with 3 px between them */
const PITCH_PX = (390 * 9) / 16 + 3;
const phone = { width: 390, height: 560 };

test.each([
  ["a phone", 390, 844, true, "column"],
  ["the same on its side", 844, 390, true, "one"],
  ["a small phone on its side", 568, 320, true, "one"],
  ["a tablet", 820, 1180, true, "wall"],
  ["the same on its side", 1180, 820, true, "wall"],
  ["a narrow window with a mouse", 599, 900, false, "column"],
  ["600 px are enough for the wall", 600, 900, false, "wall"],
  ["a low window with a mouse, as at 200 % zoom", 640, 400, false, "wall"],
  ["a phone whose keyboard takes its lower half", 390, 400, true, "column"],
] as const)("%s", (_name, widthPx, heightPx, coarse, form) => {
  expect(stageForm({ widthPx, heightPx }, coarse)).toBe(form);
});

describe("column", () => {
  test("every camera has the full width and 16:9, one below the other in reading order", () => {
    const rects = columnRects(four, 390).map(({ rect }) => rect);
    expect(rects.map(({ x, width }) => `${x} ${width}`)).toEqual(order.map(() => "0 390"));
    for (const [at, { y, width, height }] of rects.entries()) {
      expect(width / height).toBeCloseTo(16 / 9);
      expect(y).toBeCloseTo(at * PITCH_PX);
    }
  });

  test.each([
    ["at the top the first", 0, 0],
    ["when it is cut, the next one that is seen whole", 40, 1],
    ["and so on", PITCH_PX, 1],
    ["at the end, of the two that are seen whole, the first", 4 * PITCH_PX - 560, 2],
  ])("%s is looked at", (_name, scrollPx, at) => {
    expect(nearestCellId(four, phone, scrollPx)).toBe(order[at]);
  });
  test("of nothing, none", () => {
    expect(nearestCellId(emptyGrid, phone, 0)).toBeNull();
  });

  test.each([
    ["seen already: it stays", 1, 100, 100],
    ["above: to its upper edge", 0, 300, 0],
    ["below: until its lower edge is seen", 3, 0, 4 * PITCH_PX - 3 - 560],
  ])("scrolled to a camera, %s", (_name, at, scrollPx, expected) => {
    expect(scrollToCell(four, order[at] ?? "", phone, scrollPx)).toBeCloseTo(expected);
  });
  test("to a camera that is gone: it stays", () => {
    expect(scrollToCell(four, "gone", phone, 77)).toBe(77);
  });

  test("what lies above or below is not in sight, nor what a finger has drawn out", () => {
    const rects = columnRects(four, 390, 230).map(({ rect }) => isInSight(rect, phone));
    expect(rects).toEqual([false, true, true, true]);
    expect(isInSight({ x: 390, y: 0, width: 390, height: 560 }, phone)).toBe(false);
  });
});

test("the camera before and after, none beyond the ends", () => {
  expect(besideInOrder(four, order[1] ?? "", 1)).toBe(order[2]);
  expect(besideInOrder(four, order[1] ?? "", -1)).toBe(order[0]);
  expect(besideInOrder(four, order[0] ?? "", -1)).toBeNull();
  expect(besideInOrder(four, order[3] ?? "", 1)).toBeNull();
  expect(besideInOrder(four, "gone", 1)).toBeNull();
});

test.each([
  ["far to the left", { x: -120, y: 10 }, 900, "next"],
  ["far to the right", { x: 120, y: -10 }, 900, "previous"],
  ["a flick", { x: -40, y: 0 }, 60, "next"],
  ["as far, but slow", { x: -40, y: 0 }, 600, "stay"],
  ["a twitch", { x: -10, y: 0 }, 10, "stay"],
  ["down", { x: 20, y: 100 }, 300, "back"],
  ["a little down", { x: 20, y: 60 }, 300, "stay"],
  ["up", { x: 0, y: -200 }, 300, "stay"],
] as const)("a swipe %s", (_name, by, ms, end) => {
  expect(swipeEnd(by, ms, 390)).toBe(end);
});
