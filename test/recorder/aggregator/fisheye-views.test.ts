import { afterAll, beforeAll, expect, it } from "vitest";
import { namedViewList } from "#protocol/rest/view.ts";
import { AggregatorHouse } from "./support/aggregator-house.ts";
import { know, knownServer } from "./support/known-parts.ts";

let house: AggregatorHouse;
beforeAll(async () => {
  house = await AggregatorHouse.open();
  const uma = await house.addUser("uma");
  await house.addUser("blind");
  know(house, [knownServer("north", ["hall"]), knownServer("south", ["door"])], new Map([[uma, ["hall"]]]));
});
afterAll(() => house.close());

const look = { mode: 2, view: { pan: 0, tilt: 45, zoom: 1 }, shift: 90 };
const make = (as: string, orchidId: string, id: string, shared: boolean) =>
  house.ask("POST", "/service/views", { as, body: { name: `${as} ${id}`, camera: { id, orchidId }, look, shared } });
const names = async (as: string) =>
  namedViewList.parse((await house.ask("GET", "/service/views", { as })).json).views.map(({ name }) => name);

it("views of an aggregator are of its servers' cameras, for who may see them", async () => {
  expect((await make("uma", "north", "hall", false)).json).toMatchObject({ camera: { id: "hall", orchidId: "north" } });
  expect((await make("admin", "north", "hall", true)).status).toBe(201);
  expect((await make("uma", "south", "door", false)).json).toMatchObject({ code: "camera/unknown" });
  expect((await make("admin", "south", "hall", true)).json).toMatchObject({ code: "camera/unknown" });
  expect((await make("uma", "north", "hall", true)).json).toMatchObject({ code: "view/share" });
  expect(await names("uma")).toEqual(["admin hall", "uma hall"]);
  expect(await names("blind")).toEqual([]);
});

it("are shared by who is granted that on the camera", async () => {
  const sam = await house.addUser("sam");
  const rightsOf = () => ({
    role: "",
    scope: {
      baseScope: [],
      cameraScopes: [
        { id: "hall", scope: ["live", "share"] },
        { id: "door", scope: ["live"] },
      ],
    },
  });
  const { permissions } = house.services;
  const before = permissions.rightsOf.bind(permissions);
  permissions.rightsOf = (user) => (user.id === sam ? rightsOf() : before(user));
  expect((await make("sam", "north", "hall", true)).status).toBe(201);
  expect((await make("sam", "south", "door", true)).json).toMatchObject({ code: "view/share" });
});
