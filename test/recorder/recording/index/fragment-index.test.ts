import { array, assert, integer, property, record } from "fast-check";
import { expect, it } from "vitest";
import { decodeFragments, encodeFragments, type FragmentEntry } from "#recorder/recording/index/fragment-index.ts";

const START_MS = Date.UTC(2026, 9, 24, 12);
const micro = (most: number) => integer({ min: 0, max: most * 1000 }).map((us) => us / 1000);
const size = integer({ min: 0, max: 2 ** 32 - 1 });
const count = integer({ min: 0, max: 65_535 });
const entries = array(
  record({
    wallMs: micro(4_000_000).map((ms) => START_MS + ms),
    durationMs: micro(4_000_000),
    offset: size,
    bytes: size,
    headerBytes: size,
    keyBytes: size,
    videoSamples: count,
    audioSamples: count,
  }),
  { maxLength: 300 },
);

it("what lies where comes out as it went in, to the microsecond", () => {
  assert(
    property(entries, (list) => {
      const read = decodeFragments(START_MS, encodeFragments(START_MS, list)) ?? [];
      expect(read).toHaveLength(list.length);
      for (const [at, entry] of list.entries()) {
        const { wallMs = 0, durationMs = 0, ...rest } = read[at] ?? {};
        const { wallMs: wantedMs, durationMs: wantedDurationMs, ...wanted } = entry;
        expect(rest).toEqual(wanted);
        expect(Math.abs(wallMs - wantedMs)).toBeLessThan(0.001);
        expect(Math.abs(durationMs - wantedDurationMs)).toBeLessThan(0.001);
      }
    }),
  );
});

it("an index of before is read as it is", () => {
  const blob = Buffer.alloc(4 + 28);
  blob[0] = 1;
  [1500, 600_000, 1200, 90_000, 300, 25_000].forEach((value, at) => blob.writeUInt32LE(value, 4 + 4 * at));
  blob.writeUInt16LE(9, 28);
  blob.writeUInt16LE(28, 30);
  const entry: FragmentEntry = {
    wallMs: START_MS + 1.5,
    durationMs: 600,
    offset: 1200,
    bytes: 90_000,
    headerBytes: 300,
    keyBytes: 25_000,
    videoSamples: 9,
    audioSamples: 28,
  };
  expect(decodeFragments(START_MS, blob)).toEqual([entry]);
  expect(decodeFragments(START_MS, blob.subarray(0, 20))).toBeNull();
});

it("a blob that is broken, or of a later version, is none: the file tells then", () => {
  const whole = encodeFragments(
    START_MS,
    Array.from({ length: 40 }, (_, at) => ({
      wallMs: START_MS + at * 600,
      durationMs: 600,
      offset: at * 70_000,
      bytes: 70_000 - ((at * 7919) % 1000),
      headerBytes: 300,
      keyBytes: at % 4 === 0 ? 25_000 : 0,
      videoSamples: 9,
      audioSamples: 28,
    })),
  );
  expect(decodeFragments(START_MS, whole)).toHaveLength(40);
  for (let bytes = 0; bytes < whole.length; bytes++)
    expect(decodeFragments(START_MS, whole.subarray(0, bytes)), `${bytes} bytes`).toBeNull();
  expect(decodeFragments(START_MS, Buffer.concat([Buffer.of(3), whole.subarray(1)]))).toBeNull();
});
