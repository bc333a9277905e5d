/** Cameras that count far slower than announced are known by their first frames. */
import { describe, expect, test } from "vitest";
import { EarlySlope } from "#recorder/ingest/frames/early-slope.ts";
import { WallClock } from "#recorder/ingest/wall-clock.ts";

const RATE = 90_000;
const START = Date.UTC(2026, 10, 25, 12);

/** The slope after each frame. */
function slopes(frames: readonly (readonly [mediaMs: number, arrivalMs: number])[]): (number | null)[] {
  const early = new EarlySlope();
  return frames.map(([mediaMs, arrivalMs]) => {
    early.add({ mediaMs, arrivalMs });
    return early.slope;
  });
}
const frames = (count: number, of: (i: number) => readonly [number, number]) =>
  Array.from({ length: count }, (_, i) => of(i));

describe("the slope of the first frames", () => {
  test("is told by a quarter of a second where it is steep, and by one and a half where a machine may have been slow", () => {
    const toldAt = (perMs: number, stepMs: number): number =>
      slopes(frames(60, (i) => [i * perMs, i * stepMs])).findIndex((slope) => slope !== null) * stepMs;
    expect(toldAt(10, 100)).toBe(400);
    expect(toldAt(2, 20)).toBe(260);
    expect(toldAt(20, 100)).toBe(1500);
    expect(toldAt(50, 100)).toBe(1500);
  });

  test.each<[string, (i: number) => readonly [number, number]]>([
    ["a right clock", (i) => [i * 100, i * 100 + ((i * 37) % 20)]],
    ["a clock 20 % slow", (i) => [i * 80, i * 100]],
    ["an overloaded machine", (i) => [i * 20, i * 33]],
    ["a stall at the start that catches up", (i) => [i * 100, i < 8 ? 1000 + i * 5 : Math.max(1040, i * 100)]],
    ["frames that come in pairs", (i) => [i * 100, Math.ceil(i / 2) * 200]],
    ["a clock that stands", (i) => [0, i * 100]],
  ])("is not told by %s", (_, of) => {
    expect(slopes(frames(60, of)).every((slope) => slope === null)).toBe(true);
  });
});

describe("a camera that counts in another rate than announced", () => {
  const MOST_MS = 1200;
  test.each(
    [1000, 8000, 10_000, 16_000, 22_500, 30_000, 45_000].flatMap((rate) =>
      [10, 25, 30].map((fps) => [rate, fps] as const),
    ),
  )("%i Hz, %i pictures a second: no date is wrong by more than 1.2 s, after 6 s by 0.4 s", (rate, fps) => {
    const clock = new WallClock(RATE);
    const wrongMs = Array.from({ length: fps * 12 }, (_, i) => {
      const takenMs = (i * 1000) / fps;
      const { wallMs } = clock.at(Math.round((i * rate) / fps), START + takenMs + ((i * 7919) % 13));
      return { takenMs, ms: Math.abs(wallMs - START - takenMs) };
    });
    expect(Math.max(...wrongMs.map(({ ms }) => ms))).toBeLessThan(MOST_MS);
    expect(Math.max(...wrongMs.filter(({ takenMs }) => takenMs > 6000).map(({ ms }) => ms))).toBeLessThan(400);
  });
});
