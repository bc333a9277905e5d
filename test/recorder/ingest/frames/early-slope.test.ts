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
  test("is told by the fifth of ten a second, and by the time of a quarter of a second of faster ones", () => {
    expect(slopes(frames(6, (i) => [i * 50, i * 100])).slice(3)).toEqual([null, 2, 2]);
    const fast = slopes(frames(20, (i) => [i * 10, i * 20]));
    expect(fast.findIndex((slope) => slope !== null)).toBe(13);
  });

  test.each<[string, (i: number) => readonly [number, number]]>([
    ["a right clock", (i) => [i * 100, i * 100 + ((i * 37) % 20)]],
    ["a clock 20 % slow", (i) => [i * 80, i * 100]],
    ["a stall at the start that catches up", (i) => [i * 100, i < 8 ? 1000 + i * 5 : Math.max(1040, i * 100)]],
    ["frames that come in pairs", (i) => [i * 100, Math.ceil(i / 2) * 200]],
    ["a clock that stands", (i) => [0, i * 100]],
  ])("is not told by %s", (_, of) => {
    expect(slopes(frames(60, of)).every((slope) => slope === null)).toBe(true);
  });
});

describe("a camera that counts in another rate than announced", () => {
  const HALF_A_SECOND_MS = 520;
  test.each(
    [1000, 8000, 10_000, 16_000, 22_500, 30_000, 45_000].flatMap((rate) =>
      [10, 25, 30].map((fps) => [rate, fps] as const),
    ),
  )("%i Hz, %i pictures a second: no date is wrong by more than half a second, after 2 s by 200 ms", (rate, fps) => {
    const clock = new WallClock(RATE);
    const wrongMs = Array.from({ length: fps * 12 }, (_, i) => {
      const takenMs = (i * 1000) / fps;
      const { wallMs } = clock.at(Math.round((i * rate) / fps), START + takenMs + ((i * 7919) % 13));
      return { takenMs, ms: Math.abs(wallMs - START - takenMs) };
    });
    expect(Math.max(...wrongMs.map(({ ms }) => ms))).toBeLessThan(HALF_A_SECOND_MS);
    expect(Math.max(...wrongMs.filter(({ takenMs }) => takenMs > 2000).map(({ ms }) => ms))).toBeLessThan(200);
  });
});
