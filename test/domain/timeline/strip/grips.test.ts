import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type GripPlace, gripAt } from "#domain/timeline/strip/grips.ts";

/** A strip of 1000 px, the playhead at 500, a range from 200 to 300; the ruler is above 24. */
const place = (x: number, y: number, other: Partial<GripPlace> = {}): GripPlace => ({
  x,
  y,
  widthPx: 1000,
  shift: false,
  pointer: "fine",
  headX: 500,
  range: [200, 300],
  ...other,
});

test.each<[string, string, GripPlace]>([
  ["the tape pans", "pan", place(700, 60)],
  ["inside the range too", "pan", place(250, 60)],
  ["the ruler draws a range", "select", place(700, 8)],
  ["so does Shift anywhere", "select", place(700, 60, { shift: true })],
  ["even on the playhead", "select", place(500, 60, { shift: true })],
  ["the range is moved by its ruler", "move", place(250, 8)],
  ["its edges are grabbed in the lanes", "from", place(195, 60)],
  ["and in the ruler", "to", place(305, 8)],
  ["from inside as well", "to", place(294, 60)],
  ["the plate in the ruler is the playhead's handle", "head", place(530, 8)],
  ["its line is, too", "head", place(503, 60)],
  ["a mouse hits it within 5 px only", "pan", place(507, 60)],
  ["a finger within 14 px", "head", place(512, 60, { pointer: "coarse" })],
  ["a finger reaches an edge from 22 px", "from", place(180, 60, { pointer: "coarse" })],
  ["without a playhead in sight the ruler draws there, too", "select", place(500, 8, { headX: null })],
  ["the plate at the left edge stays inside the strip", "head", place(60, 8, { headX: 2, range: null })],
  ["in the plate the playhead goes before an edge of the range", "head", place(500, 8, { range: [500, 700] })],
  ["in the lanes the edge goes before the playhead's line", "from", place(500, 60, { range: [500, 700] })],
])("%s: %s", (_what, grip, at) => {
  expect(gripAt(at)).toBe(grip);
});

test("a range that is narrower than a pointer still has both edges, outside of it", () => {
  const narrow = { range: [400, 401] as const, headX: null };
  expect([gripAt(place(396, 60, narrow)), gripAt(place(405, 60, narrow))]).toEqual(["from", "to"]);
});

test("only what is near the playhead scrubs, and only ruler and Shift draw: everywhere else the tape pans", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 24, max: 400 }), (x, y) => {
      const isNear = Math.abs(x - 500) <= 5;
      expect(gripAt(place(x, y, { range: null }))).toBe(isNear ? "head" : "pan");
    }),
  );
});
