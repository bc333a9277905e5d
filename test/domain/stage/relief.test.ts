import { describe, expect, test } from "vitest";
import { noRelief, type Relief, RELIEF_STEPS, reliefStep, sampleRelief } from "#domain/stage/relief.ts";

/** One second apart, starting at `startMs`. */
function run(from: Relief, rates: readonly number[], startMs = 0): Relief {
  return rates.reduce((relief, rate, index) => sampleRelief(relief, rate, startMs + index * 1000), from);
}
const seconds = (count: number, rate: number): number[] => Array.from({ length: count }, () => rate);

describe("relief of a slow display", () => {
  test.each([
    ["a fast wall", seconds(60, 60), 0],
    ["a dip of a second", [60, 20, 60, 20, 60, 20], 0],
    ["slow for two seconds", seconds(3, 30), 1],
    ["still slow", seconds(5, 30), 2],
    ["slow with smaller streams, well within a cap of 15", seconds(20, 30), 2],
    ["as slow as can be: every step, no further", seconds(60, 0), 3],
  ])("%s", (_, rates, level) => {
    expect(run(noRelief, rates).level).toBe(level);
  });
  test("a wall that starts is not slow: only what stays so after the first pictures counts", () => {
    const sampled = (lastFirstMs: number, count: number): Relief =>
      seconds(count, 20).reduce<Relief>(
        (relief, rate, index) => sampleRelief(relief, rate, index * 1000, Math.min(index * 1000, lastFirstMs)),
        noRelief,
      );
    expect(sampled(6000, 11).level).toBe(0);
    expect(sampled(6000, 12).level).toBe(1);
  });
  test("streams step down before presents are capped, and everything before the alert's five seconds", () => {
    expect(RELIEF_STEPS.map((step) => step.presentCapHz)).toEqual([0, 0, 15, 10]);
    expect(run(noRelief, seconds(5, 5)).level).toBe(2);
  });
  test("well for half a minute: one step back; slow again at once: the next trial waits a minute", () => {
    const eased = run(noRelief, seconds(3, 30));
    const tried = run(eased, seconds(31, 60), 3000);
    expect(tried.level).toBe(0);
    const failed = run(tried, seconds(3, 30), 34_000);
    expect(failed.level).toBe(1);
    expect(run(failed, seconds(40, 60), 37_000).level).toBe(1);
    expect(run(failed, seconds(62, 60), 37_000).level).toBe(0);
  });
  test("in between nothing changes", () => {
    const eased = run(noRelief, seconds(3, 30));
    expect(reliefStep(run(eased, seconds(300, 48), 3000))).toEqual(RELIEF_STEPS[1]);
  });
});
