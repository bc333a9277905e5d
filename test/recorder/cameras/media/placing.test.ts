import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areNewLoads, placeCameras } from "#recorder/cameras/media/placing.ts";

const cameras = fc.uniqueArray(
  fc.record({ id: fc.string({ maxLength: 4 }), load: fc.option(fc.integer({ min: 1, max: 8_000_000 })) }),
  { selector: ({ id }) => id, maxLength: 40 },
);
const processes = fc.integer({ min: 1, max: 8 });
const countOn = (places: ReadonlyMap<string, number>, at: number): number =>
  [...places.values()].filter((place) => place === at).length;

describe("which media process a camera is given to", () => {
  it.each([
    ["the first of equals", [null], {}, 2, [0]],
    ["evenly, as long as nobody is known", [null, null, null, null], {}, 2, [0, 1, 0, 1]],
    ["by load: two small ones beside a large one", [4, 1, null], { a: 0, b: 1 }, 2, [0, 1, 1]],
    ["one that is unknown counts as the others do", [6, 2, null, null], { a: 0, b: 1 }, 2, [0, 1, 1, 0]],
    ["those that send most first, when all are known from before", [1, 1, 1, 3], {}, 2, [1, 1, 1, 0]],
    ["where they are, however uneven that is", [9, 9, 1], { a: 0, b: 0, c: 1 }, 2, [0, 0, 1]],
  ] as const)("%s", (_, loads, placed, count, expected) => {
    const listed = loads.map((load, at) => ({ id: "abcd".charAt(at), load }));
    const places = placeCameras(listed, new Map(Object.entries(placed)), count);
    expect(listed.map(({ id }) => places.get(id))).toEqual(expected);
  });

  it("every camera has one place, and whoever has one keeps it, whatever comes and goes", () => {
    fc.assert(
      fc.property(cameras, cameras, processes, (before, after, count) => {
        const placed = placeCameras(before, new Map(), count);
        const now = placeCameras(after, placed, count);
        expect([...now.keys()].sort()).toEqual(after.map(({ id }) => id).sort());
        for (const at of now.values()) expect(at >= 0 && at < count).toBe(true);
        for (const { id } of after) if (placed.has(id)) expect(now.get(id)).toBe(placed.get(id));
      }),
    );
  });

  it("of cameras that nobody has heard yet, no process has two more than another", () => {
    fc.assert(
      fc.property(cameras, processes, (all, count) => {
        const unheard = all.map(({ id }) => ({ id, load: null }));
        const places = placeCameras(unheard, new Map(), count);
        const counts = Array.from({ length: count }, (_, at) => countOn(places, at));
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("a new camera goes where no other process has less to do", () => {
    fc.assert(
      fc.property(cameras, processes, fc.integer({ min: 1, max: 8_000_000 }), (all, count, load) => {
        const known = all.filter(({ id }) => id !== "newest").map(({ id, load: one }) => ({ id, load: one ?? 1 }));
        const placed = placeCameras(known, new Map(), count);
        const at = placeCameras([...known, { id: "newest", load }], placed, count).get("newest");
        const loads = Array.from({ length: count }, (_, place) =>
          known.reduce((sum, one) => sum + (placed.get(one.id) === place ? one.load : 0), 0),
        );
        expect(loads[at ?? -1]).toBe(Math.min(...loads));
      }),
    );
  });

  it("at a start, what the fullest process has more than the emptiest is no more than its smallest camera", () => {
    fc.assert(
      fc.property(cameras, processes, (all, count) => {
        const known = all.map(({ id, load }) => ({ id, load: load ?? 1 }));
        const places = placeCameras(known, new Map(), count);
        const byPlace = Array.from({ length: count }, (_, place) =>
          known.flatMap(({ id, load }) => (places.get(id) === place ? load : [])),
        );
        const sums = byPlace.map((loads) => loads.reduce((sum, load) => sum + load, 0));
        const fullest = byPlace[sums.indexOf(Math.max(...sums))] ?? [];
        const least = fullest.length === 0 ? 0 : Math.min(...fullest);
        expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(least);
      }),
    );
  });
});

describe("whether what cameras send is worth keeping", () => {
  it.each([
    ["nothing, and nothing was kept", {}, {}, false],
    ["a camera that was never heard before", { a: 900 }, {}, true],
    ["a camera that is gone", {}, { a: 900 }, true],
    ["almost the same", { a: 1190, b: 10 }, { a: 900, b: 10 }, false],
    ["a third more", { a: 1201, b: 10 }, { a: 900, b: 10 }, true],
    ["a third less", { a: 599 }, { a: 900 }, true],
  ] as const)("%s", (_, now, kept, expected) => {
    expect(areNewLoads(new Map(Object.entries(now)), new Map(Object.entries(kept)))).toBe(expected);
  });

  it("what was just kept is not worth keeping again", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer({ min: 1 })), (loads) => {
        const now = new Map(Object.entries(loads));
        expect(areNewLoads(now, new Map(now))).toBe(false);
      }),
    );
  });
});
