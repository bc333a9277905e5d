import { describe, expect, test } from "vitest";
import {
  breadcrumbs,
  type CameraGroup,
  camerasUnder,
  GROUP_DEPTH_MAX,
  groupsIn,
  groupsUnder,
  mayStandIn,
} from "#domain/cameras/camera-groups.ts";

const group = (id: string, parentId: string | null, ...cameras: string[]): CameraGroup => ({
  id,
  name: id.toUpperCase(),
  parentId,
  cameras: cameras.map((camera) => ({ id: camera, orchidId: "1" })),
});
const groups = [
  group("b", null, "1"),
  group("c", "b", "1", "2"),
  group("d", "c", "3"),
  group("a10", null),
  group("a2", null),
];
const crumbs = (list: readonly CameraGroup[], id: string | null) =>
  breadcrumbs(list, id, "Home").map(({ name }) => name);

describe("camera groups", () => {
  test("breadcrumbs lead from Home to the group; a group that is gone is Home", () => {
    expect(crumbs(groups, null)).toEqual(["Home"]);
    expect(crumbs(groups, "d")).toEqual(["Home", "B", "C", "D"]);
    expect(crumbs(groups, "gone")).toEqual(["Home"]);
  });
  test("a circle, which no recorder stores, ends", () => {
    expect(crumbs([group("x", "y"), group("y", "x")], "x")).toEqual(["Home", "Y", "X"]);
  });
  test("groups stand in the order in which people read numbers", () => {
    expect(groupsIn(groups, null).map(({ id }) => id)).toEqual(["a2", "a10", "b"]);
    expect(groupsIn(groups, "b").map(({ id }) => id)).toEqual(["c"]);
  });
  test("a camera in a group and in one inside it counts once", () => {
    expect(camerasUnder(groups, "b")).toBe(3);
    expect(camerasUnder(groups, "d")).toBe(1);
    expect([...groupsUnder(groups, "c")]).toEqual(["c", "d"]);
  });
  test("no group stands inside itself, or deeper than 8", () => {
    expect(mayStandIn(groups, "b", "d")).toBe("inside-itself");
    expect(mayStandIn(groups, "b", "b")).toBe("inside-itself");
    expect(mayStandIn(groups, "d", null)).toBe("yes");
    const chain = Array.from({ length: GROUP_DEPTH_MAX }, (_, at) => group(`g${at}`, at === 0 ? null : `g${at - 1}`));
    expect(mayStandIn(chain, null, "g6")).toBe("yes");
    expect(mayStandIn(chain, null, "g7")).toBe("too-deep");
    expect(mayStandIn([...chain, group("z", null)], "g0", "z")).toBe("too-deep");
    expect(mayStandIn([...chain, group("z", null)], "g1", "z")).toBe("yes");
  });
});
