import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WallFacts } from "#protocol/stage-worker.ts";
import { FactsReporter } from "#stage/wall/stage-facts.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A thread whose reports leave at the given times, whatever its timers intended. */
function setUp() {
  const told: WallFacts[] = [];
  const wall = { nowMs: 0, presents: 0, shown: 0, due: 0, moving: true };
  const reporter = new FactsReporter({
    now: () => wall.nowMs,
    collect: () => ({
      ...wall,
      movingTiles: 2,
      tickHz: 60,
      wantedHz: 60,
      copyMs: 0,
      framesAlive: 0,
      contextLost: false,
      sources: [],
    }),
    emit: (message) => told.push(message.wall),
  });
  reporter.wake();
  const report = (atMs: number, shown: number, due: number): WallFacts | undefined => {
    Object.assign(wall, {
      nowMs: atMs,
      presents: wall.presents + shown,
      shown: wall.shown + shown,
      due: wall.due + due,
    });
    vi.advanceTimersByTime(250);
    return told.at(-1);
  };
  return { reporter, report, wall };
}

test("rates are counted over about a second of even reports", () => {
  const { reporter, report } = setUp();
  for (let ms = 250; ms <= 5000; ms += 250) report(ms, 1, 1);
  // The wall stops: a second later the rates show it.
  for (let ms = 5250; ms < 6250; ms += 250) report(ms, 0, 5);
  expect(report(6250, 0, 5)).toMatchObject({ shownPerSecond: 0, duePerSecond: 20, movingTiles: 2 });
  reporter.dispose();
});

test("what was shown was due: a wall never says that it shows more than came", () => {
  const { reporter, report } = setUp();
  for (let ms = 250; ms <= 2000; ms += 250) report(ms, 2, 1);
  expect(report(2250, 2, 1)).toMatchObject({ shownPerSecond: 8, duePerSecond: 8 });
  reporter.dispose();
});

test("two reports that a busy thread sends right after each other do not hide what it left out", () => {
  const { reporter, report } = setUp();
  report(1000, 2, 2);
  report(1010, 0, 0);
  for (let round = 1; round <= 3; round++) {
    expect(report(1000 + round * 3000, 2, 30)).toMatchObject({ shownPerSecond: 0.7, duePerSecond: 10 });
    // One picture arrived and was shown in the ten ms between them, which does not make the wall fast.
    const second = report(1010 + round * 3000, 1, 1);
    expect(second?.shownPerSecond).toBeLessThan(1.5);
    expect(second?.duePerSecond).toBeGreaterThan(9);
  }
  reporter.dispose();
});

test("a wall that stands still is told of for 30 s, long enough to know a frozen camera, and then no more", () => {
  const { reporter, report, wall } = setUp();
  for (let ms = 250; ms <= 1000; ms += 250) report(ms, 1, 1);
  wall.moving = false;
  // the last second of the window still contains a picture
  const stillFromMs = 2000;
  let last = report(1250, 0, 0);
  for (let ms = 1500; ms <= 60_000; ms += 250) {
    const told = report(ms, 0, 0);
    if (told === last && ms > stillFromMs) {
      expect(ms).toBeGreaterThan(stillFromMs + 29_000);
      expect(ms).toBeLessThan(stillFromMs + 31_000);
      return reporter.dispose();
    }
    last = told;
  }
  expect.unreachable("it is told of for ever");
});

test("also after a single picture: the camera may freeze right behind it", () => {
  const { reporter, report, wall } = setUp();
  wall.moving = false;
  const told = new Set([250, 500, 5000].map((ms) => report(ms, 0, 0)));
  expect(told.size).toBe(3);
  reporter.dispose();
});
