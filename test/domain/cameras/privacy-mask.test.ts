import { array, assert, double, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { coveredRuns, maskCover } from "#domain/cameras/mask-cover.ts";
import { keptMask, type MaskPoint, masksFault, type PrivacyMask, WHOLE_PICTURE } from "#domain/cameras/privacy-mask.ts";

const mask = (...corners: (readonly [number, number])[]): PrivacyMask => ({
  points: corners.map(([x, y]) => ({ x, y })),
});
const square = mask([0.2, 0.2], [0.4, 0.2], [0.4, 0.4], [0.2, 0.4]);
const many = (count: number): PrivacyMask => ({
  points: Array.from({ length: count }, (_, i) => ({
    x: 0.5 + 0.4 * Math.cos((2 * Math.PI * i) / count),
    y: 0.5 + 0.4 * Math.sin((2 * Math.PI * i) / count),
  })),
});

describe("what may be a mask", () => {
  it.each([
    ["none", [], null],
    ["a square", [square], null],
    ["the whole picture", WHOLE_PICTURE, null],
    ["a figure eight, whose halves cancel each other", [mask([0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9])], null],
    ["twenty corners", [many(20)], null],
    ["twenty masks", Array.from({ length: 20 }, () => square), null],
    ["one more mask", Array.from({ length: 21 }, () => square), "privacy-mask/too-many"],
    ["one more corner", [many(21)], "privacy-mask/corners"],
    ["two corners", [mask([0, 0], [1, 1])], "privacy-mask/corners"],
    ["a line", [mask([0.1, 0.5], [0.5, 0.5], [0.9, 0.5])], "privacy-mask/too-small"],
    ["a slip of the hand", [mask([0.1, 0.1], [0.1001, 0.1], [0.1, 0.1001])], "privacy-mask/too-small"],
  ])("%s", (_name, masks, code) => {
    expect(masksFault(masks)?.code ?? null).toBe(code);
  });

  it("is kept inside the picture", () => {
    expect(keptMask(mask([-1, 0.5], [2, 0.123456789], [0, 0])).points).toEqual([
      { x: 0, y: 0.5 },
      { x: 1, y: Math.round(0.123456789 * 8192) / 8192 },
      { x: 0, y: 0 },
    ]);
  });
});

/** How often the outline winds around a point; computed by angles, not by crossings. */
function winds({ points }: PrivacyMask, at: MaskPoint): number {
  let turned = 0;
  for (const [i, from] of points.entries()) {
    const to = points[(i + 1) % points.length] ?? from;
    const [a, b] = [Math.atan2(from.y - at.y, from.x - at.x), Math.atan2(to.y - at.y, to.x - at.x)];
    let turn = b - a;
    if (turn > Math.PI) turn -= 2 * Math.PI;
    if (turn < -Math.PI) turn += 2 * Math.PI;
    turned += turn;
  }
  return Math.round(turned / (2 * Math.PI));
}

const corner = record({
  x: double({ min: 0, max: 1, noNaN: true }),
  y: double({ min: 0, max: 1, noNaN: true }),
});
const anyMask = record({ points: array(corner, { minLength: 3, maxLength: 9 }) });
const side = integer({ min: 2, max: 41 });

describe("the pixels that a mask covers", () => {
  it("are all whose inside the outline winds around or touches, with two more on every side", () => {
    assert(
      property(anyMask, side, side, array(corner, { minLength: 20, maxLength: 20 }), (one, width, height, probes) => {
        const cover = maskCover([one], { width, height });
        for (const { x, y } of [...probes, ...one.points]) {
          const isInside = winds(one, { x, y }) !== 0 || one.points.some((p) => p.x === x && p.y === y);
          const [column, row] = [Math.floor(x * width), Math.floor(y * height)];
          if (!isInside || column >= width || row >= height) continue;
          for (let dy = -2; dy <= 2; dy += 1)
            for (let dx = -2; dx <= 2; dx += 1) {
              const [left, top] = [column + dx, row + dy];
              if (left >= 0 && top >= 0 && left < width && top < height && (dx === 0 || dy === 0))
                expect(cover[top * width + left], `${left},${top}`).toBe(1);
            }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("are no others than those near it", () => {
    const cover = maskCover([square], { width: 100, height: 100 });
    const rows = Array.from({ length: 100 }, (_, y) => cover.subarray(y * 100, (y + 1) * 100));
    expect(rows.map((row) => row.indexOf(1))).toEqual(rows.map((_, y) => (y >= 18 && y < 43 ? 18 : -1)));
    expect(rows[30]?.lastIndexOf(1)).toBe(42);
  });

  it("of the whole picture are all, in both planes", () => {
    const size = { width: 7, height: 5 };
    const cover = maskCover(WHOLE_PICTURE, size);
    expect(cover.every((one) => one === 1)).toBe(true);
    expect(coveredRuns(cover, size, 1)).toEqual([0, 1, 2, 3, 4].map((row) => ({ row, start: 0, end: 7 })));
    expect(coveredRuns(cover, size, 2)).toEqual([0, 1, 2].map((row) => ({ row, start: 0, end: 4 })));
  });

  it("have every colour sample that one of them shares", () => {
    assert(
      property(anyMask, side, side, (one, width, height) => {
        const cover = maskCover([one], { width, height });
        const chroma = new Set<string>();
        for (const { row, start, end } of coveredRuns(cover, { width, height }, 2))
          for (let x = start; x < end; x += 1) chroma.add(`${x},${row}`);
        for (let at = 0; at < cover.length; at += 1)
          if (cover[at] === 1)
            expect(chroma.has(`${Math.floor((at % width) / 2)},${Math.floor(Math.floor(at / width) / 2)}`)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
