import { describe, expect, test } from "vitest";
import { fromHere, takesNewHeight } from "#media/player/player-rules.ts";
import type { Attempt, PlayerRequest } from "#media/player/player-state.ts";

const RECORDED: PlayerRequest = { timeMs: 10_000, rate: 2, paused: false };

describe("the same request from its current time", () => {
  test.each([
    ["live video has none", { ...RECORDED, timeMs: 0 }, 0, 0],
    ["recorded video has gone on at its speed for 3 s", RECORDED, 0, 16_000],
    ["a shown frame says nothing while it plays", RECORDED, 9000, 16_000],
    ["paused: the frame that steps have led to", { ...RECORDED, paused: true }, 10_400, 10_400],
    ["paused, before its frame is shown", { ...RECORDED, paused: true }, 0, 10_000],
  ])("%s", (_name, request, shownMs, timeMs) => {
    expect(fromHere({ request, requestAtMs: 1000 }, request, shownMs, 4000)).toEqual({ ...request, timeMs });
  });
});

describe("a tile of another size asks for the new height", () => {
  const attempt: Attempt = {
    id: 1,
    mode: "lowbandwidth",
    carrier: "socket",
    variant: "s",
    request: RECORDED,
    sent: true,
    connected: true,
    first: true,
    pending: false,
  };
  const webrtc: Attempt = { ...attempt, mode: "webrtc", carrier: "whep" };
  const plain = { current: attempt, next: null, probe: null };
  test.each([
    ["while low-bandwidth video is shown", plain, false, true],
    ["not of WebRTC, which sends the camera's own size", { ...plain, current: webrtc }, false, false],
    [
      "not before a first frame: the attempt is opened with it",
      { ...plain, current: { ...attempt, first: false } },
      false,
      false,
    ],
    ["not without an attempt", { ...plain, current: null }, false, false],
    ["not while another request waits, which takes it along", { ...plain, next: RECORDED }, false, false],
    ["not while another small stream is about to be opened", { ...plain, probe: { ...attempt, id: 2 } }, true, false],
    ["when that stream is open already", { ...plain, probe: { ...attempt, id: 2 } }, false, true],
    ["when WebRTC is tried beside it", { ...plain, probe: { ...webrtc, id: 2 } }, true, true],
  ])("%s", (_name, state, isProbeOnWay, isIt) => {
    expect(takesNewHeight(state, isProbeOnWay)).toBe(isIt);
  });
});
