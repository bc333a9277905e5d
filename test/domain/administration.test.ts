import { describe, expect, test } from "vitest";
import { say } from "#domain/errors.ts";
import {
  type CapabilityGroup,
  chooseOption,
  clampInt,
  fitSettings,
  frameRateLimits,
  inputHidden,
  isFixed,
  mayAddStream,
  motionReductionApplies,
  nonMotionFrameRates,
  stillRates,
  withFrameRate,
} from "#domain/capabilities.ts";
import { pingSaysDead, reloadsOn401, wantsBearer, wantsCacheBust } from "#domain/http-rules.ts";
import {
  activationRequest,
  codeKind,
  expiryCountdown,
  licenseEnds,
  isActivated,
  licenseCovers,
  licenseDialogText,
  licenseHealth,
  locationFault,
  mayActivate,
  portalLink,
} from "#domain/license.ts";
import { brushSize, objectSize } from "#domain/motion-config.ts";
import { RECORDING_STYLES, styleConfiguration, styleOf } from "#domain/recording-style.ts";
import {
  bulkStatus,
  byIp,
  canRecover,
  defaultUri,
  markBulk,
  mayRegister,
  nextBulk,
  registrationPayload,
  retryFailed,
} from "#domain/registration.ts";
import { chartBins, logQuery, rangeFault, updateFileFault, zoomChart } from "#domain/report.ts";
import {
  bytesText,
  diskBar,
  estimateRetention,
  maySaveRetention,
  roundDays,
  retentionMs,
  retentionWarning,
} from "#domain/retention.ts";
import {
  adjustments,
  copySettings,
  copyTargets,
  hasSound,
  nearestResolution,
  settableGroups,
  targetStream,
} from "#domain/stream-copy.ts";
import {
  cameraColourClass,
  lastArchiveIsLate,
  age,
  mayRestart,
  nextCheckMs,
  readStreamState,
  stillProblem,
} from "#domain/stream-status.ts";
import { bulkDeleteAction, mayDeleteUser, ownAccountNotice, userFaults, userPayload } from "#domain/users.ts";

const int = (min: number, max: number, standard = min) => ({ type: "int" as const, min, max, default: standard });
const choice = (options: string[], standard: string, capabilities: Record<string, CapabilityGroup> = {}) => ({
  type: "enum" as const,
  options,
  default: standard,
  capabilities,
});

describe("capabilities", () => {
  test.each([
    ["Quality", int(0, 10), 50, 10],
    ["Quality", int(0, 10), -1, 0],
    ["Quality", int(0, 10), 2147483647, 0],
    ["BitRate", int(1, 2147483647, -1073741824), 2147483647, 0],
    ["BitRate", int(1, 2147483647, -1073741824), undefined, 0],
    ["BitRate", int(64, 8000), 0, 64],
    ["BitRate", int(1, 2147483647), 4_000_000, 4_000_000],
    ["GOVLength", int(1, 400), 0, 1],
    ["EncoderInterval", int(1, 1), "0", 1],
    ["FrameRate", int(12, 12), "30", 12],
    ["FrameRate", int(1, 30, 15), "fast", 15],
    ["FrameRate", int(1, 30), 12.4, 12],
  ])("%s %j of %s is %d", (name, node, value, out) => {
    expect(clampInt(name, node, value)).toBe(out);
  });
  test("the rest", () => {
    expect([chooseOption(choice(["a", "b"], "a"), "a"), chooseOption(choice(["a", "b"], "a"), "z")]).toEqual([
      "a",
      "b",
    ]);
    expect([inputHidden(int(1, 1)), inputHidden(int(1, 12))]).toEqual([true, false]);
    const video = { Encoder: choice(["JPEG", "H264"], "JPEG", { H264: { FrameRate: int(5, 25) } }) };
    expect([frameRateLimits(video), frameRateLimits({}), frameRateLimits(undefined)]).toEqual([
      { min: 5, max: 25 },
      { min: 1, max: 30 },
      { min: 1, max: 30 },
    ]);
    expect(stillRates(6, int(2, 4))).toEqual([
      { rate: 3, govLength: 2 },
      { rate: 2, govLength: 3 },
      { rate: 1.5, govLength: 4 },
    ]);
    const silent = { Encoder: choice(["H264"], "H264", { H264: { GOVLength: int(1, 60) } }) };
    expect(withFrameRate(silent)).toMatchObject({
      Encoder: { capabilities: { H264: { GOVLength: int(1, 60), FrameRate: int(1, 30, 30) } } },
    });
    expect([withFrameRate(video), withFrameRate({})]).toEqual([video, {}]);
    expect(nonMotionFrameRates(6)).toEqual([6, 3, 2, 1.5, 1.2, 1]);
    expect([motionReductionApplies("ONVIF", "H264"), motionReductionApplies("Generic RTSP", "H264")]).toEqual([
      true,
      false,
    ]);
    expect([mayAddStream(2, 3), mayAddStream(3, 3), mayAddStream(99, undefined)]).toEqual([true, false, true]);
    expect([isFixed("true"), isFixed(true), isFixed("false"), isFixed(undefined)]).toEqual([true, true, false, false]);
  });
  test("children follow the chosen option", () => {
    const group = {
      Encoder: choice(["H264", "JPEG"], "H264", { H264: { GOVLength: int(1, 60) }, JPEG: { Quality: int(0, 36) } }),
      Other: { type: "other" as const },
    };
    expect(fitSettings(group, { Encoder: "JPEG", Quality: 99, GOVLength: 30 })).toEqual({
      Encoder: "JPEG",
      Quality: 36,
    });
    expect(fitSettings(group, { Encoder: "H265" })).toEqual({ Encoder: "JPEG", Quality: 0 });
  });
});

describe("copying a stream", () => {
  const target = {
    Video: {
      Encoder: choice(["JPEG", "H264"], "H264", {
        H264: { Resolution: choice(["640x480", "1920x1080", "1280x720"], "640x480"), BitRate: int(64, 4000) },
        JPEG: { Resolution: choice(["640x480"], "640x480") },
      }),
      Profile: choice(["Main", "High"], "High"),
    },
  };
  test("fits", () => {
    const source = {
      General: { Name: "main" },
      Video: { Encoder: "H264", Resolution: "1600x900", BitRate: 9000, Profile: "Baseline" },
      Audio: { Encoder: "AAC" },
    };
    expect(copySettings(source, target)).toEqual({
      General: { Name: "main" },
      Video: { Encoder: "H264", Resolution: "1280x720", BitRate: 4000, Profile: "High" },
    });
    expect(copySettings({ Video: { Encoder: "H265" } }, target).Video?.Encoder).toBe("JPEG");
    expect(copySettings(source, target, ["General"])).toEqual({ General: { Name: "main" } });
    // Sound goes where sound is: the encoder's first where the target has another, its own rates where they differ.
    const Audio = { Encoder: choice(["G711"], "G711", { G711: { BitRate: choice(["64"], "64") } }) };
    const loud = { Audio: { Encoder: "AAC", BitRate: 48 } };
    const groups = settableGroups({ ...target, Audio }, { Audio: { Encoder: "G711" } });
    expect(copySettings(loud, groups)).toEqual({ Audio: { Encoder: "G711", BitRate: "64" } });
    for (const own of [{ Encoder: "none" }, { Encoder: "" }, {}, undefined]) {
      expect(hasSound(own)).toBe(false);
      expect(copySettings(loud, settableGroups({ ...target, Audio }, own ? { Audio: own } : {}))).toEqual({});
    }
    expect(nearestResolution(choice(["1x1", "x"], "1x1"), "wide")).toBe("1x1");
  });
  test("primary to primary, else by name, else by place", () => {
    const streams = [
      { id: "a", name: "main" },
      { id: "b", name: "small" },
    ];
    const source = { stream: { id: "x", name: "small" }, isPrimary: false, position: 0 };
    const pick = (from: typeof source, list = streams) => targetStream(from, { streams: list, primaryId: "a" })?.id;
    expect(pick({ ...source, isPrimary: true })).toBe("a");
    expect(pick(source)).toBe("b");
    expect(pick({ ...source, stream: { id: "x", name: "other" }, position: 1 })).toBe("b");
    expect(pick({ ...source, stream: { id: "x", name: "other" }, position: 2 })).toBe(undefined);
  });
  test("what was adjusted is named", () => {
    expect(
      adjustments(
        { Video: { Resolution: "1280x720", FrameRate: 15, Encoder: "H264" } },
        { Video: { Resolution: "1024x1024", FrameRate: "15", Encoder: "H264", BitRate: 5 } },
      ),
    ).toEqual([{ setting: "Resolution", wanted: "1280x720", taken: "1024x1024" }]);
    expect(adjustments({ Audio: { Encoder: "AAC" } }, { Audio: { Encoder: "G711" } })).toEqual([
      { setting: "Audio Encoder", wanted: "AAC", taken: "G711" },
    ]);
  });
  test("targets are ONVIF and not the source", () => {
    const camera = (id: string, driver: string, name: string) => ({ id, driver, name });
    const cameras = [
      camera("1", "ONVIF", "b10"),
      camera("2", "Generic RTSP", "c"),
      camera("3", "ONVIF", "b2"),
      camera("4", "ONVIF", "x"),
    ];
    expect(copyTargets(cameras, "4").map(({ id }) => id)).toEqual(["3", "1"]);
  });
});

describe("recording styles", () => {
  test("exact modes", () => {
    const written = Object.fromEntries(RECORDING_STYLES.map((style) => [style, styleConfiguration(style)]));
    expect(written["continuous-with-motion"]).toEqual({
      ok: true,
      value: { mode: "ALL_FEATURES_MODE", motionMode: 0, recordState: true, motionReducer: false },
    });
    expect(written["continuous-without-motion"]).toMatchObject({ value: { mode: "EMBEDDED_LITE_MODE" } });
    expect(written["continuous-adaptive"]).toMatchObject({
      value: { mode: "ALL_FEATURES_MODE", motionMode: 0, motionReducer: true },
    });
    expect(written["proxy-only"]).toEqual({ ok: true, value: { mode: "PROXY_ONLY_MODE", recordState: false } });
    expect(written["motion-only"]).toEqual({
      ok: true,
      value: { mode: "ALL_FEATURES_MODE", motionMode: 2, recordState: false },
    });
    for (const style of RECORDING_STYLES) {
      const configuration = styleConfiguration(style);
      expect(configuration.ok && styleOf(configuration.value)).toBe(style);
    }
  });
  test("unknown ones", () => {
    expect(styleConfiguration("x")).toEqual({ ok: false, error: "unknown recording style chosen: x" });
    expect(styleOf({ mode: "ALL_FEATURES_MODE", motionMode: 1, recordState: true })).toBe(null);
    expect(styleOf({})).toBe(null);
  });
});

describe("users", () => {
  const form = { username: "ann_1", role: "Manager" as const, password: "1234", passwordConfirm: "1234" };
  const none = { username: null, password: null, passwordConfirm: null };
  test.each([
    ["new", {}, none],
    ["new", { username: "" }, { ...none, username: "Username is required." }],
    ["new", { username: "a b" }, { ...none, username: "Username may contain letters, digits and underscores only." }],
    ["new", { username: "Bob" }, { ...none, username: "A user already exists with name Bob" }],
    ["new", { password: "", passwordConfirm: "" }, { ...none, password: "Password is required." }],
    [
      "new",
      { password: "123", passwordConfirm: "123" },
      { ...none, password: "Password must be at least 4 characters." },
    ],
    ["new", { passwordConfirm: "" }, { ...none, passwordConfirm: "Passwords do not match." }],
    ["edit", { password: "", passwordConfirm: "" }, none],
    ["edit", { passwordConfirm: "12345" }, { ...none, passwordConfirm: "Passwords do not match." }],
    ["bulk-create", { password: "", passwordConfirm: "" }, { ...none, password: "Password is required." }],
  ] as const)("%s %j", (task, change, faults) => {
    expect(userFaults({ ...form, ...change }, task, ["bob"])).toEqual(faults);
  });

  test("names may be user@domain only where sign-in is by domain or by Google", () => {
    const fault = (username: string, addresses: boolean) =>
      userFaults({ ...form, username }, "new", [], addresses).username;
    expect(fault("anna@example.org", false)).toBe("Username may contain letters, digits and underscores only.");
    expect(fault("anna@example.org", true)).toBeNull();
    expect(fault("anna@", true)).toBe("Username may contain letters, digits and underscores only.");
    expect(fault("anna", true)).toBeNull();
  });
  test("payload and protection", () => {
    expect(userPayload({ ...form, password: "" }).password).toBe(null);
    const user = { id: "2", username: "admin", superUser: false };
    expect([mayDeleteUser(user, "server", "9").allowed, mayDeleteUser(user, "multi-server", "9").allowed]).toEqual([
      false,
      true,
    ]);
    expect(mayDeleteUser({ ...user, superUser: true }, "multi-server", "9").allowed).toBe(false);
    expect(mayDeleteUser(user, "multi-server", "2").allowed).toBe(false);
    expect(mayDeleteUser({ ...user, username: "ann" }, "server", "2").allowed).toBe(true);
    expect([ownAccountNotice("2", "2") === null, ownAccountNotice("2", "3")]).toEqual([false, null]);
    expect(
      [null, undefined, { username: "a", role: "Viewer" }].map(
        (who) => bulkDeleteAction({ server: "s", user: who }).text,
      ),
    ).toEqual(["no action (cannot query server)", "no action (user does not exist)", "user will be removed"]);
  });
});

describe("licence", () => {
  test.each([
    ["ABCDE-12345-fghij-67890", false, { ok: true, value: "activation" }],
    ["ABCDE-12345-fghij-67890", true, { ok: true, value: "activation" }],
    ["ABCD-1234-fghi-6789", true, { ok: true, value: "renewal" }],
    ["ABCD-1234-fghi-6789", false, { ok: false }],
    ["ABCDE-12345-fghij", true, { ok: false }],
    ["ABCDE-12345-fghij-6789_", true, { ok: false }],
  ])("%s, activated %s", (code, activated, answer) => {
    expect(codeKind(code, activated)).toMatchObject(answer);
  });
  test("requests", () => {
    const input = { code: " X ", machineId: "m 1", location: " here ", current: "C" };
    expect(activationRequest("activation", input)).toEqual({
      activation_code: "X",
      machine_id: "m 1",
      location_description: "here",
      headless: "1",
    });
    expect(activationRequest("renewal", input)).toEqual({
      action: "renew",
      renewal_code: "X",
      activation_code: "C",
      headless: "1",
    });
    expect(portalLink("https://portal.example/a", "m 1", "b&c")).toBe(
      "https://portal.example/a?machine_id=m%201&bid=b%26c",
    );
  });
  test("display", () => {
    expect([licenseCovers(0, 999), licenseCovers(4, 4), licenseCovers(4, 5)]).toEqual([true, true, false]);
    expect([licenseEnds(8_623_372_036_854_777), licenseEnds(8_623_372_036_854_776)]).toEqual([false, true]);
    expect([expiryCountdown(93_784_000, 0), expiryCountdown(5, 5)]).toEqual([{ days: 1, clock: "02:03:04" }, null]);
    expect([isActivated("trial"), isActivated("Trial"), isActivated(null), isActivated("pro")]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect([mayActivate("", "", false), mayActivate("c", "", false), mayActivate("", "k", true)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([locationFault(""), locationFault("x"), locationFault("  ") === null]).toEqual([null, null, false]);
  });
  test("degraded", () => {
    const state = (status: string, reason?: string) => ({ status, reason });
    expect(licenseDialogText(state("normal"))).toBe(null);
    expect(licenseDialogText(state("degraded", "storage"))).toBe("Storage error detected: storage device changed");
    expect(licenseDialogText(state("degraded", "expired"))).toBe(
      "License error detected: the license is invalid, recording and cleaning stopped",
    );
    expect([licenseHealth(state("pending_change")), licenseHealth(state("odd"))]).toEqual([
      "pending_change",
      "degraded",
    ]);
  });
});

describe("retention", () => {
  test.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.0 KB"],
    [1536, "1.5 KB"],
    [1024 ** 2 - 1, "1.0 MB"],
    [1024 ** 4 * 2.25, "2.3 TB"],
  ])("%d bytes", (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
  const choose = (override: boolean, daysDesired: string) => ({ override, daysDesired });
  test.each([
    [choose(false, "nonsense"), { ok: true, value: 0 }],
    [choose(true, "1.5"), { ok: true, value: 129_600_000 }],
    [choose(true, "10000"), { ok: true, value: 864_000_000_000 }],
    [choose(true, "10000.1"), { ok: false }],
    [choose(true, "-1"), { ok: false }],
    [choose(true, ""), { ok: false }],
    [choose(true, "x"), { ok: false }],
  ])("%j", (input, answer) => {
    expect(retentionMs(input)).toMatchObject(answer);
  });
  test("saving needs a change and validity", () => {
    const saved = choose(true, "5");
    expect(maySaveRetention([{ saved, now: choose(true, "5.0") }])).toBe(false);
    expect(maySaveRetention([{ saved, now: choose(true, "6") }])).toBe(true);
    expect(maySaveRetention([{ saved, now: choose(false, "5") }])).toBe(true);
    expect(maySaveRetention([{ saved, now: choose(true, "") }])).toBe(false);
  });
  test("equal days without overrides, overrides first", () => {
    const camera = (id: string, bytesPerSecond: number, retention = 0, secondsRecorded = 3600) => ({
      id,
      bytesRecorded: bytesPerSecond * secondsRecorded,
      secondsRecorded,
      secondsSpanned: secondsRecorded,
      isMotionOnly: false,
      retention,
    });
    const day = 86_400;
    const [a, b, c] = estimateRetention([camera("a", 1), camera("b", 3), camera("c", 9, 0, 59)], 8 * day);
    expect([a?.days, b?.days, c?.days]).toEqual([2, 2, null]);
    const [d, e] = estimateRetention([camera("d", 1, 4 * 86_400_000), camera("e", 2)], 8 * day);
    expect([d?.days, e?.days]).toEqual([4, 2]);
    expect([roundDays(1), roundDays(1.26), roundDays(0)]).toEqual([1, 1.3, 0]);
  });
  test("warning above 0.1 percent", () => {
    expect(retentionWarning(1001, 1000, false)).toBe(null);
    expect(retentionWarning(1001.1, 1000, false)).toContain("at your own risk");
    expect(retentionWarning(2000, 1000, true)).toContain("Activate");
    expect(diskBar({ capacity: 100, free: 40, archivesSize: 50, thresholdPercentage: 85 })).toEqual({
      archives: 0.5,
      other: 0.1,
      free: 0.4,
      threshold: 0.85,
    });
  });
});

describe("registration", () => {
  test("URIs and payload", () => {
    expect([defaultUri("ONVIF"), defaultUri("Generic RTSP"), defaultUri("ONVIF", "10.0.0.2")]).toEqual([
      "{ip}/onvif/device_service",
      "{address}",
      "10.0.0.2/onvif/device_service",
    ]);
    const form = {
      driver: "ONVIF" as const,
      uri: " 10.0.0.2/onvif/device_service",
      name: "Yard ",
      username: "u",
      password: " p",
    };
    expect(registrationPayload(form)).toEqual({
      driver: "ONVIF",
      name: "Yard",
      import: false,
      connection: { uri: "http://10.0.0.2/onvif/device_service", username: "u", password: " p" },
    });
    expect(registrationPayload({ ...form, driver: "Generic RTSP", uri: "rtsp://h/s" }).connection.uri).toBe(
      "rtsp://h/s",
    );
    expect([
      mayRegister(form, false),
      mayRegister(form, true),
      mayRegister({ ...form, uri: "{address}" }, false),
    ]).toEqual([true, false, false]);
  });
  test("order by address", () => {
    const ips = ["cam", "10.0.0.10", "fe80::1", "10.0.0.9", "9.255.0.1"].map((ip) => ({ ip }));
    expect(ips.sort(byIp).map(({ ip }) => ip)).toEqual(["9.255.0.1", "10.0.0.9", "10.0.0.10", "cam", "fe80::1"]);
  });
  test("bulk: one at a time, percent, retry of the failed only", () => {
    const target = (ip: string, selected = true) => ({ ip, selected, state: "waiting" as const, error: null });
    let all: ReturnType<typeof markBulk> = [target("1"), target("2"), target("3", false), target("4")];
    expect(nextBulk(all)?.ip).toBe("1");
    all = markBulk(all, "1", "processing");
    expect(nextBulk(all)).toBe(null);
    all = markBulk(all, "1", "registered");
    all = markBulk(all, "2", "failed", { code: "auth", reason: "wrong password" });
    expect(all[1]?.error).toBe("auth: wrong password");
    expect(bulkStatus(all)).toEqual({
      show: true,
      progress: 67,
      total: 3,
      errors: 1,
      complete: false,
      outcome: "danger",
    });
    all = retryFailed(markBulk(all, "4", "registered"));
    expect(bulkStatus(all)).toMatchObject({ total: 1, progress: 0, errors: 0 });
    expect(nextBulk(all)?.ip).toBe("2");
    expect(bulkStatus(markBulk(all, "2", "registered"))).toMatchObject({
      progress: 100,
      complete: true,
      outcome: "success",
    });
  });
  test("recover needs 2.2.2", () => {
    expect(["2.2.1", "2.2.2", "2.10.0", "v2.2.2-rc1", "8.0", "2.2"].map(canRecover)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("status, report, motion", () => {
  test("streams", () => {
    expect([nextCheckMs("running"), nextCheckMs("idle")]).toEqual([60_000, 2000]);
    expect([mayRestart("running"), mayRestart("idle"), mayRestart("restarting")]).toEqual([true, true, false]);
    expect([lastArchiveIsLate(1000, 121_000), lastArchiveIsLate(1000, 121_001), lastArchiveIsLate(0, 1)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([age(0, 9), age(1000, 60_999), age(1000, 61_000), age(1000, 3_601_000), age(1000, 200_000_000)]).toEqual([
      null,
      { count: 59, unit: "second" },
      { count: 1, unit: "minute" },
      { count: 1, unit: "hour" },
      { count: 2, unit: "day" },
    ]);
    expect(readStreamState("dancing")).toBe("unknown");
    expect([
      stillProblem(null),
      stillProblem({ mode: "PROXY_ONLY_MODE", state: "running" }),
      stillProblem({ state: "idle" }),
      stillProblem({ state: "running" }),
    ]).toEqual(["no_primary", "proxy_only", "not_running", null]);
    for (const dialog of ["motion", "dewarp"] as const) {
      expect(say(`${dialog}_no_primary`)).toContain("no primary stream");
      expect(say(`${dialog}_proxy_only`)).toContain("proxy-only");
      expect(say(`${dialog}_not_running`)).toContain("not running");
    }
    expect([cameraColourClass(35), cameraColourClass(36), cameraColourClass(-1)]).toEqual([35, 0, 35]);
  });
  test("report", () => {
    expect(zoomChart([{ when: 0 }, { when: 60_001 }])).toEqual({ ok: true, value: { from: 0, to: 60_001 } });
    expect(zoomChart([{ when: 0 }, { when: 60_000 }])).toEqual({ ok: false, error: "cannot zoom in further" });
    expect([zoomChart([{ when: 0 }]).ok, zoomChart([]).ok]).toEqual([false, false]);
    expect([rangeFault(5, 5), rangeFault(null, 5), rangeFault(6, 5) === null]).toEqual([null, null, false]);
    expect(chartBins([{ when: 0 }, { when: 9 }, { when: 10 }, { when: 11 }], 0, 10, 2)).toEqual([1, 2]);
    expect([logQuery("gzip", null, null), logQuery("text", 1, 2.4)]).toEqual([
      "format=gzip",
      "format=text&from=1&to=2",
    ]);
    expect([updateFileFault("ui.ZIP"), updateFileFault("ui.tar"), updateFileFault(null)]).toEqual([
      null,
      "no file specified",
      "no file specified",
    ]);
  });
  test("motion", () => {
    expect([objectSize("12"), objectSize(101), objectSize(-3), objectSize("")]).toEqual([12, 100, 0, 5]);
    expect([brushSize(0), brushSize(999), brushSize(undefined)]).toEqual([1, 200, 40]);
  });
});

describe("calls", () => {
  const get = (path: string, sameOrigin = true) => ({ method: "get", path, sameOrigin });
  test("headers", () => {
    expect(
      [
        get("/service/cameras"),
        get("/service/sessions/user"),
        get("/fusion/orchid-proxy/1/service/x"),
        get("/service/x", false),
      ].map(wantsBearer),
    ).toEqual([true, false, false, false]);
    expect([
      wantsCacheBust(get("/service/x")),
      wantsCacheBust({ ...get("/service/x"), method: "POST" }),
      wantsCacheBust(get("/ping")),
    ]).toEqual([true, false, false]);
  });
  test("401, ping, death", () => {
    expect([
      reloadsOn401("standalone", "/service/cameras"),
      reloadsOn401("standalone", "/service/version"),
      reloadsOn401("standalone", "/service/sessions/me"),
      reloadsOn401("aggregator", "/service/cameras"),
    ]).toEqual([true, false, false, false]);
    expect([-1, 500, 502, 504, 505, 200].map(pingSaysDead)).toEqual([true, false, true, true, false, false]);
  });
});
