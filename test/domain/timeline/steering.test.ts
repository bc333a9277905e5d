/** The effect of keys and buttons on a timeline, the stage's or an unlinked player's: one set of rules for both. */
import { expect, test } from "vitest";
import { steeredTile } from "#domain/timeline/steered-tile.ts";
import { atSpeed, jumped, pausedOrPlaying, shuttled, stepped } from "#domain/timeline/steering.ts";
import type { TimelineState } from "#domain/timeline/timeline-state.ts";

const NOW = Date.UTC(2026, 4, 4, 12);
const PAST = NOW - 60_000;
/** The delay of live: the picture that is shown when live is paused. */
const HELD = NOW - 1_000;
const base = { fineTime: null, selectionMode: false };
const live: TimelineState = { ...base, mode: "live", paused: false, speed: 1, timeMs: NOW };
const at = (speed: number, paused = false): TimelineState => ({
  ...base,
  mode: "playback",
  paused,
  speed,
  timeMs: PAST,
});

test.each([
  ["plays: faster", at(1), 1, { speed: 4, paused: false, timeMs: PAST }],
  ["plays: the other way", at(1), -1, { speed: -1, paused: false, timeMs: PAST }],
  ["plays backwards: faster", at(-4), -1, { speed: -16, paused: false }],
  ["plays backwards: slower first", at(-4), 1, { speed: -1, paused: false }],
  ["is at its fastest", at(64), 1, { speed: 64, paused: false }],
  ["paused: on at speed 1", at(16, true), 1, { speed: 1, paused: false, timeMs: PAST }],
  ["paused: back at speed 1", at(16, true), -1, { speed: -1, paused: false, timeMs: PAST }],
  ["live: back from what is shown", live, -1, { mode: "playback", speed: -1, timeMs: HELD }],
] as const)("J and L, what %s", (_, state, towards, expected) => {
  expect(shuttled(state, towards, NOW)).toMatchObject(expected);
});

test("L changes nothing live", () => expect(shuttled(live, 1, NOW)).toBe(live));

test.each([
  ["plays: pauses there and steps on", at(4), 1, { paused: true, timeMs: PAST, speed: 4 }, true],
  ["plays: pauses there and steps back", at(4), -1, { paused: true, timeMs: PAST }, true],
  ["is live: back pauses and steps", live, -1, { mode: "playback", paused: true, timeMs: HELD }, true],
  ["is live: on only pauses", live, 1, { mode: "playback", paused: true, timeMs: HELD }, false],
] as const)("a step, what %s", (_, state, direction, expected, steps) => {
  const next = stepped(state, direction, NOW);
  expect(next.state).toMatchObject(expected);
  expect(next.steps).toBe(steps);
});

test("a step of what is paused leaves its state as it is", () => {
  const state = at(4, true);
  expect(stepped(state, -1, NOW)).toEqual({ state, steps: true });
  expect(stepped(state, 1, NOW).state).toBe(state);
});

test("pause holds live at what is shown; a speed that is no step is 1", () => {
  expect(pausedOrPlaying(live, NOW)).toMatchObject({ mode: "playback", paused: true, timeMs: HELD });
  expect(pausedOrPlaying(at(4, true), NOW)).toMatchObject({ paused: false, speed: 4, timeMs: PAST });
  expect(atSpeed(at(4), 3, NOW).speed).toBe(1);
  expect(atSpeed(live, -4, NOW)).toMatchObject({ mode: "playback", speed: -4, timeMs: HELD });
});

const nowhere = { frontTileId: null, keyTileId: null, inControlBar: false };
test.each([
  ["nowhere", nowhere, null],
  ["an unlinked tile has the keyboard", { ...nowhere, keyTileId: "own" }, "own"],
  ["a linked tile has the keyboard", { ...nowhere, keyTileId: "linked" }, null],
  ["an unlinked tile is in front", { ...nowhere, frontTileId: "own" }, "own"],
  ["... and another behind it has the keyboard", { ...nowhere, frontTileId: "own", keyTileId: "linked" }, "own"],
  ["a linked tile is in front of an unlinked one", { ...nowhere, frontTileId: "linked", keyTileId: "own" }, null],
  ["the stage's control bar has the keyboard", { ...nowhere, frontTileId: "own", inControlBar: true }, null],
] as const)("whose playback a key steers: %s", (_, place, expected) => {
  expect(steeredTile(place, (tileId) => tileId === "own")).toBe(expected);
});

test.each([
  ["plays: back and plays on", at(1), -10_000, { paused: false, timeMs: PAST - 10_000, mode: "playback" }],
  ["plays backwards: it stays so", at(-4), 10_000, { speed: -4, timeMs: PAST + 10_000 }],
  ["is paused: the picture of then, still paused", at(1, true), -10_000, { paused: true, timeMs: PAST - 10_000 }],
  ["is paused: on, still paused", at(1, true), 10_000, { paused: true, timeMs: PAST + 10_000 }],
  ["is live: back from what is shown", live, -10_000, { mode: "playback", paused: false, timeMs: HELD - 10_000 }],
  ["reaches now: live", { ...at(4), timeMs: NOW - 8_000 }, 10_000, { mode: "live", speed: 1, paused: false }],
] as const)("a jump, what %s", (_, state, byMs, expected) => {
  expect(jumped(state, byMs, NOW, 1280)).toMatchObject(expected);
});

test("a jump forward changes nothing live", () => expect(jumped(live, 10_000, NOW, 1280)).toBe(live));
