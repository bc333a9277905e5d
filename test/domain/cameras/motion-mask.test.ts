import { expect, test } from "vitest";
import { ignoredFromMask, maskFromIgnored, smallestObjectShare } from "#domain/cameras/motion-mask.ts";

const pixels = (...values: number[]): Uint8ClampedArray<ArrayBuffer> => Uint8ClampedArray.from(values);
const TINT = [255, 64, 96] as const;

test.each([
  ["white", [255, 255, 255, 255], 0],
  ["light grey", [128, 128, 128, 255], 0],
  ["dark grey", [127, 128, 128, 255], 255],
  ["black", [0, 0, 0, 255], 255],
  ["white, see-through", [255, 255, 255, 127], 255],
])("a mask's %s pixel", (_name, mask, alpha) => {
  const edited = pixels(...mask);
  ignoredFromMask(edited, TINT);
  expect([...edited]).toEqual([...TINT, alpha]);
});

test("there and back again", () => {
  const edited = pixels(0, 0, 0, 255, 255, 255, 255, 255);
  ignoredFromMask(edited, TINT);
  expect(maskFromIgnored(edited)).toBe(true);
  expect([...edited]).toEqual([0, 0, 0, 255, 255, 255, 255, 255]);
});

test("nothing ignored says so; the soft edge of a stroke belongs to one side", () => {
  const clear = pixels(255, 64, 96, 0, 255, 64, 96, 127);
  expect(maskFromIgnored(clear)).toBe(false);
  expect([...clear]).toEqual([255, 255, 255, 255, 255, 255, 255, 255]);
  expect(maskFromIgnored(pixels(255, 64, 96, 128))).toBe(true);
});

test("a larger object size asks for more of the picture", () => {
  for (const [size, share] of [
    [0, 0.001],
    [5, 0.0016225],
    [100, 0.25],
    [400, 0.25],
  ] as const)
    expect(smallestObjectShare(size)).toBeCloseTo(share);
});
