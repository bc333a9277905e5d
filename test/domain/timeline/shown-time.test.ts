import { expect, test } from "vitest";
import { answersOrder, followsShown } from "#domain/timeline/shown-time.ts";

const TARGET = 1_000_000;
/** ms from the target on: what the clock says, what the picture shows */
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

/** ms from the target and from the order on */
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
