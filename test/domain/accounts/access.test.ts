import { describe, expect, test } from "vitest";
import {
  actionsOn,
  basePermissions,
  cameraActions,
  type Edition,
  mayEditStage,
  mayManagePresets,
  mayShareStage,
  nobody,
  type Role,
  rolePermissions,
  sharesViewsOn,
  stageMark,
  timelineShown,
  type Visitor,
} from "#domain/accounts/access.ts";
import {
  decideRoute,
  navigationFor,
  ROUTES,
  type Route,
  routeOf,
  SERVER_SCREENS,
  serverScreenOf,
  serverScreenPath,
} from "#domain/routes.ts";

const standalone = (role: Role): Visitor => ({ ...nobody("standalone"), signedIn: true, role });
const aggregator = (admin: boolean): Visitor => ({ ...nobody("aggregator"), signedIn: true, admin });

const visitors = {
  nobody: nobody("standalone"),
  live: standalone("Live Viewer"),
  viewer: standalone("Viewer"),
  manager: standalone("Manager"),
  admin: standalone("Administrator"),
  directoryAdmin: { ...standalone("Administrator"), directoryLogin: true },
  user: aggregator(false),
  boss: aggregator(true),
  directoryBoss: { ...aggregator(true), directoryLogin: true },
};
type Who = keyof typeof visitors;

// the roles that may open it; all others go to the stage, or to sign-in when they are not signed in
const signedIn: Who[] = ["live", "viewer", "manager", "admin", "directoryAdmin", "user", "boss", "directoryBoss"];
const everyone: Who[] = ["nobody", ...signedIn];
const allowed: Record<Exclude<Route, "sign-in" | "player">, Who[]> = {
  stage: signedIn,
  cameras: ["admin", "directoryAdmin"],
  "retention-policy": ["admin", "directoryAdmin"],
  "system-status": ["manager", "admin", "directoryAdmin"],
  "system-report": ["manager", "admin", "directoryAdmin"],
  audit: ["admin", "directoryAdmin", "boss", "directoryBoss"],
  activation: ["admin", "directoryAdmin"],
  users: ["admin", "boss"],
  servers: ["boss", "directoryBoss"],
  "camera-groups": ["boss", "directoryBoss"],
  "permission-groups": ["boss", "directoryBoss"],
  notifications: ["boss", "directoryBoss"],
  flags: signedIn,
  version: everyone,
  plugin: signedIn,
  "unsupported-browser": everyone,
  "no-websocket": everyone,
  incognito: everyone,
  "browser-compatibility": everyone,
};

describe("route table", () => {
  for (const [route, who] of Object.entries(allowed)) {
    const path = route === "plugin" ? "#!/plugin/app/main" : `#/${route}`;
    for (const [name, visitor] of Object.entries(visitors)) {
      test(`${route} as ${name}`, () => {
        const decision = decideRoute(path, visitor);
        if (who.includes(name as Who)) expect(decision).toEqual({ kind: "allow", route });
        else expect(decision).toEqual({ kind: "redirect", to: visitor.signedIn ? "stage" : "sign-in" });
      });
    }
  }

  test("every route has a row", () => {
    expect([...Object.keys(allowed), "sign-in", "player"].sort()).toEqual([...ROUTES].sort());
  });

  test.each([
    ["", "sign-in"],
    ["#/", "sign-in"],
    ["#/sign-in?skipAuth=true", "sign-in"],
    ["/retention", "retention-policy"],
    ["#!/plugin/maps/world", "plugin"],
    ["/!/plugin/maps/world/deeper", "plugin"],
    ["#!/plugin/maps", null],
    ["/stage/other", null],
    ["/nothing", null],
    ["/servers/o-1_a/retention-policy", "servers"],
    ["#/servers/o1/users?user=3", "servers"],
    ["/servers/o1/system-status/", "servers"],
    ["/servers/o1/system-report", "servers"],
    ["/servers/o1", null],
    ["/servers/o1/cameras", null],
    ["/servers/o1/servers", null],
    ["/servers/o1/users/3", null],
    ["/servers/../users", null],
    ["/servers/a%2Fb/users", null],
  ])("%s is %s", (path, route) => {
    expect(routeOf(path)).toBe(route);
    if (route === null) expect(decideRoute(path, visitors.admin)).toEqual({ kind: "not-found" });
  });

  test("sign-in leads the signed-in to the stage, except with skipAuth", () => {
    expect(decideRoute("", visitors.live)).toEqual({ kind: "redirect", to: "stage" });
    expect(decideRoute("/sign-in", visitors.live, true)).toEqual({ kind: "allow", route: "sign-in" });
    expect(decideRoute("/sign-in", visitors.nobody)).toEqual({ kind: "allow", route: "sign-in" });
  });

  test("the screens of one server are for those who may open all servers", () => {
    for (const screen of SERVER_SCREENS) {
      const path = serverScreenPath("o1", screen);
      expect(serverScreenOf(`#${path}?x=1`)).toEqual({ serverId: "o1", screen });
      for (const [name, visitor] of Object.entries(visitors))
        expect(decideRoute(path, visitor), name).toEqual(decideRoute("/servers", visitor));
    }
    expect(serverScreenOf("/servers")).toBe(null);
    expect(serverScreenOf("/users/o1/users")).toBe(null);
  });

  test("player is for single-player mode only, signed in or not", () => {
    const embed = { ...nobody("standalone"), singlePlayer: true };
    expect(decideRoute("/player", embed)).toEqual({ kind: "allow", route: "player" });
    expect(decideRoute("/stage", embed)).toEqual({ kind: "redirect", to: "player" });
    expect(decideRoute("/player", visitors.admin)).toEqual({ kind: "redirect", to: "stage" });
    expect(decideRoute("/player", visitors.nobody)).toEqual({ kind: "redirect", to: "sign-in" });
  });
});

describe("navigation", () => {
  const ids = (visitor: Visitor) => navigationFor(visitor);
  test("in the document's order", () => {
    expect(ids(visitors.admin)).toEqual([
      "stage",
      "cameras",
      "retention-policy",
      "users",
      "system-status",
      "system-report",
      "audit",
      "activation",
      "version",
      "sign-out",
    ]);
    expect(ids(visitors.directoryAdmin)).not.toContain("users");
    expect(ids(visitors.manager)).toEqual(["stage", "system-status", "system-report", "version", "sign-out"]);
    expect(ids(visitors.viewer)).toEqual(["stage", "version", "sign-out"]);
    expect(ids(visitors.boss)).toEqual([
      "stage",
      "servers",
      "users",
      "camera-groups",
      "permission-groups",
      "notifications",
      "audit",
      "version",
      "sign-out",
    ]);
    expect(ids(visitors.user)).toEqual(["stage", "version", "sign-out"]);
    expect(ids(visitors.nobody)).toEqual(["version"]);
  });
});

describe("permissions", () => {
  test.each([
    ["Live Viewer", true, false, false, false],
    ["Viewer", true, true, false, false],
    ["Manager", true, true, true, true],
    ["Administrator", true, true, true, true],
  ] as const)("%s", (role, live, playback, exporting, ptz) => {
    expect(cameraActions(rolePermissions[role])).toEqual({
      unmask: role === "Administrator",
      live,
      playback,
      export: exporting,
      ptz,
    });
    expect(rolePermissions[role].includes("stats")).toBe(role === "Manager" || role === "Administrator");
    expect(rolePermissions[role].includes("config")).toBe(role === "Administrator");
  });

  test("scope wins over the role, camera scope over base scope, unknown words are ignored", () => {
    const scope = { baseScope: ["live", "dance"], cameraScopes: [{ id: "7", scope: ["playback"] }] };
    expect(basePermissions("Administrator", scope)).toEqual(["live"]);
    const base = basePermissions("Administrator", scope);
    expect(actionsOn(base, scope.cameraScopes[0])).toEqual(cameraActions(["playback"]));
    expect(actionsOn(base, undefined)).toEqual(cameraActions(["live"]));
    expect(basePermissions("Viewer", null)).toEqual(["live", "playback"]);
    expect(basePermissions(null, null)).toEqual([]);
  });

  test.each<[string, string[], Parameters<typeof sharesViewsOn>[1], boolean]>([
    ["a viewer", ["live", "playback"], undefined, false],
    ["a viewer with the right", ["live", "playback", "share"], undefined, true],
    ["the right without a picture", ["share"], undefined, false],
    ["an administrator", ["live", "config"], undefined, true],
    ["the right, and less on the camera", ["live", "share"], { id: "7", scope: ["live"] }, false],
    ["the right on the camera alone", [], { id: "7", scope: ["playback", "share"] }, true],
    [
      "the right everywhere, and views of the camera",
      ["live", "share"],
      { id: "7", scope: ["live", "share"], views: ["t"] },
      false,
    ],
    ["an administrator who has views of the camera", ["config"], { id: "7", scope: ["live"], views: [] }, false],
  ])("views are shared by %s: %j, %j: %s", (_who, base, own, may) => {
    expect(sharesViewsOn(base, own)).toBe(may);
  });

  test("single-player sessions count as manager or admin", () => {
    const embed = (edition: Edition): Visitor => ({ ...nobody(edition), signedIn: true, singlePlayer: true });
    expect(decideRoute("/system-report", embed("standalone")).kind).toBe("allow");
    expect(decideRoute("/cameras", embed("standalone")).kind).toBe("redirect");
    expect(decideRoute("/servers", embed("aggregator")).kind).toBe("allow");
  });

  test("timeline, presets, stages", () => {
    expect(timelineShown(visitors.live, false)).toBe(false);
    expect(timelineShown(visitors.viewer, false)).toBe(true);
    expect(timelineShown(visitors.viewer, true)).toBe(false);
    expect(mayManagePresets(visitors.manager, false)).toBe(false);
    expect(mayManagePresets(visitors.manager, true)).toBe(true);
    expect(mayManagePresets(visitors.admin, false)).toBe(true);
    expect(mayShareStage(visitors.manager)).toBe(false);
    expect(mayShareStage(visitors.user)).toBe(true);
    expect(mayEditStage(visitors.user, true)).toBe(false);
    expect(mayEditStage(visitors.viewer, false)).toBe(true);
    expect([stageMark(visitors.boss, true), stageMark(visitors.user, true), stageMark(visitors.user, false)]).toEqual([
      "globe",
      "lock",
      "none",
    ]);
  });
});
