/** A tape that is let go while it moves runs on and comes to rest. Px and ms. */

/** Movements before this do not count: a pointer that rested before it was lifted throws nothing. */
const RECENT_MS = 80;
/** Slower than this nobody meant to throw it. */
const LEAST_PX_PER_MS = 0.25;
const MOST_PX_PER_MS = 6;
/** The speed falls by this share of itself each ms. */
const DECAY_PER_MS = 1 / 260;
/** Slower than this it rests. */
const REST_PX_PER_MS = 0.02;

export interface FlingSample {
  readonly x: number;
  readonly atMs: number;
}

/** The speed at which a drag ends, px per ms; 0: it rested. */
export function flingSpeed(samples: readonly FlingSample[], releasedAtMs: number): number {
  const recent = samples.filter(({ atMs }) => releasedAtMs - atMs <= RECENT_MS);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || last.atMs <= first.atMs) return 0;
  const speed = (last.x - first.x) / (last.atMs - first.atMs);
  return Math.abs(speed) < LEAST_PX_PER_MS ? 0 : Math.sign(speed) * Math.min(MOST_PX_PER_MS, Math.abs(speed));
}

/** How far a fling has gone after a time, and whether it has come to rest. */
export function flungPx(speedPxPerMs: number, elapsedMs: number): { readonly byPx: number; readonly rests: boolean } {
  const left = Math.exp(-elapsedMs * DECAY_PER_MS);
  return {
    byPx: (speedPxPerMs / DECAY_PER_MS) * (1 - left),
    rests: Math.abs(speedPxPerMs) * left < REST_PX_PER_MS,
  };
}
