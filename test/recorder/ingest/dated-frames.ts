/** Pictures of a camera, and when the recorder says that they were taken. */
import { expect } from "vitest";
import { WallClock } from "#recorder/ingest/wall-clock.ts";

export const RATE = 90_000;
export const START = Date.UTC(2026, 10, 25, 12);
/** Time after which the dates must be right, ms. */
export const SETTLED_MS = 20_000;
export const MOST_MS = 250;

/** One picture: when it was taken, what the camera wrote on it, and when it came, all in ms. */
export interface Picture {
  readonly takenMs: number;
  readonly cameraMs: number;
  readonly arrivedMs: number;
}

export const pictures = (
  count: number,
  fps: number,
  of: (takenMs: number, i: number) => Omit<Picture, "takenMs">,
): Picture[] => {
  let arrivedMs = 0;
  return Array.from({ length: count }, (_, i) => {
    const takenMs = (i * 1000) / fps;
    const one = of(takenMs, i);
    // Over one connection nothing overtakes.
    arrivedMs = Math.max(arrivedMs, one.arrivedMs);
    return { ...one, takenMs, arrivedMs };
  });
};

/** What became of them: how wrong, how far ahead of the clock, whether in order, and where the dates leapt. */
export function dated(list: readonly Picture[], firstRtp = 0, settledMs = SETTLED_MS) {
  const clock = new WallClock(RATE);
  const wrongMs: number[] = [];
  let aheadMs = Number.NEGATIVE_INFINITY;
  let isInOrder = true;
  const leapsAt: number[] = [];
  let last = { pts: -1, wallMs: 0 };
  for (const [i, { takenMs, cameraMs, arrivedMs }] of list.entries()) {
    const stamp = clock.at((firstRtp + Math.round((cameraMs * RATE) / 1000)) >>> 0, START + arrivedMs);
    isInOrder &&= stamp.pts > last.pts && stamp.wallMs > last.wallMs;
    last = stamp;
    if (stamp.jumped) leapsAt.push(i);
    wrongMs.push(Math.abs(stamp.wallMs - START - takenMs));
    aheadMs = Math.max(aheadMs, stamp.wallMs - START - arrivedMs);
  }
  const settled = wrongMs.filter((_, i) => (list[i]?.takenMs ?? 0) >= settledMs);
  return { wrongMs, worstMs: Math.max(0, ...settled), aheadMs, isInOrder, leapsAt };
}

export function expectRight(list: readonly Picture[], firstRtp = 0, settledMs = SETTLED_MS): void {
  const { worstMs, aheadMs, isInOrder, leapsAt } = dated(list, firstRtp, settledMs);
  const settledLeaps = leapsAt.filter((i) => (list[i]?.takenMs ?? 0) >= settledMs);
  expect({ isInOrder, settledLeaps }).toEqual({ isInOrder: true, settledLeaps: [] });
  expect(worstMs).toBeLessThan(MOST_MS);
  expect(aheadMs).toBeLessThanOrEqual(MOST_MS);
}

/** A seeded sequence of numbers in [0, 1) (mulberry32). */
export function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
