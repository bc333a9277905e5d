import { describe, expect, test } from "vitest";
import { chaseFactor, clockAt, clockHold, clockNow, follow, lagOf } from "#media/playback-clock.ts";
import { rtpDelta, rtpToWall } from "#media/rtp-clock.ts";
import type { DecodedFrame, EncodedFrame } from "#media/decode/encoded-frame.ts";
import { GopReversal, reverseBudget } from "#media/decode/gop-reversal.ts";
import { LATE_MS, LiveKeepUp, WAITING_MS } from "#media/decode/live-keep-up.ts";
import { isDue, PresentQueue } from "#media/decode/present-queue.ts";

describe("playback clock", () => {
  test.each([
    [1, 1500, 10_500],
    [0.25, 1400, 10_100],
    [64, 1100, 16_400],
    [-1, 1500, 9500],
    [-64, 1100, 3600],
  ])("rate %d", (rate, nowMs, expected) => {
    expect(clockNow(clockAt(10_000, rate, false, 1000), nowMs)).toBe(expected);
  });
  test("held it stands; let go it runs on without a jump", () => {
    let clock = clockAt(10_000, 2, false, 0);
    clock = clockHold(clock, true, 500);
    expect(clockNow(clock, 9999)).toBe(11_000);
    expect(clockHold(clock, true, 9999)).toBe(clock);
    clock = clockHold(clock, false, 2000);
    expect(clockNow(clock, 2500)).toBe(12_000);
  });
});

describe("following the clock", () => {
  test.each([
    [10, 1, 1],
    [100, 1, 1.25],
    [500, 1, 2],
    [3000, 1, 4],
    [500, 4, 1.25],
    [100, 0.25, 1.25],
  ])("late by %d ms at rate %d: %d times as fast", (lag, rate, factor) => {
    expect(chaseFactor(lag, rate)).toBe(factor);
  });
  test("in step it has the clock's own time", () => {
    expect(follow(1000, 1040, 1, 40)).toBe(1040);
    expect(follow(1000, 960, -1, 40)).toBe(960);
  });
  test("late, it catches up without passing and without a jump", () => {
    for (const rate of [0.5, 1, 4, -0.5, -1]) {
      let local = 0;
      let clock = 800 * Math.sign(rate) * Math.max(1, Math.abs(rate));
      let steps = 0;
      while (local !== clock && steps < 1000) {
        clock += 10 * rate;
        const next = follow(local, clock, rate, 10);
        expect((next - local) * Math.sign(rate)).toBeGreaterThanOrEqual(0);
        const allowed = Math.abs(rate) * 10 * 4 + 20 * Math.max(1, Math.abs(rate)) + Math.abs(rate) * 10;
        expect(Math.abs(next - local)).toBeLessThanOrEqual(allowed);
        expect(lagOf(clock, next, rate)).toBeGreaterThanOrEqual(0);
        local = next;
        steps += 1;
      }
      expect(steps).toBeLessThan(400);
    }
  });
  test("ahead, it waits", () => {
    expect(follow(1000, 900, 1, 40)).toBe(1000);
  });
});

test("RTP time wraps", () => {
  expect(rtpDelta(0xffff_fff0, 0x10)).toBe(0x20);
  expect(rtpDelta(0x10, 0xffff_fff0)).toBe(-0x20);
  expect(rtpToWall({ wallMs: 5000, rtpTime: 0xffff_ffff - 44 }, 45)).toBeCloseTo(5001, 5);
});

const settings = { codec: "c", width: 320, height: 180, description: new Uint8Array(0) };
const coded = (wallMs: number, key: boolean): EncodedFrame => ({
  settings,
  data: new Uint8Array(0),
  key,
  pre: false,
  wallMs,
  durationMs: 40,
});

describe("reverse groups", () => {
  const load = (...sizes: number[]) => {
    const reversal = new GopReversal();
    let wall = 0;
    for (const size of sizes) for (let i = 0; i < size; i++) reversal.push(coded(wall++, i === 0));
    reversal.endGroup();
    return reversal;
  };
  /** wall times in the order in which they would be shown, and the maximum number of pictures that are kept at once */
  const run = (reversal: GopReversal, budget: number) => {
    const shown: number[] = [];
    let most = 0;
    for (let part = reversal.nextPart(budget); part; part = reversal.nextPart(budget)) {
      expect(part.frames[0]?.key).toBe(true);
      const kept = part.frames.slice(part.keepFrom).map((frame) => frame.wallMs);
      most = Math.max(most, kept.length);
      shown.push(...kept.toReversed());
    }
    return { shown, most };
  };
  test.each([
    [[5], 10],
    [[5], 5],
    [[5], 4],
    [[5], 1],
    [[50], 16],
    [[1], 1],
    [[3, 4, 5], 2],
    [[7, 1, 1, 7], 3],
  ])("groups of %j, %d kept at once: every picture once, backwards within its group", (sizes, budget) => {
    const { shown, most } = run(load(...sizes), budget);
    let wall = 0;
    const expected = sizes.flatMap((size) => {
      const group = Array.from({ length: size }, (_, i) => wall + i).toReversed();
      wall += size;
      return group;
    });
    expect(shown).toEqual(expected);
    expect(most).toBeLessThanOrEqual(budget);
  });
  test("deltas without their key frame are left out; a group that has not ended waits", () => {
    const reversal = new GopReversal();
    reversal.push(coded(1, false));
    expect(reversal.waiting).toBe(0);
    reversal.push(coded(2, true));
    reversal.push(coded(3, false));
    expect(reversal.nextPart(9)).toBeNull();
    reversal.push(coded(4, true));
    expect(reversal.nextPart(9)?.frames.map((frame) => frame.wallMs)).toEqual([2, 3]);
    expect(reversal.nextPart(9)).toBeNull();
    reversal.clear();
    expect(reversal.waiting).toBe(0);
  });
  test.each([
    [320, 180, 72],
    [1920, 1080, 16],
    [3840, 2160, 4],
    [7680, 4320, 4],
  ])("pictures of %dx%d that may be held: %d", (width, height, count) => {
    expect(reverseBudget(width, height)).toBe(count);
  });
});

describe("present queue", () => {
  let open = 0;
  const picture = (wallMs: number): DecodedFrame => {
    open += 1;
    // the queue never uses a picture, it only closes it
    const closable = { close: () => void (open -= 1) } as VideoFrame;
    return { image: closable, wallMs, durationMs: 40 };
  };
  test("forward: due at its time, the newest due wins, overtaken ones are closed", () => {
    const queue = new PresentQueue();
    for (const wall of [0, 40, 80, 120]) queue.push(picture(wall));
    expect(queue.takeDue(-1, 1)).toBeNull();
    const taken = queue.takeDue(95, 1);
    expect(taken?.wallMs).toBe(80);
    taken?.image.close();
    expect(queue.overtaken).toBe(2);
    expect(queue.nextDueMs(1)).toBe(120);
    queue.clear();
    expect(open).toBe(0);
  });
  test("where every picture is shown, due ones come one by one, in order", () => {
    const queue = new PresentQueue();
    for (const wall of [120, 80, 40]) queue.push(picture(wall));
    const taken = [queue.takeNextDue(100, -1), queue.takeNextDue(100, -1), queue.takeNextDue(100, -1)];
    expect(taken.map((each) => each?.wallMs)).toEqual([120, 80, undefined]);
    expect(queue.takeNextDue(79, -1)?.wallMs).toBe(40);
    expect(queue.overtaken).toBe(0);
    open = 0;
  });
  test("both directions show the same picture at any instant", () => {
    for (const instant of [0, 1, 39, 41, 60, 79]) {
      const expected = Math.floor(instant / 40) * 40;
      const forward = [0, 40, 80].filter((wall) => isDue(wall, instant, 1)).at(-1);
      const backward = [80, 40, 0].filter((wall) => isDue(wall + 40, instant, -1)).at(-1);
      expect([forward, backward]).toEqual([expected, expected]);
    }
  });
  test("covers", () => {
    const queue = new PresentQueue();
    expect(queue.covers(0, 1)).toBe(false);
    queue.push(picture(100));
    expect([queue.covers(139, 1), queue.covers(140, 1), queue.covers(100, -1), queue.covers(99, -1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    queue.clear();
  });
});

describe("live pictures that come late", () => {
  /** a key frame every ten pictures; returns which pictures were accepted */
  const run = (keepUp: LiveKeepUp, lags: readonly number[]) => lags.map((lag, n) => keepUp.take(n % 10 === 0, lag, 0));
  test("in time, or late by a little: all are taken", () => {
    const lags = Array.from({ length: 40 }, (_, n) => 5000 + (n % 7) * 200);
    expect(run(new LiveKeepUp(), lags).every(Boolean)).toBe(true);
  });
  test("a backlog: only key frames until it is worked off", () => {
    const keepUp = new LiveKeepUp();
    expect(keepUp.take(true, 0, 0)).toBe(true);
    // it is twenty seconds behind, and each message that it reads makes up a quarter of a second
    const taken = run(
      keepUp,
      Array.from({ length: 120 }, (_, n) => Math.max(0, 20_000 - n * 250)),
    );
    expect(taken.slice(0, 70).filter(Boolean)).toHaveLength(7);
    expect(taken.slice(80).every(Boolean)).toBe(true);
  });
  test("late at the origin: leaving out does not help, so it is taken as it is", () => {
    const keepUp = new LiveKeepUp();
    keepUp.take(true, 0, 0);
    const taken = run(
      keepUp,
      Array.from({ length: 60 }, () => LATE_MS + 3000),
    );
    expect(taken.slice(0, 20).filter(Boolean)).toHaveLength(2);
    expect(taken.slice(31).every(Boolean)).toBe(true);
  });
  test.each([
    [false, 0, true],
    [false, WAITING_MS, true],
    [false, WAITING_MS + 1, false],
    [true, WAITING_MS + 1, true],
  ])("key frame %s, a picture waits in the decoder for %d ms: taken %s", (key, waitingMs, taken) => {
    expect(new LiveKeepUp().take(key, 5000, waitingMs)).toBe(taken);
  });
});
