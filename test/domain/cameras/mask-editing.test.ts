import { array, assert, constantFrom, double, property, record, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  maskAt,
  withCornerAfter,
  withCornerAt,
  withMaskMoved,
  withNewMask,
  withoutCorner,
  withoutMask,
  withRectangle,
} from "#domain/cameras/mask-editing.ts";
import { MASKS_MOST, masksFault, type PrivacyMask } from "#domain/cameras/privacy-mask.ts";

const box = withRectangle([], { x: 0.4, y: 0.6 }, { x: 0.2, y: 0.2 });

describe("the editor of privacy masks", () => {
  it("makes a rectangle of a drag in any direction, and none of a press", () => {
    expect(box).toEqual([
      {
        points: [
          { x: 0.2, y: 0.2 },
          { x: 0.4, y: 0.2 },
          { x: 0.4, y: 0.6 },
          { x: 0.2, y: 0.6 },
        ],
      },
    ]);
    expect(withRectangle(box, { x: 0.5, y: 0.5 }, { x: 0.505, y: 0.9 })).toBe(box);
  });

  it("keeps a mask that is moved whole, and in the picture", () => {
    const [moved] = withMaskMoved(box, 0, { x: 5, y: -0.1 });
    expect(moved?.points.map(({ x, y }) => [x, y].map((value) => Math.round(value * 100)))).toEqual([
      [80, 10],
      [100, 10],
      [100, 50],
      [80, 50],
    ]);
  });

  it("adds and removes corners, never below three", () => {
    const five = withCornerAfter(box, 0, 3);
    expect(five[0]?.points[4]).toEqual({ x: 0.2, y: 0.4 });
    let left = five;
    for (let i = 0; i < 5; i += 1) left = withoutCorner(left, 0, 0);
    expect(left[0]?.points).toHaveLength(3);
    expect(withoutMask(box, 0)).toEqual([]);
  });

  it("finds the topmost mask under a point", () => {
    const two = withRectangle(box, { x: 0.3, y: 0.3 }, { x: 0.9, y: 0.9 });
    expect([maskAt(two, { x: 0.35, y: 0.4 }), maskAt(two, { x: 0.25, y: 0.4 }), maskAt(two, { x: 0, y: 0 })]).toEqual([
      1, 0, -1,
    ]);
  });

  it("makes only what can be saved, whatever is done in whatever order", () => {
    const share = double({ min: -2, max: 3, noNaN: true });
    const step = record({
      kind: constantFrom("new", "corner", "edge", "less", "move"),
      at: integer({ min: 0, max: 3 }),
      corner: integer({ min: 0, max: 5 }),
      x: share,
      y: share,
    });
    assert(
      property(array(step, { maxLength: 60 }), (steps) => {
        let masks: readonly PrivacyMask[] = [];
        for (const { kind, at, corner, x, y } of steps) {
          if (kind === "new") masks = withNewMask(masks);
          else if (kind === "corner") masks = withCornerAt(masks, at, corner, { x, y });
          else if (kind === "edge") masks = withCornerAfter(masks, at, corner);
          else if (kind === "less") masks = withoutCorner(masks, at, corner);
          else masks = withMaskMoved(masks, at, { x, y });
        }
        // A mask may be pulled flat, which saving says; everything else is always right.
        expect([null, "privacy-mask/too-small"]).toContain(masksFault(masks)?.code ?? null);
        for (const { points } of masks)
          for (const { x, y } of points) expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true);
      }),
    );
    let many: readonly PrivacyMask[] = [];
    for (let i = 0; i < MASKS_MOST + 5; i += 1) many = withNewMask(many);
    expect(many).toHaveLength(MASKS_MOST);
  });
});
