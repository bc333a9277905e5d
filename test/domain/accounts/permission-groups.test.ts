import { describe, expect, test } from "vitest";
import {
  groupsOfUser,
  type PermissionGroup,
  type PermissionSet,
  permissionsOnCamera,
  rightsOfUser,
  rightsOnServer,
  scopeOfServer,
  seesApp,
  seesCamera,
  seesServer,
} from "#domain/accounts/permission-groups.ts";

const group = (id: string, more: Partial<PermissionGroup>): PermissionGroup => ({
  id,
  name: id,
  description: "",
  members: [],
  memberGroups: [],
  admin: false,
  apps: [],
  granted: [],
  revoked: [],
  ...more,
});
type Abilities = PermissionSet["abilities"];
const everything = (...abilities: Abilities): PermissionSet => ({ abilities, scope: "all", orchids: [], cameras: [] });
const onServer = (orchidId: string, ...abilities: Abilities): PermissionSet => ({
  abilities,
  scope: "list",
  orchids: [orchidId],
  cameras: [],
});
const onCamera = (orchidId: string, id: string, ...abilities: Abilities): PermissionSet => ({
  abilities,
  scope: "list",
  orchids: [],
  cameras: [{ orchidId, id }],
});
const views = (abilities: Abilities, id: string, ...named: string[]): PermissionSet => ({
  abilities,
  scope: "list",
  orchids: [],
  cameras: [],
  byViews: [{ orchidId: "s", id, views: named }],
});
const rights = (groups: readonly PermissionGroup[], admin = false) => rightsOfUser({ id: "ann", admin }, groups);
const may = (groups: readonly PermissionGroup[], orchidId: string, cameraId: string) =>
  permissionsOnCamera(rightsOnServer(rights(groups), orchidId), cameraId);
const ann = { members: ["ann"] };

describe("what a user may do on a camera", () => {
  const ALL = ["live", "playback", "export", "ptz"];
  test.each<[string, readonly PermissionGroup[], readonly string[]]>([
    ["nothing without a group", [], []],
    ["nothing by a group of others", [group("g", { members: ["bob"], granted: [everything("all")] })], []],
    ["nothing by a group that gives nothing", [group("g", ann)], []],
    ["live everywhere", [group("g", { ...ann, granted: [everything("live")] })], ["live"]],
    ["all is the four abilities and no more", [group("g", { ...ann, granted: [everything("all")] })], ALL],
    ["by its server", [group("g", { ...ann, granted: [onServer("s", "live", "ptz")] })], ["live", "ptz"]],
    ["not by another server", [group("g", { ...ann, granted: [onServer("t", "live")] })], []],
    ["by itself", [group("g", { ...ann, granted: [onCamera("s", "c", "playback")] })], ["playback"]],
    ["not by another camera", [group("g", { ...ann, granted: [onCamera("s", "d", "live")] })], []],
    [
      "not by a camera of its id on another server",
      [group("g", { ...ann, granted: [onCamera("t", "c", "live")] })],
      [],
    ],
    [
      "the sum of all sets and groups",
      [
        group("g", { ...ann, granted: [onServer("s", "live"), onCamera("s", "c", "export")] }),
        group("h", { ...ann, granted: [everything("playback")] }),
      ],
      ["live", "playback", "export"],
    ],
    [
      "what is revoked for the camera is gone",
      [group("g", { ...ann, granted: [everything("all")], revoked: [onCamera("s", "c", "ptz")] })],
      ["live", "playback", "export"],
    ],
    [
      "a server-wide revocation wins over what the camera itself is given",
      [group("g", { ...ann, granted: [onCamera("s", "c", "all")], revoked: [onServer("s", "export")] })],
      ["live", "playback", "ptz"],
    ],
    [
      "one group's revocation wins over another's grant",
      [group("g", { ...ann, granted: [everything("all")] }), group("h", { ...ann, revoked: [everything("all")] })],
      [],
    ],
    [
      "a revocation that names the camera and not the group's member changes nothing",
      [group("g", { ...ann, granted: [everything("live")] }), group("h", { revoked: [everything("all")] })],
      ["live"],
    ],
    [
      "lists of a set that is for everything are not read",
      [group("g", { ...ann, granted: [{ ...onCamera("t", "d", "live"), scope: "all" }] })],
      ["live"],
    ],
  ])("%s", (_name, groups, expected) => {
    expect(may(groups, "s", "c")).toEqual(expected);
  });

  test("an administrator may everything, also what is revoked; by account or by a group", () => {
    const revoking = [group("h", { ...ann, revoked: [everything("all")] })];
    for (const one of [rights(revoking, true), rights([...revoking, group("admins", { ...ann, admin: true })])]) {
      expect(one.admin).toBe(true);
      expect(rightsOnServer(one, "s").base).toContain("config");
      expect(scopeOfServer(rightsOnServer(one, "s")).cameraScopes).toEqual([]);
    }
    expect(rights([group("admins", { members: ["bob"], admin: true })]).admin).toBe(false);
  });
});

describe("groups in groups", () => {
  const inner = group("inner", ann);
  const names = (groups: readonly PermissionGroup[]) => groupsOfUser("ann", groups).map(({ id }) => id);
  test("a member of the inner group is a member of the outer ones, not the other way round", () => {
    const outer = group("outer", { memberGroups: ["inner"] });
    const outermost = group("outermost", { memberGroups: ["outer"] });
    expect(names([outermost, outer, inner])).toEqual(["outermost", "outer", "inner"]);
    expect(names([group("outer", { ...ann, memberGroups: ["inner"] }), group("inner", {})])).toEqual(["outer"]);
  });
  test("circles, groups inside themselves and groups that are gone do no harm", () => {
    const circle = [
      group("a", { memberGroups: ["b", "a", "gone"] }),
      group("b", { memberGroups: ["a", "inner"], granted: [everything("live")] }),
      inner,
    ];
    expect(names(circle)).toEqual(["a", "b", "inner"]);
    expect(may(circle, "s", "c")).toEqual(["live"]);
  });
  test("administrators and revocations are inherited", () => {
    expect(rights([inner, group("admins", { memberGroups: ["inner"], admin: true })]).admin).toBe(true);
    const shut = group("shut", { memberGroups: ["inner"], revoked: [everything("ptz")] });
    expect(may([group("inner", { ...ann, granted: [everything("all")] }), shut], "s", "c")).not.toContain("ptz");
  });
});

describe("what a server is told, and who sees what", () => {
  const groups = [
    group("g", {
      ...ann,
      granted: [onServer("s", "live"), onCamera("s", "yard", "playback"), onCamera("t", "door", "all")],
      revoked: [onCamera("s", "safe", "all"), onCamera("t", "wall", "live")],
      apps: ["map"],
    }),
  ];
  test("a server-wide grant covers cameras that come later; only what differs is listed", () => {
    const same = group("h", { ...ann, granted: [onCamera("s", "hall", "live")] });
    expect(scopeOfServer(rightsOnServer(rights([...groups, same]), "s"))).toEqual({
      baseScope: ["live"],
      cameraScopes: [
        { id: "yard", scope: ["live", "playback"] },
        { id: "safe", scope: [] },
      ],
    });
  });
  test("cameras of other servers stay out of a server's scope", () => {
    expect(scopeOfServer(rightsOnServer(rights(groups), "t"))).toEqual({
      baseScope: [],
      cameraScopes: [{ id: "door", scope: ["live", "playback", "export", "ptz"] }],
    });
    expect(scopeOfServer(rightsOnServer(rights(groups), "u"))).toEqual({ baseScope: [], cameraScopes: [] });
  });
  test("pictures make a camera and its server visible; moving it alone does not", () => {
    const on = (id: string) => rightsOnServer(rights(groups), id);
    expect([seesServer(on("s")), seesServer(on("t")), seesServer(on("u"))]).toEqual([true, true, false]);
    expect(["new", "yard", "safe"].map((id) => seesCamera(on("s"), id))).toEqual([true, true, false]);
    expect(["door", "wall"].map((id) => seesCamera(on("t"), id))).toEqual([true, false]);
    const mover = rightsOnServer(rights([group("m", { ...ann, granted: [everything("ptz", "export")] })]), "s");
    expect([seesServer(mover), seesCamera(mover, "c")]).toEqual([false, false]);
  });
  test("apps: those of all groups, all by one that says so or to an administrator", () => {
    const both = rights([...groups, group("h", { ...ann, apps: ["plan"] })]);
    expect(["map", "plan", "other"].map((id) => seesApp(both, id))).toEqual([true, true, false]);
    expect(seesApp(rights([...groups, group("h", { ...ann, apps: "all" })]), "other")).toBe(true);
    expect(seesApp(rights([], true), "other")).toBe(true);
    expect(seesApp(rights([]), "map")).toBe(false);
  });
  test("ten thousand named cameras in a hundred sets are summed up at once", () => {
    const many = Array.from({ length: 100 }, (_, set) => ({
      ...onCamera("s", "", "live"),
      cameras: Array.from({ length: 100 }, (_unused, index) => ({ orchidId: "s", id: `${set}-${index}` })),
    }));
    const on = rightsOnServer(rights([group("g", { ...ann, granted: many })]), "s");
    expect(on.cameras.size).toBe(10_000);
    expect(seesCamera(on, "99-99")).toBe(true);
  });
});

describe("a camera by views", () => {
  const granted = (...sets: PermissionSet[]) => [group("g", { ...ann, granted: sets })];
  const scopes = (groups: readonly PermissionGroup[], orchidId = "s") =>
    scopeOfServer(rightsOnServer(rights(groups), orchidId)).cameraScopes;
  const till = (...scope: string[]) => [{ id: "c", scope, views: ["till"] }];
  test.each<[string, readonly PermissionGroup[], unknown]>([
    ["live of a view", granted(views(["live"], "c", "till")), till("live")],
    [
      "of all abilities what a view can have",
      granted(views(["all", "unmask", "share"], "c", "till")),
      till("live", "playback", "export"),
    ],
    ["nothing that shows no picture", granted(views(["export", "ptz"], "c", "till")), []],
    [
      "the whole camera where another set grants its pictures",
      granted(views(["live", "playback"], "c", "till"), onCamera("s", "c", "live")),
      [{ id: "c", scope: ["live"] }],
    ],
    [
      "the view where another set grants the camera without pictures",
      granted(views(["live"], "c", "till"), onCamera("s", "c", "ptz", "export")),
      till("live"),
    ],
    [
      "all views of several grants, with what each of them gives",
      granted(views(["live", "playback"], "c", "till"), views(["live", "export"], "c", "door")),
      [{ id: "c", scope: ["live"], views: ["till", "door"] }],
    ],
    [
      "nothing where several grants have nothing in common",
      granted(views(["live"], "c", "till"), views(["playback"], "c", "door")),
      [],
    ],
    [
      "what is revoked is gone from views, too",
      [
        ...granted(views(["live", "playback"], "c", "till")),
        group("h", { ...ann, revoked: [onCamera("s", "c", "live")] }),
      ],
      till("playback"),
    ],
    [
      "nothing where everything is revoked",
      [...granted(views(["live"], "c", "till")), group("h", { ...ann, revoked: [everything("all")] })],
      [],
    ],
  ])("%s", (_what, groups, expected) => {
    expect(scopes(groups)).toEqual(expected);
  });

  test("is of its server, is seen, and lets nothing be turned", () => {
    const groups = granted(views(["all"], "c", "till"));
    expect(scopes(groups, "t")).toEqual([]);
    const on = rightsOnServer(rights(groups), "s");
    expect([seesServer(on), seesCamera(on, "c"), seesCamera(on, "d")]).toEqual([true, true, false]);
    expect(permissionsOnCamera(on, "c")).toEqual(["live", "playback"]);
  });

  test("narrows no administrator", () => {
    const on = rightsOnServer(rights(granted(views(["live"], "c", "till")), true), "s");
    expect(scopeOfServer(on).cameraScopes).toEqual([]);
  });
});
