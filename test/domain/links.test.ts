import { failure } from "#domain/failures/failure.ts";
import { englishText } from "#domain/failures/english.ts";
import { describe, expect, test } from "vitest";
import { nobody } from "#domain/accounts/access.ts";
import { readStageLink, stageLinkQuery } from "#domain/stage/deep-link.ts";
import { effectOf } from "#domain/live-events.ts";
import { appEntries, askedHeight, pluginAt, pluginSource } from "#domain/plugins.ts";
import { decideRoute } from "#domain/routes.ts";
import { beginEdit, freeStageName, pendingChange, stageOffers } from "#domain/stage/saved-stages.ts";
import { proxyAddress, rtspEndpoint } from "#domain/cameras/server-ports.ts";
import { outgoing, postedCredential, singlePlayerFailure } from "#domain/stage/single-player.ts";
import { readSinglePlayer } from "#domain/stage/single-player-arguments.ts";

const query = (text: string) => {
  const parts = new URLSearchParams(text);
  return (name: string) => parts.get(name);
};

describe("single player", () => {
  test("arguments", () => {
    expect(readSinglePlayer(query("x=1"))).toBe(null);
    const page = readSinglePlayer(
      query(
        "single-player=7&single-player-orchid=o&start-time=1750000000000&show-dewarp=1&hide-timeline=true&show-header=yes",
      ),
    );
    expect(page).toEqual({
      streamId: "7",
      serverId: "o",
      startTimeMs: 1_750_000_000_000,
      disableWebrtc: false,
      showDewarp: true,
      ptz: false,
      managePtzPresets: false,
      hideTimeline: true,
      hideControls: false,
      showHeader: false,
    });
    expect(readSinglePlayer(query("single-player=7&start-time=2026-05-04T10:00:00Z"))?.startTimeMs).toBe(
      Date.parse("2026-05-04T10:00:00Z"),
    );
    expect(readSinglePlayer(query("single-player=7&start-time=soon"))?.startTimeMs).toBe(null);
    // A value that a host leaves empty counts as not given.
    expect(readSinglePlayer(query("single-player=7&single-player-orchid=&start-time="))).toMatchObject({
      serverId: null,
      startTimeMs: null,
    });
    if (!page) throw new Error("no page");
    expect(
      (["stream", "server", "authentication", "information"] as const).map((fault) =>
        englishText(singlePlayerFailure(fault, page)),
      ),
    ).toEqual([
      "Cannot open stream 7",
      "No access to Orchid o",
      "Authentication failed",
      "Cannot fetch camera and server information",
    ]);
  });
  test("messages", () => {
    expect(outgoing("awaiting-auth", "http://x/?frame-id=3")).toEqual({
      event: { component: "single-player", type: "awaiting-auth" },
      origin: "http://x/?frame-id=3",
    });
    expect([{ jwt: "a" }, { sid: "b" }, { jwt: 4 }, "x", null].map(postedCredential)).toEqual([
      { kind: "jwt", value: "a" },
      { kind: "sid", value: "b" },
      null,
      null,
      null,
    ]);
  });
});

test("the stage's address", () => {
  const link = {
    stage: "a b",
    timeMs: 1_750_000_000_000,
    speed: -4,
    paused: true,
    kiosk: true,
    cycle: 30,
    still: true,
  };
  expect(readStageLink(query(stageLinkQuery(link)))).toEqual(link);
  expect(stageLinkQuery({})).toBe("");
  expect(readStageLink(query("time=x&speed=4&paused=1&cycle=31"))).toEqual({
    stage: null,
    timeMs: null,
    speed: 1,
    paused: false,
    kiosk: false,
    cycle: 0,
    still: false,
  });
});

describe("live events", () => {
  const me = { ownId: true, singlePlayer: false, edition: "standalone" as const };
  test.each([
    ["user-logged-out", me, { kind: "sign-out" }],
    ["user-logged-out", { ...me, ownId: false }, { kind: "none" }],
    ["user-modified", me, { kind: "check-session" }],
    ["permissions-changed", me, { kind: "reload" }],
    ["permissions-changed", { ...me, singlePlayer: true }, { kind: "none" }],
    ["camera-added", me, { kind: "refetch", what: "cameras" }],
    ["server-removed", me, { kind: "refetch", what: "servers" }],
    ["layout-modified", me, { kind: "refetch", what: "stages" }],
    ["smtp-server-added", me, { kind: "refetch", what: "smtp-servers" }],
    ["camera-groups-modified", me, { kind: "refetch", what: "camera-groups" }],
    ["config-modified", me, { kind: "refetch", what: "settings" }],
    ["server-session-id", me, { kind: "server-session" }],
    ["weather-modified", me, { kind: "none" }],
  ] as const)("%s %j", (type, who, effect) => {
    expect(effectOf(type, who)).toEqual(effect);
  });
});

describe("saved stages", () => {
  const stage = { id: "1", name: "Yard", shared: false, shadowName: null, shadowShared: null };
  test("pending edits", () => {
    expect(pendingChange(beginEdit(stage))).toEqual({ ok: true, value: {} });
    expect(pendingChange({ ...stage, shadowName: " Gate ", shadowShared: true })).toEqual({
      ok: true,
      value: { name: "Gate", shared: true },
    });
    expect(pendingChange({ ...stage, shadowName: " " })).toEqual({ ok: false, error: failure("stage/name-required") });
    expect(freeStageName(["Bühne 1", "Stage 2", "Bühne 3"], (number) => `Bühne ${number}`)).toBe("Bühne 2");
  });
  test("offers", () => {
    const admin = { ...nobody("standalone"), signedIn: true, role: "Administrator" as const };
    const viewer = { ...admin, role: "Viewer" as const };
    const user = { ...nobody("aggregator"), signedIn: true };
    const root = { ...user, admin: true };
    for (const own of [true, false]) {
      for (const each of [admin, root])
        expect(stageOffers(each, true, own)).toMatchObject({ mark: "globe", edit: true, unshare: true, share: false });
      expect(stageOffers(viewer, true, own)).toMatchObject({
        mark: "lock",
        edit: false,
        remove: false,
        unshare: false,
      });
      expect(stageOffers(user, true, own)).toMatchObject({ mark: "lock", edit: false, update: false, unshare: own });
    }
    expect(stageOffers(viewer, false, true)).toMatchObject({ mark: "none", edit: true, share: false });
    expect(stageOffers(user, false, true)).toMatchObject({ share: true, unshare: false });
  });
});

test("plugins", () => {
  const extension = { point: "nav-menu", route: "main", source: "index.html", name: "Maps", iconSource: null };
  const plugin = {
    rootpath: "maps",
    name: "Maps",
    provider: null,
    extensions: [extension, { ...extension, point: "other", route: "x" }],
  };
  const withIcon = { ...plugin, extensions: [{ ...extension, iconSource: "pictures/icon.svg" }] };
  expect(appEntries([withIcon])[0]?.iconSource).toBe("service/app-proxy/maps/pictures/icon.svg");
  expect(appEntries([plugin])).toEqual([{ path: "#!/plugin/maps/main", name: "Maps", iconSource: null }]);
  expect(pluginAt([plugin], "#!/plugin/maps/main")?.extension.name).toBe("Maps");
  expect(pluginAt([plugin], "/plugin/maps/main")?.extension.name).toBe("Maps");
  expect(pluginAt([plugin], "/!/plugin/maps/main")?.extension.name).toBe("Maps");
  expect(pluginAt([plugin], "#!/plugin/maps/none")).toBe(null);
  expect(pluginAt([plugin], "#!/plugin/x/plugin/maps/main")).toBe(null);
  expect(pluginSource(plugin, extension)).toBe("service/app-proxy/maps/index.html");
  expect(decideRoute("#!/plugin/maps/main", { ...nobody("standalone"), signedIn: true, role: "Viewer" }).kind).toBe(
    "allow",
  );
});

test("ports", () => {
  expect(rtspEndpoint(null, false)).toEqual({ protocol: "rtsp", port: 9554 });
  expect([rtspEndpoint({}, false).port, rtspEndpoint({}, true).port, rtspEndpoint({ rtspPort: 5 }, true).port]).toEqual(
    [554, 8554, 5],
  );
  expect(proxyAddress({ rtspPort: 8554, rtspProtocol: "rtsp" }, "nvr.example", "s1")).toBe(
    "rtsp://nvr.example:8554/service/streams/s1/live",
  );
  expect(proxyAddress({ rtspPort: 554, rtspProtocol: "rtsps" }, "fd00::1", "s1")).toBe(
    "rtsps://[fd00::1]:554/service/streams/s1/live",
  );
  expect(proxyAddress(null, "h", "s1")).toBe("rtsp://h:9554/service/streams/s1/live");
  expect(proxyAddress({ rtspPort: 0, rtspProtocol: "rtsp" }, "h", "s1")).toBe(null);
});

test.each([
  [{ type: "resize", height: 400.2 }, 401],
  [{ type: "resize" }, "fill"],
  [{ type: "resize", height: 0 }, null],
  [{ type: "resize", height: -1 }, null],
  [{ type: "resize", height: Number.NaN }, null],
  [{ type: "resize", height: "400" }, null],
  [{ type: "resize", height: 20_001 }, null],
  [{ type: "other", height: 400 }, null],
  ["resize", null],
  [null, null],
] as const)("the height that a plugin's page asks for: %j is %s", (message, height) => {
  expect(askedHeight(message)).toBe(height);
});
