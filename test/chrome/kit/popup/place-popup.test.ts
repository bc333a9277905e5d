import { expect, test } from "vitest";
import { placePopup } from "#chrome/kit/popup/place-popup.ts";

const screen = { width: 1000, height: 600 };
const popup = { width: 200, height: 150 };
const button = { x: 700, y: 10, width: 40, height: 40 };

test.each([
  ["bottom end", false, button, { x: 540, y: 54, maxHeight: 534 }],
  ["bottom end", true, button, { x: 700, y: 54, maxHeight: 534 }],
  ["top end", false, { ...button, y: 500 }, { x: 540, y: 346, maxHeight: 484 }],
  ["bottom end: no room below, so above", false, { ...button, y: 500 }, { x: 540, y: 346, maxHeight: 484 }],
  ["top end: no room above, so below", false, button, { x: 540, y: 54, maxHeight: 534 }],
  ["bottom end: never outside the window", false, { ...button, x: 100 }, { x: 12, y: 54, maxHeight: 534 }],
  ["bottom end: never outside the window", true, { ...button, x: 950 }, { x: 788, y: 54, maxHeight: 534 }],
  ["start top", false, button, { x: 496, y: 12, maxHeight: 576 }],
  ["start top", true, button, { x: 744, y: 12, maxHeight: 576 }],
  ["end top", false, button, { x: 744, y: 12, maxHeight: 576 }],
  ["end top: no room there, so before it", false, { ...button, x: 900 }, { x: 696, y: 12, maxHeight: 576 }],
  ["end top: as low as it fits", false, { ...button, y: 550 }, { x: 744, y: 438, maxHeight: 576 }],
] as const)("%s, right to left %s", (name, rightToLeft, anchor, place) => {
  const placement = (["bottom end", "top end", "start top", "end top"] as const).find((each) => name.startsWith(each));
  expect(placement && placePopup(anchor, popup, screen, placement, 4, rightToLeft)).toEqual(place);
});

test("a list that fits nowhere is as high as the larger room", () => {
  const middle = { x: 500, y: 200, width: 40, height: 40 };
  const high = { width: 200, height: 900 };
  expect(placePopup(middle, high, screen, "bottom end", 4, false)).toEqual({ x: 340, y: 244, maxHeight: 344 });
  expect(placePopup({ ...middle, y: 400 }, high, screen, "bottom end", 4, false)).toEqual({
    x: 340,
    y: 12,
    maxHeight: 384,
  });
});
