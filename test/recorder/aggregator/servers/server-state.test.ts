import { failure } from "#domain/failures/failure.ts";
import { describe, expect, it } from "vitest";
import { camera } from "#protocol/rest/cameras/camera.ts";
import {
  cameraChanges,
  camerasOnline,
  isModified,
  NOTHING_KNOWN,
  type ServerState,
  readState,
  storedState,
} from "#recorder/aggregator/servers/server-state.ts";
import { CAMERA_GRACE_MS, ServerTroubles } from "#recorder/aggregator/servers/server-troubles.ts";

const cam = (id: string, streamState = "running", more: { name?: string; timestamp?: number } = {}) =>
  camera.parse({
    id,
    name: more.name ?? id,
    streams: [{ id: `${id}-main` }],
    primaryStream: { id: `${id}-main`, status: { id: `${id}-main`, streamState, timestamp: more.timestamp ?? 0 } },
  });
const state = (more: Partial<ServerState> = {}): ServerState => ({
  ...NOTHING_KNOWN,
  isAvailable: true,
  lastAvailable: 1000,
  lastChecked: 1000,
  ...more,
});

describe("what is known of a server", () => {
  it("goes through the store, without the passwords of its ICE servers; what cannot be read is nothing known", () => {
    const iceServers = [{ type: "turn" as const, host: "h", port: 1, username: "u", credential: "secret" }];
    const text = storedState(state({ version: "8.0.0", iceServers, cameras: [cam("gate")] }));
    expect(text).not.toContain("secret");
    expect(readState(text)).toEqual(state({ version: "8.0.0", cameras: [cam("gate")] }));
    for (const bad of ["", "{", '{"cameras":1}', "null"]) expect(readState(bad), bad).toEqual(NOTHING_KNOWN);
  });

  it.each<[string, Partial<ServerState>, boolean]>([
    ["a look that found the same", { lastChecked: 2000, lastAvailable: 2000 }, false],
    ["a clock that wanders a little", { clockOffsetMs: 900 }, false],
    ["a clock that was set", { clockOffsetMs: 60_000 }, true],
    ["another version", { version: "9" }, true],
    ["a camera that stopped, which is told of the camera", { cameras: [cam("gate", "idle")] }, false],
    ["a camera that came", { cameras: [cam("gate"), cam("yard")] }, true],
    ["a server that is away", { isAvailable: false, failure: failure("server/refused") }, true],
  ])("%s is news: %s", (_name, more, expected) => {
    const before = state({ cameras: [cam("gate")] });
    expect(isModified(before, { ...before, ...more })).toBe(expected);
  });

  it("cameras of a server that is away are not online", () => {
    const cameras = [cam("gate"), cam("yard", "idle")];
    expect(camerasOnline(state({ cameras }))).toBe(1);
    expect(camerasOnline(state({ cameras, isAvailable: false }))).toBe(0);
  });

  it("cameras come, go and change; figures that always change are no change", () => {
    const before = [cam("gate"), cam("yard"), cam("door")];
    const after = [cam("gate", "running", { timestamp: 9 }), cam("yard", "idle"), cam("roof")];
    expect(cameraChanges(before, after)).toEqual({
      added: ["roof"],
      modified: ["yard"],
      removed: ["door"],
      areOthers: true,
    });
    expect(cameraChanges(before, [...before].reverse()).areOthers).toBe(false);
    expect(cameraChanges([cam("gate")], [cam("gate", "running", { name: "Gate" })])).toMatchObject({
      modified: ["gate"],
      areOthers: true,
    });
  });
});

describe("troubles of a server", () => {
  const troubles = (first: ServerState) => {
    const told = new ServerTroubles("north", () => "North", first);
    let before = first;
    return (after: ServerState) => {
      const found = told
        .next(before, after)
        .map(({ kind, cameraId }) => (cameraId === null ? kind : `${kind} ${cameraId}`));
      before = after;
      return found;
    };
  };
  const at = (ms: number, more: Partial<ServerState> = {}) =>
    state({ lastChecked: ms, lastAvailable: ms, cameras: [cam("gate"), cam("yard")], ...more });
  const away = (ms: number) => at(ms, { isAvailable: false, failure: failure("server/closed"), lastAvailable: 1 });

  it("a server that goes and comes is told of once each; one that was never reached, not at all", () => {
    const next = troubles(at(1));
    expect([next(away(1)), next(away(2)), next(at(3)), next(at(4))]).toEqual([
      ["server-unreachable"],
      [],
      ["server-back"],
      [],
    ]);
    const never = troubles(NOTHING_KNOWN);
    expect(never({ ...NOTHING_KNOWN, failure: failure("server/closed") })).toEqual([]);
  });

  it("a server that records nothing is told of once, also when it was away meanwhile", () => {
    const next = troubles(at(1));
    const full = { recordingTrouble: failure("recording/disk-full") };
    expect([next(at(2, full)), next(at(3, full)), next({ ...away(4), ...full }), next(at(5, full))]).toEqual([
      ["server-error"],
      [],
      ["server-unreachable"],
      ["server-back"],
    ]);
    expect([next(at(6)), next(at(7, full))]).toEqual([[], ["server-error"]]);
  });

  it("a camera is told of when it stays away, and when it is back; a short break is none", () => {
    const next = troubles(at(1));
    const idle = (ms: number) => at(ms, { cameras: [cam("gate", "idle"), cam("yard")] });
    expect(next(idle(1000))).toEqual([]);
    expect(next(at(2000))).toEqual([]);
    expect(next(idle(3000))).toEqual([]);
    expect(next(idle(2999 + CAMERA_GRACE_MS))).toEqual([]);
    expect(next(idle(3000 + CAMERA_GRACE_MS))).toEqual(["camera-unreachable gate"]);
    expect(next(idle(9000 + CAMERA_GRACE_MS))).toEqual([]);
    expect(next(at(99_000))).toEqual(["camera-back gate"]);
  });

  it("a clock that is set back delays nothing by more than the patience with a camera", () => {
    const next = troubles(at(1));
    const idle = (ms: number) => at(ms, { cameras: [cam("gate", "idle"), cam("yard")] });
    expect(next(idle(3_600_000))).toEqual([]);
    expect(next(idle(1000))).toEqual([]);
    expect(next(idle(1000 + CAMERA_GRACE_MS))).toEqual(["camera-unreachable gate"]);
  });

  it("what was down before a restart is not told of again, but that it is back", () => {
    const next = troubles(at(1, { cameras: [cam("gate", "idle"), cam("yard")] }));
    expect(next(at(99_000, { cameras: [cam("gate", "idle"), cam("yard")] }))).toEqual([]);
    expect(next(at(100_000))).toEqual(["camera-back gate"]);
  });

  it.each<[string, (ms: number) => Partial<ServerState>]>([
    ["", () => ({})],
    [
      ", behind a server that went away then",
      (ms) => ({ isAvailable: false, failure: failure("server/closed"), lastChecked: ms }),
    ],
    [
      ", behind a server that stood still then",
      () => ({ licenseState: { status: "degraded", reason: "storage", description: "" } }),
    ],
  ])("what was down for too short a time to be told of is told of after a restart%s", (_name, then) => {
    const idle = (ms: number, more: Partial<ServerState> = {}) =>
      at(ms, { cameras: [cam("gate", "idle"), cam("yard")], ...more });
    const before = new ServerTroubles("north", () => "North", at(1));
    expect(before.next(at(1), idle(1000))).toEqual([]);
    const last = idle(2000, then(2000));
    before.next(idle(1000), last);
    const kept = readState(storedState({ ...last, untold: before.untold }));
    const next = troubles(kept);
    expect(next(idle(60_000))).not.toContain("camera-unreachable gate");
    expect(next(idle(60_000 + CAMERA_GRACE_MS))).toEqual(["camera-unreachable gate"]);
    expect(next(idle(99_000 + CAMERA_GRACE_MS))).toEqual([]);
  });

  it("the time behind a server that was away does not count for its cameras", () => {
    const next = troubles(at(1));
    const idle = (ms: number) => at(ms, { cameras: [cam("gate", "idle"), cam("yard")] });
    next(idle(1000));
    next(away(2000));
    expect(next(idle(60_000))).toEqual(["server-back"]);
    expect(next(idle(60_000 + CAMERA_GRACE_MS))).toEqual(["camera-unreachable gate"]);
  });

  it("a degraded server is one error, whatever its cameras do", () => {
    const next = troubles(at(1));
    const degraded = (ms: number) =>
      at(ms, {
        licenseState: { status: "degraded", reason: "storage", description: "" },
        cameras: [cam("gate", "idle"), cam("yard", "idle")],
      });
    expect(next(degraded(1000))).toEqual(["server-error"]);
    expect(next(degraded(90_000))).toEqual([]);
    // A license whose loss takes effect with the restart: until then the recorder itself keeps the cameras from
    // recording.
    const pending = (ms: number) => ({
      ...degraded(ms),
      licenseState: { status: "pending_change", reason: "storage", description: "" },
    });
    expect(next(pending(100_000))).toEqual([]);
    expect(next(pending(101_000 + CAMERA_GRACE_MS))).toEqual([]);
  });
});
