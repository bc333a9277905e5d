import { PNG } from "pngjs";
import { smallestObjectShare } from "#domain/cameras/motion-mask.ts";
import { describe, expect, it } from "vitest";
import { MOTION_HEIGHT, MOTION_WIDTH, MotionDetector, MotionEvents } from "#recorder/analysis/motion-detector.ts";
import { watchedPixels } from "#recorder/analysis/motion-job.ts";

interface Box {
  readonly fromMs: number;
  readonly toMs: number;
  readonly size: number;
  /** the top left corner at this time */
  readonly at: (ms: number) => { x: number; y: number };
}

/** 5 pictures a second of a noisy place whose light drifts slowly. */
function watch(
  boxes: readonly Box[],
  options: { objectSize?: number; watched?: Uint8Array; seconds?: number; keyFramesOnly?: boolean } = {},
): { startMs: number; stopMs: number }[] {
  const detector = new MotionDetector(options.watched ?? null);
  const keyFramesOnly = options.keyFramesOnly ?? false;
  const events = new MotionEvents({ objectSize: options.objectSize ?? 5, keyFramesOnly });
  let seed = 42;
  const noise = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed / 2 ** 32 - 0.5) * 14;
  };
  const found: { startMs: number; stopMs: number }[] = [];
  const luma = new Uint8Array(MOTION_WIDTH * MOTION_HEIGHT);
  const stepMs = keyFramesOnly ? 2000 : 200;
  for (let ms = 0; ms < (options.seconds ?? 60) * 1000; ms += stepMs) {
    const light = 90 + 15 * Math.sin(ms / 9000);
    for (let i = 0; i < luma.length; i += 1) luma[i] = light + (i % MOTION_WIDTH) / 4 + noise();
    for (const box of boxes) {
      if (ms < box.fromMs || ms >= box.toMs) continue;
      const { x, y } = box.at(ms);
      for (let row = y; row < y + box.size; row += 1)
        for (let column = x; column < x + box.size; column += 1)
          if (column < MOTION_WIDTH && row < MOTION_HEIGHT) luma[row * MOTION_WIDTH + column] = 220;
    }
    const change = events.feed(detector.feed(luma, MOTION_WIDTH), ms);
    if (change?.kind === "stopped") found.push(change);
  }
  const last = events.stop();
  if (last?.kind === "stopped") found.push(last);
  return found;
}

const across = (fromMs: number, toMs: number, size: number, y = 40): Box => ({
  fromMs,
  toMs,
  size,
  at: (ms) => ({ x: Math.round(10 + ((ms - fromMs) / (toMs - fromMs)) * 120), y }),
});

describe("motion", () => {
  it("finds each movement at its time and nothing else", () => {
    const truth: [number, number][] = [
      [10_000, 13_000],
      [25_000, 25_600],
      [40_000, 48_000],
    ];
    const found = watch(truth.map(([from, to]) => across(from, to, 10)));
    expect(found).toHaveLength(3);
    for (const [i, [from, to]] of truth.entries()) {
      expect(Math.abs((found[i]?.startMs ?? 0) - from)).toBeLessThanOrEqual(200);
      expect(Math.abs((found[i]?.stopMs ?? 0) - to)).toBeLessThanOrEqual(800);
    }
  });

  it("sees nothing in noise and drifting light", () => {
    expect(watch([])).toEqual([]);
    expect(watch([], { objectSize: 0 })).toEqual([]);
  });

  it("follows the object size: a squared curve", () => {
    expect(smallestObjectShare(0)).toBeCloseTo(0.001);
    expect(smallestObjectShare(100)).toBeCloseTo(0.25);
    expect(smallestObjectShare(-5)).toBe(smallestObjectShare(0));
    expect(smallestObjectShare(50)).toBeLessThan(smallestObjectShare(100) / 2);
    const small = [across(20_000, 24_000, 6)];
    expect(watch(small, { objectSize: 0, seconds: 30 })).toHaveLength(1);
    expect(watch(small, { objectSize: 40, seconds: 30 })).toEqual([]);
    expect(watch([across(20_000, 24_000, 60, 10)], { objectSize: 40, seconds: 30 })).toHaveLength(1);
  });

  it("does not look where the mask is black", () => {
    const png = new PNG({ width: 320, height: 180 });
    for (let y = 0; y < 180; y += 1)
      for (let x = 0; x < 320; x += 1) png.data.set(y < 90 ? [0, 0, 0, 255] : [255, 255, 255, 255], (y * 320 + x) * 4);
    const watched = watchedPixels(PNG.sync.write(png));
    expect(watched[10 * MOTION_WIDTH + 10]).toBe(0);
    expect(watched[80 * MOTION_WIDTH + 10]).toBe(1);
    const boxes = [across(15_000, 18_000, 10, 10), across(30_000, 33_000, 10, 70)];
    const found = watch(boxes, { watched, seconds: 45 });
    expect(found).toHaveLength(1);
    expect(Math.abs((found[0]?.startMs ?? 0) - 30_000)).toBeLessThanOrEqual(200);
    expect(() => watchedPixels(Buffer.from("no picture"))).toThrow();
  });

  it("works on key frames alone", () => {
    const found = watch([across(40_000, 50_000, 12)], { keyFramesOnly: true, seconds: 80 });
    expect(found).toHaveLength(1);
    expect(found[0]?.startMs).toBe(40_000);
  });

  it("takes a thing that stays into the background", () => {
    const found = watch([{ fromMs: 15_000, toMs: 200_000, size: 14, at: () => ({ x: 50, y: 40 }) }], { seconds: 200 });
    expect(found).toHaveLength(1);
    expect(found[0]?.stopMs).toBeLessThan(120_000);
  });
});
