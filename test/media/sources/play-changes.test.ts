import type { SourcePlay } from "#protocol/stage-worker.ts";
import { changesKeysOnly, joinMs, playsSameFrames } from "#media/sources/play-changes.ts";
import { expect, test } from "vitest";

const live: SourcePlay = { timeMs: 0, rate: 1, paused: false, heightPx: 360 };
const clock = { id: "wall", epoch: 3 };
const recorded: SourcePlay = { ...live, timeMs: 1_000_000, clock };
const paused: SourcePlay = { ...recorded, paused: true };
const draft = { withinMs: 3600 };

test.each<[string, SourcePlay, SourcePlay, boolean]>([
  ["key frames instead of every frame", live, { ...live, keysEveryMs: 4000 }, true],
  ["every frame again", { ...live, keysEveryMs: 4000 }, { ...live, keysEveryMs: 0 }, true],
  ["the same once more begins anew", live, { ...live, keysEveryMs: 0 }, false],
  ["another height", live, { ...live, keysEveryMs: 4000, heightPx: 720 }, false],
  ["paused", live, { ...live, keysEveryMs: 4000, paused: true }, false],
  ["from a recording to live", recorded, { ...live, keysEveryMs: 4000 }, false],
])("a live play goes on with other key frames: %s", (_what, before, play, is) => {
  expect(changesKeysOnly(before, play)).toBe(is);
});

test.each<[string, SourcePlay, SourcePlay, boolean]>([
  ["a pause", recorded, paused, true],
  ["another speed, which the pacing decides", recorded, { ...recorded, rate: 4 }, true],
  ["a new epoch of the same clock", recorded, { ...recorded, clock: { id: "wall", epoch: 4 } }, true],
  ["another clock: an unlinked tile", recorded, { ...recorded, clock: { id: "own", epoch: 3 } }, false],
  ["another height", recorded, { ...recorded, heightPx: 720 }, false],
  ["a draft, then the exact frame", { ...paused, draft }, paused, false],
  ["a draft, then the next one", { ...paused, draft }, { ...paused, draft: { withinMs: 60 } }, true],
  ["no draft said in two ways", paused, { ...paused, draft: null }, true],
  ["from live to a recording", live, recorded, false],
])("frames that are there serve a new play: %s", (_what, before, play, is) => {
  expect(playsSameFrames(before, play)).toBe(is);
});

const now = { clockMs: 1_002_000, shownWallMs: 1_000_080 };
test.each<[string, SourcePlay, SourcePlay, number]>([
  ["a pause once more: at the frame that steps reached", paused, paused, now.shownWallMs],
  ["a pause after a seek", paused, { ...paused, clock: { id: "wall", epoch: 4 } }, paused.timeMs],
  ["a pause from playing", recorded, paused, paused.timeMs],
  ["the exact frame after a draft", { ...paused, draft }, paused, paused.timeMs],
  ["playing: where the clock is", paused, recorded, now.clockMs],
])("a play that leaves the clock unchanged begins: %s", (_what, before, play, wantedMs) => {
  expect(joinMs(before, play, now)).toBe(wantedMs);
});

test("a pause once more begins at its own time while no frame of it has been shown", () => {
  expect(joinMs(paused, paused, { ...now, shownWallMs: 0 })).toBe(paused.timeMs);
});
