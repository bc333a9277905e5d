import * as fc from "fast-check";
import { expect, test } from "vitest";
import { missingEvents } from "#domain/standby/missing-events.ts";

const at = (whenMs: number, type = "Stream Lost", cameraId: string | null = "gate") => ({ type, cameraId, whenMs });

test.each([
  ["nothing is known", [at(0)], [], [at(0)]],
  ["the same, a little earlier", [at(5000)], [at(0)], []],
  ["the same, a little later", [at(0)], [at(60_000)], []],
  ["the same, at another time", [at(0)], [at(60_001)], [at(0)]],
  ["another camera", [at(0)], [at(0, "Stream Lost", "yard")], [at(0)]],
  ["something else of it", [at(0)], [at(0, "Stream Running")], [at(0)]],
  ["one of two", [at(0), at(200_000)], [at(1000)], [at(200_000)]],
])("%s", (_name, theirs, ours, missing) => {
  expect(missingEvents(theirs, ours)).toEqual(missing);
});

test("what was taken is not missing any more", () => {
  const event = fc.record({
    type: fc.constantFrom("a", "b"),
    cameraId: fc.constantFrom("x", "y", null),
    whenMs: fc.integer({ min: 0, max: 500_000 }),
  });
  fc.assert(
    fc.property(fc.array(event), fc.array(event), (theirs, ours) => {
      const missing = missingEvents(theirs, ours);
      expect(missingEvents(theirs, [...ours, ...missing])).toEqual([]);
    }),
  );
});
