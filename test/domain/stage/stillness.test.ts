import { expect, test } from "vitest";
import { isStill, QUIET_AFTER_MS, type SeenMotion, seenTogether, type StillTile } from "#domain/stage/stillness.ts";

const NOW_MS = 100_000;
const quiet: StillTile = {
  isWanted: true,
  isWatched: true,
  isLive: true,
  isAttended: false,
  motion: { isMoving: false, sinceMs: NOW_MS - QUIET_AFTER_MS },
};

test.each<[string, Partial<StillTile>, boolean]>([
  ["nothing has moved for long enough", {}, true],
  ["nobody asked for it", { isWanted: false }, false],
  ["the recorder does not look for motion there", { isWatched: false }, false],
  ["it plays a recording, or shows nothing yet", { isLive: false }, false],
  ["somebody looks closely", { isAttended: true }, false],
  ["the recorder has not answered yet", { motion: null }, false],
  ["something moves", { motion: { isMoving: true, sinceMs: 0 } }, false],
  ["something moved a moment ago", { motion: { isMoving: false, sinceMs: NOW_MS - QUIET_AFTER_MS + 1 } }, false],
])("%s", (_, change, still) => {
  expect(isStill({ ...quiet, ...change }, NOW_MS)).toBe(still);
});

const moving: SeenMotion = { isMoving: true, sinceMs: 5 };
const calm: SeenMotion = { isMoving: false, sinceMs: 9 };
test.each<[string, (SeenMotion | undefined)[], SeenMotion | null]>([
  ["no stream is watched", [], null],
  ["one is not known", [calm, undefined], null],
  ["one moves", [calm, moving], { isMoving: true, sinceMs: 9 }],
  ["all are quiet", [calm, { isMoving: false, sinceMs: 4 }], calm],
])("streams of one camera: %s", (_, motions, together) => {
  expect(seenTogether(motions)).toEqual(together);
});
