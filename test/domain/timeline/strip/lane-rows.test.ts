import * as fc from "fast-check";
import { expect, test } from "vitest";
import { laneAt, planLanes, stripHeight, stripMostPx } from "#domain/timeline/strip/lane-rows.ts";

test("at any number of cameras each lane is high enough for its name, and every lane can be scrolled to", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 30, max: 600 }),
      fc.integer({ min: -50, max: 9000 }),
      (count, room, wanted) => {
        const plan = planLanes(count, room, wanted);
        expect(plan.slotPx).toBeGreaterThanOrEqual(24);
        expect(plan.scrollPx).toBeGreaterThanOrEqual(0);
        // Scrolled to its end, the last lane lies inside the strip; what fits is not scrolled.
        const end = planLanes(count, room, 1e6);
        expect(count * end.slotPx - end.scrollPx).toBeLessThanOrEqual(room);
        if (plan.contentPx <= room) expect(plan.scrollPx).toBe(0);
      },
    ),
  );
});

test("the pointer finds the lane that is under it, scrolled or not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 2000 }), (count, wanted) => {
      const plan = planLanes(count, 150, wanted);
      for (let index = 0; index < count; index++) {
        const middle = (index + 0.5) * plan.slotPx - plan.scrollPx;
        if (middle >= 0) expect(laneAt(plan, middle)).toBe(index);
      }
      expect(laneAt(plan, count * plan.slotPx - plan.scrollPx + 1)).toBeNull();
      expect(laneAt(plan, -1)).toBeNull();
    }),
  );
});

test("the strip keeps room for a lane, and leaves half of the window to the wall", () => {
  expect([stripHeight(0, 800), stripHeight(200, 800), stripHeight(9999, 800)]).toEqual([60, 200, 400]);
  expect(stripMostPx(100)).toBe(60);
});
