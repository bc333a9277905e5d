import type { Badness } from "./bad-camera.ts";

/** A number in [0, 1) that depends on `seed` alone. */
function random(seed: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

const plain = { gopFrames: 30 };
const DAY_MS = 86_400_000;

/** The network holds everything back for up to `mostMs`, once in `everyMs`. */
const stalls =
  (everyMs: number, mostMs: number) =>
  (readyMs: number): number => {
    const turn = Math.floor(readyMs / everyMs);
    const endMs = turn * everyMs + random(turn) * mostMs;
    return turn > 0 && readyMs < endMs ? endMs : readyMs;
  };

const uneven =
  (mostMs: number) =>
  (readyMs: number, number: number): number =>
    readyMs + random(number) * mostMs;

/** Eight cameras that are each bad in more than one way. */
export const badnesses: readonly Badness[] = [
  { name: "H.265, stalls of up to 6 s", pictures: { ...plain, codec: "h265" }, leavesMs: stalls(20_000, 6000) },
  {
    name: "UDP out of order, clock 3 % slow, uneven network, AAC counted in half its rate",
    pictures: { gopFrames: 30, slices: 4 },
    isUdp: true,
    clockMs: (takenMs) => takenMs * 0.97,
    leavesMs: uneven(60),
    soundCountedHz: 8000,
  },
  {
    name: "clock 5 % fast, stalls, AAC counted in 90 kHz",
    pictures: plain,
    clockMs: (takenMs) => takenMs * 1.05,
    leavesMs: stalls(25_000, 3000),
    soundCountedHz: 90_000,
  },
  {
    name: "H.265, outliers: one time in 40 is wrong, by up to a day",
    pictures: { ...plain, codec: "h265" },
    clockMs: (takenMs, number) => takenMs + (number % 40 === 17 ? (random(number) - 0.5) * 2 * DAY_MS : 0),
  },
  {
    name: "clock that is set every 23 s, marker on each of 4 slices",
    pictures: { gopFrames: 45, slices: 4 },
    clockMs: (takenMs) => takenMs + Math.floor(random(Math.floor(takenMs / 23_000)) * DAY_MS),
    isEachSliceMarked: true,
  },
  {
    name: "stray bytes before one packet in 50, AAC",
    pictures: plain,
    stray: (packet) =>
      packet % 50 === 49
        ? Buffer.from(Array.from({ length: 1 + (packet % 37) }, (_, i) => Math.floor(random(packet * 64 + i) * 256)))
        : null,
    soundCountedHz: 16_000,
  },
  {
    name: "intra refresh, uneven network",
    pictures: { gopFrames: 30, isIntraRefresh: true },
    leavesMs: uneven(100),
  },
  {
    name: "B pictures, clock 1 % fast, closes every 70 s",
    pictures: { gopFrames: 30, bFrames: 2 },
    clockMs: (takenMs) => takenMs * 1.01,
    closesEveryMs: 70_000,
  },
];
