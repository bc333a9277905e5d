import { describe, expect, it } from "vitest";
import {
  CRASH_RULES,
  endAfter,
  type Ends,
  isWellAfter,
  NO_ENDS,
  pauseAfter,
} from "#recorder/process/watch/crash-loop.ts";

/** Lives in ms; a text is several equal ones. */
type Life = number | `${number} x ${number}`;

const after = (lives: readonly Life[]): Ends =>
  lives
    .flatMap((life) => {
      if (typeof life === "number") return [life];
      const [count, lifeMs] = life.split(" x ").map(Number);
      return Array.from({ length: count ?? 0 }, () => lifeMs ?? 0);
    })
    .reduce((ends, lifeMs) => endAfter(ends, lifeMs, CRASH_RULES), NO_ENDS);

describe("the pause before the next life", () => {
  it.each<[readonly Life[], number]>([
    // One end costs nothing, however short the life was.
    [[100], 0],
    [[100, 100], 200],
    [[100, 100, 100], 400],
    // More than three within a minute of life wait longer and longer.
    [["4 x 100"], 1000],
    [["5 x 100"], 2000],
    [["8 x 100"], 16_000],
    [["9 x 100"], 30_000],
    [["50 x 100"], 30_000],
    // That it worked each time changes the pause only while the ends are few.
    [[100, 100, 5000], 400],
    [[5001, 100], 0],
    [[5001, 100, 100], 200],
    [["3 x 5001"], 0],
    [[100, 100, 100, 5001], 1000],
    [["4 x 5001"], 1000],
    [["9 x 6000"], 30_000],
    [["50 x 6000"], 30_000],
    // A life of ten seconds each: at most six of them within a minute.
    [["50 x 10000"], 4000],
    [["50 x 15000"], 1000],
    // Rare ends: at once each time.
    [["50 x 20000"], 0],
    [["50 x 59000"], 0],
    // What is older than a minute of life no longer counts.
    [["20 x 100", 59_000], 30_000],
    [["20 x 100", 60_000], 0],
  ])("after lives of %j ms: %d ms", (lives, pauseMs) => {
    expect(pauseAfter(after(lives))).toBe(pauseMs);
  });
});

describe("who ends again and again", () => {
  it.each<[readonly Life[], boolean]>([
    [[], false],
    [[100, 100], false],
    [[100, 100, 100], true],
    // Three that had worked before may have reasons of their own.
    [["3 x 6000"], false],
    [["4 x 6000"], true],
    [["50 x 20000"], false],
    [["4 x 15000"], true],
    [["30 x 31000"], false],
    // The episode goes on until it lives through a whole minute.
    [[100, 100, 100, 59_000, 59_000], true],
    [[100, 100, 100, 60_000], false],
    [[100, 100, 100, 60_000, 100], false],
  ])("lives of %j ms: %s", (lives, isFailing) => {
    expect(after(lives).isFailing).toBe(isFailing);
  });
});

describe("well again", () => {
  it.each<[string, readonly Life[], number, boolean]>([
    ["never ended: from the first moment on", [], 0, true],
    ["one end, a moment ago", [9000], 1999, false],
    ["one end, and two seconds since", [9000], 2000, true],
    ["a crash loop, half a minute since", [100, 100, 100], 30_000, false],
    ["a crash loop, a minute since", [100, 100, 100], 60_000, true],
  ])("%s", (_what, lives, lifeMs, isWell) => {
    expect(isWellAfter(after(lives), lifeMs, CRASH_RULES)).toBe(isWell);
  });
});
