import { failure, foreignFailure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { browserOf, flagIsOn, isMobileSafari, isSupported, readLogLevel, signInGate } from "#domain/browser-support.ts";
import { enterFullScreen, leaveFullScreen } from "#domain/player/full-screen.ts";
import {
  recordedByWebrtc,
  afterPlayerError,
  modeOrder,
  playTimeoutMs,
  prefersWebrtc,
  readDefaultMode,
  waitThresholdMs,
} from "#domain/player/mode.ts";
import { countdownText, playerOverlay } from "#domain/player/overlay.ts";
import { requiredName } from "#domain/required-name.ts";
import { signInRequest } from "#domain/accounts/sign-in.ts";

describe("player mode", () => {
  const chrome = { chrome: 120, mobile: false, webrtc: true };
  test.each([
    [chrome, "disabled", true],
    [{ ...chrome, chrome: 65 }, "disabled", false],
    [{ ...chrome, mobile: true }, "disabled", false],
    [{ ...chrome, chrome: null }, "disabled", false],
    [{ ...chrome, chrome: null }, "enabled", true],
    [{ ...chrome, webrtc: false }, "enabled", false],
  ] as const)("%j override %s prefers WebRTC: %s", (browser, override, yes) => {
    expect(prefersWebrtc(browser, override)).toBe(yes);
  });

  test.each([
    ["disabled", true, true, false, ["webrtc", "lowbandwidth"]],
    ["disabled", false, true, false, ["lowbandwidth"]],
    ["webrtc", false, true, false, ["webrtc", "lowbandwidth"]],
    ["lowbandwidth", true, true, false, ["lowbandwidth"]],
    ["webrtc", true, false, false, ["lowbandwidth"]],
    ["webrtc", true, true, true, ["lowbandwidth"]],
  ] as const)("stored %s, prefers %s, allowed %s, forced %s", (stored, prefers, webrtcAllowed, forced, order) => {
    expect(modeOrder({ stored, prefersWebrtc: prefers, webrtcAllowed, forceLowBandwidth: forced })).toEqual(order);
  });

  test("errors", () => {
    const order = ["webrtc", "lowbandwidth"] as const;
    expect(afterPlayerError(order, "webrtc", true)).toEqual({ kind: "retry", afterMs: 5000 });
    expect(afterPlayerError(order, "webrtc", false)).toEqual({ kind: "switch", to: "lowbandwidth" });
    expect(afterPlayerError(order, "lowbandwidth", false)).toEqual({ kind: "stay" });
  });

  test("the rest", () => {
    expect([readDefaultMode("webrtc"), readDefaultMode("x")]).toEqual(["webrtc", "disabled"]);
    expect([playTimeoutMs("webrtc"), playTimeoutMs("lowbandwidth")]).toEqual([10_000, 120_000]);
    expect(waitThresholdMs(-4)).toBe(8000);
  });
});

describe("overlay", () => {
  const facts = {
    source: "playing",
    speed: 1,
    error: null,
    delayMs: null,
    noVideo: false,
    retries: 0,
    canTryLowBandwidth: true,
  } as const;
  const error = { failure: foreignFailure("E1", "broken") };
  const off = { failure: foreignFailure("not_available", "gone") };
  const still = { failure: failure("stream/not-running", { cause: failure("stream/off") }) };
  test.each([
    [{}, "none", "none", "", null],
    [{ speed: -1 }, "rip", "reverse", "", null],
    [{ source: "paused" }, "play", "play", "", null],
    [{ source: "connecting" }, "connecting", "spinner", "connecting", null],
    [{ noVideo: true }, "no_video", "no-video", "no video", null],
    [{ delayMs: 61_000, noVideo: true }, "delay", "clock", "1:01", null],
    [{ error, delayMs: 5 }, "error", "warning", "", null],
    [{ error, retries: 2 }, "error", "warning", "", null],
    [{ error, retries: 3 }, "error", "warning", "", "try low bandwidth mode"],
    [{ error, retries: 3, canTryLowBandwidth: false }, "error", "warning", "", null],
    [{ error: off }, "error", "ban", "", null],
    [{ error: still }, "error", "ban", "", null],
  ] as const)("%j", (change, state, icon, text, link) => {
    expect(playerOverlay({ ...facts, ...change })).toEqual({
      state,
      icon,
      text,
      link,
      failure: "error" in change ? change.error.failure : null,
    });
  });
  test.each([
    [{ noVideo: true }, "no_video"],
    [{ delayMs: 61_000 }, "delay"],
  ] as const)("%j of what is recorded and cannot be reached says why", (change, state) => {
    const shown = playerOverlay({ ...facts, ...change, isAway: true });
    expect(shown).toMatchObject({ state, failure: { code: "archive/not-reachable" } });
  });
  test("countdown", () => {
    expect([1, 9000, 720_000, 3_900_000, -5].map(countdownText)).toEqual(["0:01", "0:09", "12:00", "1:05:00", "0:00"]);
  });
});

test("full screen of an unlinked player", () => {
  const before = { speed: -4, paused: true, timeMs: 7, live: false };
  const entered = enterFullScreen(before, false);
  expect(entered.playback).toEqual({ speed: 1, paused: false, timeMs: 7, live: false });
  expect(leaveFullScreen(entered.playback, entered.saved)).toEqual(before);
  expect(enterFullScreen(before, true)).toEqual({ saved: null, playback: before });
});

describe("browsers", () => {
  const all = { localStorage: true, websocket: true, webrtc: true, missing: [] };
  test.each([
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/33.0.1 Safari/537.36",
      "chrome",
      33,
      false,
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
      "chrome",
      120,
      true,
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0",
      "edge",
      120,
      true,
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "firefox", 128, true],
    ["Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko", "ie", 11, true],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
      "safari",
      17,
      true,
    ],
    ["Lynx/2.8", "other", 0, false],
  ])("%s", (agent, name, version, supported) => {
    const browser = browserOf(agent);
    expect(browser).toMatchObject({ name, version });
    expect(isSupported(browser)).toBe(supported);
  });
  test("an iPad that says it is a Mac is mobile Safari, a Mac is not", () => {
    const agent =
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15";
    expect([0, 1, 5].map((touches) => isMobileSafari(browserOf(agent, touches)))).toEqual([false, false, true]);
    expect(
      isMobileSafari(browserOf(agent.replace("Macintosh; Intel Mac OS X 10_15_7", "iPhone; CPU iPhone OS 17_4"))),
    ).toBe(true);
  });
  test("gates", () => {
    const gate = (name: "chrome" | "ie" | "other", version: number, mobile: boolean, has: object) =>
      signInGate({ name, version, mobile }, { ...all, ...has });
    expect(gate("chrome", 120, false, {})).toBe(null);
    expect(gate("other", 1, false, {})).toBe("unsupported-browser");
    expect(gate("chrome", 120, false, { missing: ["toSorted"] })).toBe("unsupported-browser");
    expect(gate("chrome", 120, false, { localStorage: false })).toBe("incognito");
    expect(gate("chrome", 120, false, { websocket: false })).toBe("no-websocket");
    expect(gate("chrome", 120, false, { webrtc: false })).toBe("browser-compatibility");
    expect(gate("chrome", 120, true, { webrtc: false })).toBe(null);
    expect(gate("ie", 11, false, {})).toBe("browser-compatibility");
  });
  test("flags and levels", () => {
    expect(["true", "1", "0", "yes", null].map(flagIsOn)).toEqual([true, true, false, false, false]);
    expect([readLogLevel("WARN"), readLogLevel("warn"), readLogLevel(null)]).toEqual(["WARN", "NONE", "NONE"]);
  });
});

describe("sign-in", () => {
  const form = { username: "ann", password: "secret", staySignedIn: true, agreementAccepted: null };
  test.each([
    [{ username: " " }, false, failure("session/credentials-required")],
    [{ password: "" }, false, failure("session/credentials-required")],
    [{}, true, failure("session/domain-username")],
    [{ agreementAccepted: false }, false, failure("session/agreement-required")],
  ])("%j %s: %s", (change, domain, error) => {
    expect(signInRequest({ ...form, ...change }, domain)).toEqual({ ok: false, error });
  });
  test("what is posted", () => {
    expect(signInRequest({ ...form, username: "ann@site" }, true)).toEqual({
      ok: true,
      value: { username: "ann@site", password: "secret", expiresIn: 2_592_000, cookie: "persistent" },
    });
    expect(requiredName("", "stream")).toEqual({ ok: false, error: failure("stream/name-required") });
  });
});

test.each([
  [{ liveOnly: false, hasWebCodecs: true }, "lossy"],
  [{ liveOnly: false, hasWebCodecs: false }, "always"],
  [{ liveOnly: true, hasWebCodecs: true }, "never"],
  [{ liveOnly: true, hasWebCodecs: false }, "never"],
] as const)("recorded video by WebRTC: %o", (page, when) => {
  expect(recordedByWebrtc(page)).toBe(when);
});
