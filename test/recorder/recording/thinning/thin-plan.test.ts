import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FragmentEntry } from "#recorder/recording/index/fragment-index.ts";
import { keptPictures, keptRuns, keptSpans } from "#recorder/recording/thinning/thin-plan.ts";

const KEY = 1000;
const entry = (wallMs: number, durationMs: number, isKey: boolean): FragmentEntry => ({
  wallMs,
  durationMs,
  offset: 0,
  bytes: isKey ? 5000 : 2000,
  headerBytes: 100,
  keyBytes: isKey ? KEY : 0,
  videoSamples: 9,
  audioSamples: 0,
});
/** A letter is a fragment of half a second: K begins with a key picture; a point is half a second of nothing. */
const file = (letters: string): FragmentEntry[] =>
  Array.from(letters).flatMap((letter, at) => (letter === "." ? [] : [entry(500 * at, 500, letter === "K")]));
const shown = (letters: string, endMs = 500 * letters.length): number[][] =>
  keptPictures(file(letters), endMs).map((picture) => [picture.entry.wallMs, picture.untilMs]);

describe("the key pictures of a file", () => {
  it.each([
    [
      "each lasts until the next one, the last to the end",
      "K-K-K-",
      undefined,
      [
        [0, 1000],
        [1000, 2000],
        [2000, 3000],
      ],
    ],
    [
      "of a stream of nothing else one a second stays",
      "KKKKK",
      undefined,
      [
        [0, 1000],
        [1000, 2000],
        [2000, 2500],
      ],
    ],
    ["what comes before the first cannot be shown", "--K-", undefined, [[1000, 2000]]],
    [
      "a pause is no part of a picture",
      "K-....--K-",
      undefined,
      [
        [0, 1000],
        [4000, 5000],
      ],
    ],
    [
      "a short pause is none",
      "K-.-K",
      undefined,
      [
        [0, 2000],
        [2000, 2500],
      ],
    ],
    ["the last stands as long as the index says", "K-", 4000, [[0, 4000]]],
    ["without any there is nothing", "---", undefined, []],
  ])("%s", (_, letters, endMs, expected) => expect(shown(letters, endMs)).toEqual(expected));

  const recorded = fc
    .array(
      fc.record({
        ms: fc.integer({ min: 1, max: 3000 }),
        isKey: fc.boolean(),
        gapMs: fc.integer({ min: 0, max: 4000 }),
      }),
    )
    .map((parts) => {
      let at = 1e12;
      return parts.map(({ ms, isKey, gapMs }) => {
        const made = entry(at, ms, isKey);
        at += ms + (gapMs > 3000 ? gapMs : 0);
        return made;
      });
    });

  it("follow each other without overlapping, and cover no time that was not recorded", () => {
    fc.assert(
      fc.property(recorded, (entries) => {
        const last = entries.at(-1);
        const kept = keptPictures(entries, last ? last.wallMs + last.durationMs : 0);
        for (const [
          at,
          {
            entry: { wallMs, keyBytes },
            untilMs,
          },
        ] of kept.entries()) {
          expect(keyBytes).toBeGreaterThan(0);
          expect(untilMs).toBeGreaterThan(wallMs);
          expect(untilMs).toBeLessThanOrEqual(kept[at + 1]?.entry.wallMs ?? Number.POSITIVE_INFINITY);
          // Its end is the end of a fragment, or the beginning of the next picture.
          const isEnd = entries.some((one) => one.wallMs + one.durationMs === untilMs || one.wallMs === untilMs);
          expect(isEnd).toBe(true);
        }
      }),
    );
  });

  it("whatever was shown from the first key picture on is still covered, but for pauses", () => {
    fc.assert(
      fc.property(recorded, (entries) => {
        const last = entries.at(-1);
        const kept = keptPictures(entries, last ? last.wallMs + last.durationMs : 0);
        let runMs = Number.NEGATIVE_INFINITY;
        let hasKey = false;
        for (const one of entries) {
          if (one.wallMs - runMs >= 2000) hasKey = false;
          hasKey ||= one.keyBytes > 0;
          runMs = one.wallMs + one.durationMs;
          if (!hasKey) continue;
          const middle = one.wallMs + one.durationMs / 2;
          expect(kept.some((picture) => picture.entry.wallMs <= middle && picture.untilMs >= middle)).toBe(true);
        }
      }),
    );
  });
});

const span = (startMs: number, stopMs: number) => ({ startMs, stopMs });
describe("what has to stay of a minute", () => {
  const minute = span(0, 60_000);
  const kept = (motion: ReturnType<typeof span>[], watched = [minute], marginMs = 5000) =>
    keptSpans({ span: minute, motion, watched, marginMs }).map(({ startMs, stopMs }) => [startMs, stopMs]);
  it.each([
    ["nothing moves", kept([]), []],
    ["motion, with its margin", kept([span(20_000, 22_000)]), [[15_000, 27_000]]],
    ["motion of the minute before reaches into it", kept([span(-9000, -3000)]), [[-14_000, 2000]]],
    ["motion far away does not", kept([span(-9000, -6000)]), []],
    ["what lies closely together stays as one", kept([span(10_000, 11_000), span(29_000, 30_000)]), [[5000, 35_000]]],
    [
      "what does not is two",
      kept([span(6000, 7000), span(40_000, 41_000)]),
      [
        [1000, 12_000],
        [35_000, 46_000],
      ],
    ],
    ["nobody watched: all of it", kept([], []), [[0, 60_000]]],
    ["nobody watched its end", kept([], [span(-5, 40_000)]), [[40_000, 60_000]]],
    ["nobody watched for a while", kept([], [span(-5, 10_000), span(30_000, 99_000)]), [[10_000, 30_000]]],
    ["it was watched twice", kept([], [span(-5, 40_000), span(10_000, 20_000), span(40_000, 60_000)]), []],
  ])("%s", (_, found, expected) => expect(found).toEqual(expected));
});

describe("the fragments that stay", () => {
  const runs = (letters: string, ...spans: ReturnType<typeof span>[]): number[][] =>
    keptRuns(file(letters), spans).map((run) => run.map(({ wallMs }) => wallMs / 500));
  it.each([
    ["whole groups, from their key picture on", runs("K--K--K--", span(2200, 2400)), [[3, 4, 5]]],
    ["groups that follow each other lie together", runs("K--K--K--", span(1400, 1600)), [[0, 1, 2, 3, 4, 5]]],
    [
      "what lies between goes",
      runs("K-K-K-K-", span(0, 100), span(2100, 2200)),
      [
        [0, 1],
        [4, 5],
      ],
    ],
    ["where nothing has to stay, nothing does", runs("K-K-"), []],
    ["a span that only touches is none", runs("K-K-", span(1000, 1200)), [[2, 3]]],
  ])("%s", (_, found, expected) => expect(found).toEqual(expected));

  it("every moment that has to stay is in one of them, and each begins with a key picture or with the file", () => {
    const letters = fc.stringMatching(/^[K-]{1,40}$/);
    const spans = fc.array(fc.tuple(fc.integer({ min: -2000, max: 22_000 }), fc.integer({ min: 1, max: 9000 })));
    fc.assert(
      fc.property(letters, spans, (text, wanted) => {
        const entries = file(text);
        const asked = wanted.map(([startMs, ms]) => span(startMs, startMs + ms));
        const kept = keptRuns(entries, asked);
        for (const one of entries)
          if (asked.some(({ startMs, stopMs }) => startMs < one.wallMs + 500 && stopMs > one.wallMs))
            expect(kept.flat()).toContain(one);
        for (const run of kept) expect(run[0] === entries[0] || run[0]?.keyBytes === KEY).toBe(true);
      }),
    );
  });
});
