import type { CameraGroup } from "#domain/cameras/camera-groups.ts";
import { groupPick, pickableGroups, pickGroup } from "#domain/cameras/group-picking.ts";
import { need } from "#base/assert.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";

const group = (id: string, parentId: string | null, ...cameras: string[]): CameraGroup => ({
  id,
  name: id.toUpperCase(),
  parentId,
  cameras: cameras.map((camera) => ({ id: camera, orchidId: "1" })),
});
const groups = [
  group("site", null, "a"),
  group("yard", "site", "b", "c", "gone"),
  group("empty", null),
  group("x", null, "gone"),
];
const all = ["a", "b", "c", "d"].map((id) => ({ id }));
const [site, yard] = pickableGroups(groups, all);

test("groups are offered with their path and all cameras inside; those without a camera are not", () => {
  expect(pickableGroups(groups, all)).toEqual([
    { id: "site", name: "SITE", cameras: ["a", "b", "c"] },
    { id: "yard", name: "SITE / YARD", cameras: ["b", "c"] },
  ]);
});

test.each<[readonly string[] | null, string]>([
  [null, "every"],
  [["d", "c", "b"], "every"],
  [["c", "d"], "some"],
  [["a", "d"], "none"],
  [[], "none"],
])("of %j the yard's are chosen: %s", (chosen, pick) => {
  expect(groupPick(chosen, need(yard, "yard"))).toBe(pick);
});

test("a group is added to what is chosen and taken out of it; out of all cameras the others are left", () => {
  expect(pickGroup(["d"], need(site, "site"), true, all)).toEqual(["d", "a", "b", "c"]);
  expect(pickGroup(["a", "b", "c", "d"], need(yard, "yard"), false, all)).toEqual(["a", "d"]);
  expect(pickGroup(null, need(yard, "yard"), false, all)).toEqual(["a", "d"]);
  expect(pickGroup(null, need(yard, "yard"), true, all)).toBeNull();
});

test("what was pressed is what is shown then, and no camera outside of the group changes", () => {
  const some = fc.option(fc.subarray(all.map(({ id }) => id)));
  fc.assert(
    fc.property(some, fc.boolean(), fc.constantFrom(need(site, "site"), need(yard, "yard")), (chosen, isOn, one) => {
      const now = pickGroup(chosen, one, isOn, all);
      expect(groupPick(now, one)).toBe(isOn ? "every" : "none");
      const others = (of: readonly string[] | null) =>
        (of ?? all.map(({ id }) => id)).filter((id) => !one.cameras.includes(id)).toSorted();
      expect(others(now)).toEqual(others(chosen));
    }),
  );
});
