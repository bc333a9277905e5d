import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SharedClock } from "#media/shared-clock.ts";
import type { EncodedFrame } from "#media/decode/encoded-frame.ts";
import { PacedFrames } from "#media/decode/paced-frames.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const START_MS = 1_000_000;
const FRAME_MS = 100;
const settings = { codec: "avc1.42c01f", width: 16, height: 16, description: new Uint8Array() };

/**
 * A player whose decoder takes no time; it records its actions: pictures by their distance to the start, gaps by name.
 */
function player(rate: number, paused = false, clock = new SharedClock()) {
  clock.set(1, { timeMs: START_MS, rate, paused, heightPx: 0 }, performance.now());
  const told: (number | string)[] = [];
  const decoder = {
    outstanding: 0,
    holdsBack: false,
    needsKey: false,
    flush: () => Promise.resolve(),
    reset: () => undefined,
    decode({ wallMs, durationMs }: EncodedFrame): boolean {
      paced.decoded({ image: { close: () => undefined } as VideoFrame, wallMs, durationMs });
      return true;
    },
  };
  const paced: PacedFrames = new PacedFrames(decoder, {
    show: ({ wallMs }) => told.push(wallMs - START_MS),
    restart: () => undefined,
    drained: () => undefined,
    gapReached: (fromMs, toMs) => told.push(`gap ${fromMs - START_MS}..${toMs - START_MS}`),
  });
  paced.begin(clock, rate, paused, START_MS);
  const push = (...atMs: number[]): void => {
    for (const [i, at] of atMs.entries())
      paced.push({
        settings,
        data: new Uint8Array(1),
        key: i === 0,
        pre: false,
        wallMs: START_MS + at,
        durationMs: FRAME_MS,
      });
    if (rate < 0) paced.endGroup();
  };
  const gap = (fromMs: number, toMs: number): void => paced.gap(START_MS + fromMs, START_MS + toMs);
  return { clock, paced, told, push, gap };
}

test("a gap that is told as early as its pictures are is reached after the last of them", async () => {
  const { told, push, gap, paced } = player(1);
  push(0, 100, 200, 300);
  gap(400, 9000);
  expect(told).toEqual([0]);
  await vi.advanceTimersByTimeAsync(290);
  expect(told).toEqual([0, 100, 200]);
  await vi.advanceTimersByTimeAsync(120);
  expect(told).toEqual([0, 100, 200, 300, "gap 400..9000"]);
  paced.stop();
});

test("backwards too, where whole groups come seconds ahead", async () => {
  const { told, push, gap, paced } = player(-1);
  push(-300, -200, -100);
  gap(-9000, -300);
  await vi.advanceTimersByTimeAsync(150);
  expect(told.at(-1)).toBe(-200);
  await vi.advanceTimersByTimeAsync(250);
  expect(told).toEqual([-100, -200, -300, "gap -9000..-300"]);
  paced.stop();
});

test("a gap shorter than the lead: told in its time though what is beyond is here", async () => {
  const { told, push, gap, paced } = player(-1);
  push(-200, -100);
  gap(-2400, -200);
  push(-2600, -2500);
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toEqual([-100]);
  await vi.advanceTimersByTimeAsync(2600);
  expect(told).toEqual([-100, -200, "gap -2400..-200", -2500, -2600]);
  paced.stop();
});

test("a play that begins in a gap says so at once", () => {
  const { told, gap, paced } = player(1);
  gap(0, 9000);
  expect(told).toEqual(["gap 0..9000"]);
  paced.stop();
});

test.each([1, -1])("through a gap in which the play begins the clock runs, rate %d", async (rate) => {
  const { clock, told, push, gap, paced } = player(rate);
  const [fromMs, toMs] = rate > 0 ? [0, 9000] : [-9000, 0];
  gap(fromMs, toMs);
  await vi.advanceTimersByTimeAsync(8500);
  expect(clock.now(performance.now()) - START_MS).toBe(rate * 8500);
  // The first picture is shown when it arrives; the following ones at their own times.
  if (rate > 0) push(9000, 9100, 9200);
  else push(-9200, -9100, -9000);
  await vi.advanceTimersByTimeAsync(400);
  expect(told).toEqual([`gap ${fromMs}..${toMs}`, rate * 9000]);
  await vi.advanceTimersByTimeAsync(350);
  expect(told.slice(1)).toEqual([9000, 9100, 9200].map((ms) => rate * ms));
  paced.stop();
});

test("a neighbour that has pictures is waited for before the clock runs into the gap", async () => {
  const clock = new SharedClock();
  const [inGap, other] = [player(1, false, clock), player(1, false, clock)];
  inGap.gap(0, 9000);
  await vi.advanceTimersByTimeAsync(700);
  expect(clock.running).toBe(false);
  other.push(0, 100);
  expect(clock.running).toBe(true);
  inGap.paced.stop();
  other.paced.stop();
});

test("while the clock stands no gap is reached, and none that was asked away", async () => {
  const { clock, told, push, gap, paced } = player(1, true);
  push(0);
  gap(100, 9000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toEqual([0]);
  paced.begin(clock, 1, false, START_MS + 20_000);
  push(20_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toEqual([0, 20_000]);
  paced.stop();
});
