import { describe, expect, test } from "vitest";
import { isServedElsewhere, sourcePlay, whepCommands } from "#media/player/attempt/attempt-requests.ts";
import type { PlayerRequest } from "#media/player/player-state.ts";

const LIVE: PlayerRequest = { timeMs: 0, rate: 1, paused: false };
const RECORDED: PlayerRequest = { timeMs: 5000, rate: 1, paused: false };

describe("what a source is asked to play", () => {
  const clock = { id: "wall", epoch: 3 };
  const draft = { withinMs: 100 };
  test.each([
    ["live video, every frame", LIVE, 0, {}],
    ["live video, key frames only", LIVE, 2000, { keysEveryMs: 2000 }],
    ["recorded video comes with every frame", RECORDED, 2000, {}],
    ["recorded video follows the wall's clock", { ...RECORDED, clock }, 0, { clock }],
    ["live video has no clock", { ...LIVE, clock }, 0, {}],
    ["the middle of a drag", { ...RECORDED, paused: true, draft }, 0, { draft }],
  ])("%s", (_name, request, keysEveryMs, more) => {
    const { timeMs, rate, paused } = request;
    expect(sourcePlay(request, { heightPx: 360, keysEveryMs })).toEqual({
      timeMs,
      rate,
      paused,
      heightPx: 360,
      draft: null,
      ...more,
    });
  });
});

describe("what a WebRTC session is told", () => {
  test.each([
    ["nothing has changed", RECORDED, RECORDED, []],
    ["another time", RECORDED, { ...RECORDED, timeMs: 9000 }, [{ op: "seek", time: 9000, rate: 1 }]],
    ["another speed", RECORDED, { ...RECORDED, rate: 2 }, [{ op: "seek", time: 5000, rate: 2 }]],
    ["a pause", RECORDED, { ...RECORDED, paused: true }, [{ op: "pause" }]],
    ["the end of a pause", { ...RECORDED, paused: true }, RECORDED, [{ op: "resume" }]],
    [
      "another time and the end of a pause: first the time, so that no frame of the old one is shown",
      { ...RECORDED, paused: true },
      { ...RECORDED, timeMs: 9000 },
      [{ op: "seek", time: 9000, rate: 1 }, { op: "resume" }],
    ],
    ["live video has no time to seek", LIVE, { ...LIVE, rate: 2 }, []],
  ] as const)("%s", (_name, before, request, commands) => {
    expect(whepCommands(before, request)).toEqual(commands);
  });
});

describe("a request is served elsewhere than by the session at hand", () => {
  const relay = { isRelayed: true, wasRelayed: true };
  const recorder = { isRelayed: false, wasRelayed: false };
  const recorderAfterRelay = { isRelayed: false, wasRelayed: true };
  test.each([
    ["recorded video, at a relay", LIVE, RECORDED, relay, true],
    ["live video, at a relay", LIVE, LIVE, relay, false],
    ["live video again, after a relay", RECORDED, LIVE, recorderAfterRelay, true],
    ["live video goes on, after a relay", LIVE, LIVE, recorderAfterRelay, false],
    ["another recorded time, after a relay", RECORDED, { ...RECORDED, timeMs: 9000 }, recorderAfterRelay, false],
    ["live video again, without a relay", RECORDED, LIVE, recorder, false],
  ])("%s", (_name, before, request, by, isElsewhere) => {
    expect(isServedElsewhere(before, request, by)).toBe(isElsewhere);
  });
});
