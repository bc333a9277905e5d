import { expect, test } from "vitest";
import { ArrivalRate } from "#stage/wall/arrival-rate.ts";

/** Arrivals every `gapMs`, each up to `jitterMs` late. */
function arrivals(count: number, gapMs: number, jitterMs = 0): { rate: ArrivalRate; lastMs: number } {
  const rate = new ArrivalRate();
  let lastMs = 0;
  for (let i = 0; i < count; i++) {
    lastMs = 1000 + i * gapMs + ((i * 0.618) % 1) * jitterMs;
    rate.note(lastMs);
  }
  return { rate, lastMs };
}

test.each([
  ["a camera of 10 pictures a second", 40, 100, 0, 10],
  ["one whose pictures come up to 60 ms late", 40, 100, 60, 10],
  ["one of 25", 100, 40, 10, 25],
  ["the first two pictures", 2, 100, 0, 10],
  ["a picture every other second", 5, 2000, 0, 0.5],
])("%s", (_what, count, gapMs, jitterMs, hz) => {
  const { rate, lastMs } = arrivals(count, gapMs, jitterMs);
  expect(Math.abs(rate.hz(lastMs + gapMs / 2) / hz - 1)).toBeLessThan(0.05);
});

test("nothing, or one picture, is no rate", () => {
  const rate = new ArrivalRate();
  expect(rate.hz(1000)).toBe(0);
  rate.note(1000);
  expect(rate.hz(1100)).toBe(0);
});

test("a source that falls silent slows down and then stands; one that begins anew has no past", () => {
  const { rate, lastMs } = arrivals(40, 100);
  expect(rate.hz(lastMs + 1000)).toBeCloseTo(1);
  expect(rate.hz(lastMs + 3100)).toBe(0);
  rate.note(lastMs + 4000);
  rate.note(lastMs + 4100);
  expect(rate.hz(lastMs + 4100)).toBeGreaterThan(0);
  rate.reset();
  expect(rate.hz(lastMs + 4100)).toBe(0);
});
