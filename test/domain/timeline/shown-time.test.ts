import { expect, test } from "vitest";
import { answersOrder, followsShown, shownAfterStep } from "#domain/timeline/shown-time.ts";

const TARGET = 1_000_000;
/** ms after the target: the time of the clock, the time of the picture */
test.each([
  // speed, paused, clock, shown, follows
  [1, false, 5000, 5040, false, "a step of a frame"],
  [1, false, 5000, 4500, true, "late by half a second"],
  [1, false, 60_000, 500, true, "started a minute late"],
  [1, false, 200_000, 500, false, "too far behind to be late"],
  [1, false, 5000, 6500, true, "ahead by a second and a half"],
  [1, false, 5000, 9000, false, "far ahead: a picture of before the seek"],
  [1, false, 500, -3000, false, "behind what was asked for: a picture of before the seek"],
  [4, false, 20_000, 20_400, false, "a step at four times as fast"],
  [4, false, 20_000, 12_000, true, "late at four times as fast"],
  [-1, false, -5000, -4500, true, "backwards, late by half a second"],
  [-1, false, -500, 3000, false, "backwards, a picture of before the seek"],
  [1, true, 0, 67, true, "a step of a paused picture"],
  [1, true, 67, 0, true, "a step back of a paused picture"],
  [1, true, 0, 0.5, false, "the paused picture itself"],
  [1, true, 0, -30_000, false, "paused, a picture of before the seek"],
] as const)("at %fx, paused %s: clock %i, shown %i: %s (%s)", (speed, paused, clock, shown, follows, _why) => {
  expect(followsShown({ speed, paused }, TARGET, TARGET + clock, TARGET + shown)).toBe(follows);
});

test("a step over a gap is followed however long that is, and by nothing that plays", () => {
  const follows = (paused: boolean, stepped: boolean): boolean =>
    followsShown({ speed: 1, paused }, TARGET, TARGET, TARGET + 20_000, stepped);
  expect([follows(true, true), follows(true, false), follows(false, true)]).toEqual([true, false, false]);
});

/** ms after the target, and after the order */
test.each([
  [false, -60, -20, false, "playing: a picture of before the order"],
  [false, -60, 0, true, "playing: one that came with it"],
  [true, -60, -20, true, "paused on the picture that is shown already"],
  [true, 10, -20, false, "paused, a picture behind the target is not the target's"],
  [true, -500, -20, false, "paused, a picture of long before"],
  [true, -500, 1, true, "paused, a picture of long before that was shown since: recordings may be sparse"],
] as const)("paused %s: picture %i, shown %i: %s (%s)", (paused, shown, shownAt, answers, _why) => {
  const ordered = { targetMs: TARGET, orderedAtMs: 5000 };
  expect(answersOrder(paused, ordered, TARGET + shown, 5000 + shownAt)).toBe(answers);
});

/** `[ms from where the step was taken, ms from the step until it was shown]` of each linked player. */
test.each([
  [
    [
      [40, 30],
      [40, 50],
    ],
    200,
    40,
    false,
    "all a picture on",
  ],
  [
    [
      [40, 30],
      [200, 50],
    ],
    200,
    40,
    false,
    "cameras of unlike rates",
  ],
  [
    [
      [3_600_000, 30],
      [40, 50],
    ],
    400,
    40,
    true,
    "one over a gap",
  ],
  [
    [
      [-3_600_000, 30],
      [-40, 50],
    ],
    400,
    -40,
    true,
    "one back over a gap",
  ],
  [
    [
      [3_600_000, 30],
      [40, 50],
    ],
    200,
    40,
    false,
    "one over a gap, and the next step may be on its way",
  ],
  [
    [
      [3_600_000, 30],
      [0, -20],
    ],
    200,
    null,
    false,
    "one over a gap, the other's picture is still to come",
  ],
  [
    [
      [3_600_000, 30],
      [0, -20],
    ],
    1200,
    3_600_000,
    false,
    "one over a gap, the other has nothing more",
  ],
  [
    [
      [40, 30],
      [0, -20],
    ],
    200,
    40,
    false,
    "a picture on, the other is still to come",
  ],
  [[[3_600_000, 30]], 200, 3_600_000, false, "alone over a gap"],
  [[[0, -20]], 200, 0, false, "alone, still to come"],
] as const)("after a step: %j, %i ms later: %s tells, apart %s (%s)", (pictures, laterMs, tells, apart, _why) => {
  const shown = pictures.map(([byMs, afterMs]) => ({ timeMs: TARGET + byMs, atMs: 5000 + afterMs }));
  const after = shownAfterStep(shown, { atMs: 5000, fromMs: TARGET }, 5000 + laterMs);
  expect({ ...after, tells: after.tells && after.tells.timeMs - TARGET }).toEqual({ tells, apart });
});
