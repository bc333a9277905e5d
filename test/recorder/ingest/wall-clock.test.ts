import { describe, expect, test } from "vitest";
import { WallClock } from "#recorder/ingest/wall-clock.ts";
import { RATE, START, MOST_MS, pictures, dated, expectRight } from "./dated-frames.ts";

describe("the recorder's clock over RTP time", () => {
  test("the camera's spacing holds, over the wrap of 32 bits too", () => {
    const clock = new WallClock(RATE);
    expect(clock.at(4_294_967_000, 1000)).toEqual({ pts: 0, wallMs: 1000, jumped: false });
    expect(clock.at((4_294_967_000 + 6000) % 2 ** 32, 1096.66).wallMs).toBeCloseTo(1066.67, 1);
    const late = clock.at((4_294_967_000 + 180_000) % 2 ** 32, 3050);
    expect(late).toMatchObject({ pts: 180_000, jumped: false });
    expect(late.wallMs).toBeCloseTo(3000, 3);
  });

  test("pictures out of order (B) keep their own times", () => {
    const clock = new WallClock(RATE);
    expect(clock.at(6000, 100).wallMs).toBe(100);
    expect(clock.at(0, 110).wallMs).toBeCloseTo(33.3, 1);
    const decoded = [4, 2, 3, 8, 6, 5, 7, 12, 10, 9, 11].map((shown, i) => ({
      shown,
      pts: clock.at(6000 + shown * 3000, 200 + i * 33).pts,
    }));
    const shown = decoded.toSorted((a, b) => a.shown - b.shown).map(({ pts }) => pts);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(new Set(shown).size).toBe(shown.length);
  });

  test("B pictures of a burst have dates that differ by milliseconds", () => {
    const clock = new WallClock(RATE);
    clock.isReordered = true;
    const shown = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8, 12, 10, 11].map((n) => clock.at(n * 3000, START).wallMs);
    const dates = shown.toSorted((a, b) => a - b);
    for (const [i, date] of dates.slice(1).entries()) expect(date - (dates[i] ?? 0)).toBeGreaterThan(1);
  });

  test("a clock of the recorder that is set back takes the dates with it at once; one that is set on, after a while", () => {
    const clock = new WallClock(RATE);
    const at = (i: number, setMs: number) => clock.at(i * 9000, START + i * 100 + setMs);
    for (let i = 0; i < 300; i++) at(i, 0);
    expect(at(300, -3_600_000)).toEqual({ pts: 300 * 9000, wallMs: START + 30_000 - 3_600_000, jumped: true });
    for (let i = 301; i < 600; i++) expect(at(i, -3_600_000).jumped).toBe(false);
    let jumps = 0;
    for (let i = 600; i < 700; i++) if (at(i, 0).jumped) jumps += 1;
    expect(jumps).toBe(1);
    expect(at(700, 0).wallMs).toBeCloseTo(START + 70_000, 0);
    expect(at(701, 0).pts).toBeCloseTo(701 * 9000, -1);
  });

  test("a camera that begins with all that it had kept is not dated ahead, however much it is", () => {
    for (const kept of [10, 60, 600])
      expectRight(
        pictures(kept + 400, 10, (takenMs) => ({ cameraMs: takenMs, arrivedMs: Math.max(takenMs, kept * 100) })).map(
          (one) => ({ ...one, takenMs: Math.max(one.takenMs - kept * 100, 0) + kept * 100 }),
        ),
      );
  });

  test("what was late in the first seconds, on a machine that had just begun, is no slope of the camera's clock", () => {
    const late = (takenMs: number): number => Math.max(0, 1000 - takenMs / 3);
    const list = pictures(600, 10, (takenMs, i) => ({
      cameraMs: takenMs,
      arrivedMs: takenMs + late(takenMs) * (0.7 + ((i * 37) % 10) / 30) + ((i * 13) % 20),
    }));
    expect(dated(list).worstMs).toBeLessThan(50);
  });

  test("pictures of an even camera without a clock come evenly, however unevenly they arrive", () => {
    const list = pictures(900, 10, (takenMs, i) => ({
      cameraMs: 77,
      arrivedMs: takenMs + (i % 29 === 0 ? 150 : (i * 7) % 5),
    }));
    const clock = new WallClock(RATE);
    const dates = list.map(({ cameraMs, arrivedMs }) => clock.at(cameraMs * 90, START + arrivedMs).wallMs);
    const steps = dates.slice(201).map((date, i) => date - (dates[i + 200] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(60);
    expect(Math.max(...steps)).toBeLessThan(140);
  });

  test("a camera whose clock stood for 5 s while it took no pictures is followed after a while, with one leap", () => {
    const { leapsAt, aheadMs, wrongMs } = dated(
      pictures(1200, 10, (takenMs, i) => ({ cameraMs: takenMs, arrivedMs: takenMs + (i > 500 ? 5000 : 0) })).map(
        (one, i) => ({ ...one, takenMs: one.takenMs + (i > 500 ? 5000 : 0) }),
      ),
    );
    expect(leapsAt).toHaveLength(1);
    expect(aheadMs).toBeLessThanOrEqual(MOST_MS);
    expect(Math.max(...wrongMs.slice(600))).toBeLessThan(MOST_MS);
  });
});
