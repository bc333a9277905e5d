import { describe, expect, test } from "vitest";
import {
  type DecodeCost,
  type DecodedBy,
  decodedBy,
  decodeMsPerSecond,
  msPerFrame,
  noteDecoding,
} from "#domain/player/decode-cost.ts";

const measured = (by: DecodedBy, ...msPerSecond: readonly number[]): DecodeCost =>
  msPerSecond.reduce<DecodeCost>((cost, ms) => noteDecoding(cost, { frames: 10, ms, by }), []);

test("the cost of a picture is the least that it took: the rest was waiting for a core", () => {
  expect(msPerFrame(measured("software", 40, 12, 90))).toBeCloseTo(1.2);
});
test("what was measured long ago counts no more", () => {
  expect(msPerFrame(measured("software", 5, ...Array.from({ length: 10 }, () => 30)))).toBeCloseTo(3);
});
test("hardware takes no time of a core, and makes earlier measurements void", () => {
  expect(msPerFrame(noteDecoding(measured("software", 40), { frames: 10, ms: 80, by: "hardware" }))).toBeUndefined();
});
test("a second without a picture, or of an unknown decoder, says nothing", () => {
  const known = measured("software", 40);
  expect(noteDecoding(known, { frames: 0, ms: 0, by: "software" })).toEqual(known);
  expect(noteDecoding(known, { frames: 9, ms: 1, by: null })).toEqual(known);
  expect(msPerFrame(undefined)).toBeUndefined();
});
test("half of the cores may decode", () => {
  expect(decodeMsPerSecond(8)).toBe(4000);
  expect(decodeMsPerSecond(undefined)).toBe(2000);
});

describe("who decodes", () => {
  test.each<[before: DecodedBy, byHardware: boolean | null, now: DecodedBy]>([
    [null, null, null],
    [null, true, "hardware"],
    [null, false, "software"],
    ["software", true, "hardware"],
    ["hardware", false, "software-instead"],
    ["software-instead", false, "software-instead"],
    ["software-instead", true, "hardware"],
    ["hardware", null, "hardware"],
  ])("%s, then by hardware: %s", (before, byHardware, now) => {
    expect(decodedBy(before, byHardware)).toBe(now);
  });
});
