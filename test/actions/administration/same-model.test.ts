import { expect, test } from "vitest";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import { lensesOfModel } from "#actions/administration/same-model.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, type Lens } from "#domain/dewarp/lens.ts";
import { camera as cameraWire } from "#protocol/rest/cameras/camera.ts";

const lensOf = (fov: number): Lens => ({ ...DEFAULT_LENS, fov });
const camera = (name: string, model: string, lens: Lens | null, maker = "Maker"): AdminCamera => {
  const { lens: _none, ...plain } = DEFAULT_DEWARP_CONFIG;
  const dewarpConfiguration = { ...plain, enable: true, ...(lens ? { lens } : {}) };
  return cameraWire.parse({
    id: name,
    name,
    configuration: { Manufacturer: maker, Model: model },
    streams: [{ id: `${name}-1`, name: "main", dewarpConfiguration }],
  });
};
const own = camera("Own", "F360", lensOf(180));

test.each([
  ["a copy offers its lens, whatever the case of its letters", [camera("Hall", "f360 ", lensOf(190))], [["Hall", 190]]],
  [
    "copies with the same values are one offer",
    [camera("B", "F360", lensOf(190)), camera("A", "F360", lensOf(190))],
    [["A", 190]],
  ],
  ["another model offers nothing", [camera("Hall", "F180", lensOf(190))], []],
  ["nor does another maker's model of this name", [camera("Hall", "F360", lensOf(190), "Other")], []],
  ["nor a copy without a lens of its own", [camera("Hall", "F360", null)], []],
  [
    "three are enough",
    ["D", "C", "B", "A"].map((name, at) => camera(name, "F360", lensOf(181 + at))),
    [
      ["A", 184],
      ["B", 183],
      ["C", 182],
    ],
  ],
])("%s", (_name, others, offered) => {
  expect(lensesOfModel([own, ...others], own).map(({ name, lens }) => [name, lens.fov])).toEqual(offered);
});

test("a camera offers one lens, its primary stream's", () => {
  const hall = camera("Hall", "F360", lensOf(190));
  const small = camera("small", "F360", lensOf(170)).streams;
  const both = { ...hall, streams: [...small, ...hall.streams], primaryStream: { id: "Hall-1" } };
  expect(lensesOfModel([own, both], own).map(({ lens }) => lens.fov)).toEqual([190]);
});

test("a camera that does not say its model is like no other", () => {
  expect(lensesOfModel([camera("Hall", "", lensOf(190))], camera("Own", "", null))).toEqual([]);
});
