import { describe, expect, it } from "vitest";
import {
  estimateRetention,
  exceedsLicense,
  exceedsThreshold,
  type RecordedCamera,
} from "#domain/recordings/retention.ts";

const MB = 1e6;
const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;
const camera = (id: string, perDayMb: number, more: Partial<RecordedCamera> = {}): RecordedCamera => ({
  id,
  retention: 0,
  isMotionOnly: false,
  bytesRecorded: perDayMb * MB * 2,
  secondsRecorded: 2 * DAY_S,
  secondsSpanned: 2 * DAY_S,
  ...more,
});
const days = (cameras: readonly RecordedCamera[], usableMb: number, licensedDays = 0) =>
  estimateRetention(cameras, usableMb * MB, licensedDays * DAY_MS).map((one) => one.days);
const atLeast = (overrideDays: number) => ({ retention: overrideDays * DAY_MS });

describe("estimates follow what the cleaner does", () => {
  it("gives automatic cameras equal days", () => {
    expect(days([camera("a", 10), camera("b", 30)], 400)).toEqual([10, 10]);
  });
  it("takes overrides from the top", () => {
    expect(days([camera("a", 10, atLeast(20)), camera("b", 10)], 300)).toEqual([20, 10]);
  });
  it("lets an override below the common level rise with the others", () => {
    expect(days([camera("a", 10, atLeast(2)), camera("b", 10)], 300)).toEqual([15, 15]);
  });
  it("climbs over several overrides", () => {
    expect(days([camera("a", 10, atLeast(5)), camera("b", 10, atLeast(50)), camera("c", 10)], 700)).toEqual([
      10, 50, 10,
    ]);
  });
  it("says when overrides promise more than there is", () => {
    const plan = estimateRetention([camera("a", 10, atLeast(50)), camera("b", 10)], 300 * MB, 0);
    expect(plan.map((one) => one.days)).toEqual([50, 0]);
    const bytes = plan.reduce((sum, one) => sum + (one.bytes ?? 0), 0);
    expect(bytes).toBe(500 * MB);
    expect(exceedsThreshold(bytes, 300 * MB)).toBe(true);
    expect(exceedsThreshold(300 * MB, 299.8 * MB)).toBe(false);
    expect(exceedsThreshold(300 * MB, 299.6 * MB)).toBe(true);
  });
  it("gives no estimate for less than a minute", () => {
    const plan = estimateRetention([camera("a", 10, { secondsRecorded: 59 }), camera("b", 10)], 100 * MB, 0);
    expect(plan[0]).toEqual({ id: "a", bytesPerDay: null, days: null, bytes: null });
    expect(plan[1]?.days).toBe(10);
    expect(days([camera("a", 10, { secondsRecorded: 60 })], 100)[0]).not.toBeNull();
  });
  it("counts calendar time for cameras that record only motion", () => {
    const rare = camera("a", 10, { isMotionOnly: true, secondsRecorded: 3600, secondsSpanned: 10 * DAY_S });
    expect(estimateRetention([rare], 100 * MB, 0)).toEqual([
      { id: "a", bytesPerDay: 2 * MB, days: 50, bytes: 100 * MB },
    ]);
  });
  it("lets nothing outlast the license, overrides neither; what they would have taken is there for the others", () => {
    expect(days([camera("a", 10), camera("b", 30)], 400, 7)).toEqual([7, 7]);
    expect(days([camera("a", 10), camera("b", 30)], 400, 30)).toEqual([10, 10]);
    expect(days([camera("a", 10, atLeast(20)), camera("b", 10)], 210, 14)).toEqual([14, 7]);
    expect([exceedsLicense(8 * DAY_MS, 7 * DAY_MS), exceedsLicense(7 * DAY_MS, 7 * DAY_MS)]).toEqual([true, false]);
    expect(exceedsLicense(8 * DAY_MS, 0)).toBe(false);
  });
  it("has nothing to share where nothing was recorded", () => {
    expect(days([camera("a", 0), camera("b", 0, atLeast(3))], 100)).toEqual([0, 3]);
  });
});
