import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { strideMs, tickOf } from "#domain/timeline/fast-play.ts";
import { LACKING_MS, SharedClock } from "#media/shared-clock.ts";
import type { EncodedFrame } from "#media/decode/encoded-frame.ts";
import { PacedFrames } from "#media/decode/paced-frames.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const KEY_MS = 2000;
const START_MS = 1_000_000;
const LEAD_MS = 500;
const FIRST_TICK_MS = 100;
const settings = { codec: "avc1.42c01f", width: 16, height: 16, description: new Uint8Array() };

/** A player whose decoder takes no time. */
function player(clock: SharedClock, rate: number) {
  let decoded = 0;
  const decoder = {
    outstanding: 0,
    holdsBack: false,
    needsKey: false,
    flush: () => Promise.resolve(),
    reset: () => undefined,
    decode({ wallMs, durationMs }: EncodedFrame): boolean {
      decoded += 1;
      paced.decoded({ image: { close: () => undefined } as VideoFrame, wallMs, durationMs });
      return true;
    },
  };
  const paced: PacedFrames = new PacedFrames(decoder, {
    show: () => undefined,
    restart: () => undefined,
    drained: () => undefined,
    gapReached: () => undefined,
  });
  paced.begin(clock, rate, false, START_MS);
  return {
    paced,
    decoded: () => decoded,
    push({ wallMs, durationMs }: Sending): void {
      paced.push({ settings, data: new Uint8Array(1), key: true, pre: false, wallMs, durationMs });
      // Backwards a key frame represents a whole group and ends it.
      if (rate < 0) paced.endGroup();
    },
  };
}

interface Sending {
  /** ms after the start */
  readonly atMs: number;
  readonly wallMs: number;
  readonly durationMs: number;
}

/** When the recorder sends the key frames of a camera: the last one of each tick, half a second ahead. */
function sendings(rate: number, phaseMs: number, forMs: number): Sending[] {
  const stride = strideMs(rate);
  const sent = (wallMs: number, durationMs: number): Sending => ({
    wallMs,
    durationMs,
    atMs: Math.max(0, (wallMs - START_MS) / rate - LEAD_MS),
  });
  const lastMs = START_MS + forMs * rate;
  if (rate > 0) {
    const ofTick = new Map<number, number>();
    for (let wallMs = START_MS - KEY_MS + phaseMs; wallMs < lastMs; wallMs += KEY_MS)
      ofTick.set(tickOf(wallMs, stride), wallMs);
    return [...ofTick.values()].map((wallMs) => sent(wallMs, stride));
  }
  const keyUntil = (ms: number): number => Math.floor((ms - phaseMs) / KEY_MS) * KEY_MS + phaseMs;
  const list: Sending[] = [];
  let aboveMs = START_MS;
  for (let wallMs = keyUntil(START_MS); wallMs > lastMs; wallMs = keyUntil(tickOf(wallMs, stride) - stride)) {
    list.push(sent(wallMs, Math.max(stride, aboveMs - wallMs)));
    aboveMs = wallMs;
  }
  return list;
}

/** Two cameras that play together; the second one's pictures arrive late. Samples what both show, every 5 ms. */
async function together(rate: number, lateMs: (sentAtMs: number) => number, forMs = 6000) {
  const clock = new SharedClock();
  clock.set(1, { timeMs: START_MS, rate, paused: false, heightPx: 0 }, performance.now());
  const [a, b] = [player(clock, rate), player(clock, rate)];
  let lastMs = 0;
  for (const sending of sendings(rate, 0, forMs)) setTimeout(() => a.push(sending), sending.atMs);
  for (const sending of sendings(rate, 700, forMs)) {
    lastMs = Math.max(lastMs, sending.atMs + lateMs(sending.atMs)); // a socket keeps the order of its messages
    setTimeout(() => b.push(sending), lastMs);
  }
  const spreads: number[] = [];
  let togetherMs = 0;
  for (let atMs = 0; atMs < forMs; atMs += 5) {
    await vi.advanceTimersByTimeAsync(5);
    if (a.paced.awaitingFirst || b.paced.awaitingFirst) continue;
    togetherMs += 5;
    // The first pictures are shown at once, whatever the tick: each is shown for a tick at most.
    if (togetherMs > FIRST_TICK_MS) spreads.push(Math.abs(a.paced.shownWallMs - b.paced.shownWallMs));
  }
  const played = (a.paced.shownWallMs - START_MS) / rate;
  a.paced.stop();
  b.paced.stop();
  return { spreads, played, decoded: b.decoded() };
}

describe.each([16, 32, 64, -16, -32, -64])("at %dx", (rate) => {
  test("in time: never more than a key frame apart, and at full speed", async () => {
    const { spreads, played } = await together(rate, () => 0);
    expect(Math.max(...spreads)).toBeLessThanOrEqual(KEY_MS);
    expect(played).toBeGreaterThan(5500);
  });

  test("one that is late by less than its lead costs nothing", async () => {
    const { spreads, played } = await together(rate, () => 300);
    expect(Math.max(...spreads)).toBeLessThanOrEqual(KEY_MS);
    expect(played).toBeGreaterThan(5200);
  });

  test("one that hesitates now and then: the other waits for it, and both stay together", async () => {
    const { spreads, played } = await together(rate, (atMs) => (atMs % 1500 < 100 ? 800 : 0));
    expect(Math.max(...spreads)).toBeLessThanOrEqual(KEY_MS);
    expect(played).toBeGreaterThan(3000);
  });
});

test.each([64, -64])("at %dx, one that is always slow: both play slower, and together", async (rate) => {
  const { spreads, played } = await together(rate, (atMs) => atMs * 3);
  expect(Math.max(...spreads)).toBeLessThanOrEqual(KEY_MS);
  expect(played).toBeGreaterThan(1000);
});

test.each([64, -64])(
  "at %dx, one that stands for seconds is gone on without, and is back in step with its next picture",
  async (rate) => {
    const { spreads, played } = await together(rate, (atMs) => (atMs > 1000 && atMs < 1100 ? 4000 : 0), 12_000);
    expect(spreads.slice(-400).every((spread) => spread <= KEY_MS)).toBe(true);
    expect(Math.max(...spreads)).toBeGreaterThan(KEY_MS);
    expect(played).toBeGreaterThan(12_000 - LACKING_MS - 500);
  },
);
