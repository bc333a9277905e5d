import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cameraGroup, cameraGroupList } from "#protocol/rest/cameras/camera-group.ts";
import { AggregatorHouse } from "./support/aggregator-house.ts";
import { know, knownServer } from "./support/known-parts.ts";

let house: AggregatorHouse;
let seen: Map<string, readonly string[]>;
const servers = [knownServer("north", ["gate", "vault"]), knownServer("south", ["door"])];
beforeAll(async () => {
  house = await AggregatorHouse.open();
  seen = new Map([[await house.addUser("uma"), ["door"]]]);
  await house.addUser("blind");
  know(house, servers, seen);
});
afterAll(() => house.close());

const gate = { id: "gate", orchidId: "north" };
const door = { id: "door", orchidId: "south" };
const list = async (as: string) =>
  cameraGroupList.parse((await house.ask("GET", "/service/groups", { as })).json).groups;

describe("camera groups of an aggregator", () => {
  it("hold cameras of several servers; each user reads what they may see", async () => {
    const body = { name: "Ground floor", cameras: [gate, door, door] };
    const made = await house.ask("POST", "/service/groups", { as: "admin", body });
    expect(made.status).toBe(201);
    const { id } = cameraGroup.parse(made.json);
    const inner = { name: "Vaults", parent: { id }, cameras: [{ id: "vault", orchidId: "north" }] };
    expect((await house.ask("POST", "/service/groups", { as: "admin", body: inner })).status).toBe(201);
    expect((await list("admin")).map(({ name, cameras }) => [name, cameras])).toEqual([
      ["Ground floor", [gate, door]],
      ["Vaults", [{ id: "vault", orchidId: "north" }]],
    ]);
    expect((await list("uma")).map(({ name, cameras, groups }) => [name, cameras, groups])).toEqual([
      ["Ground floor", [door], []],
    ]);
    expect(await list("blind")).toEqual([]);
    for (const [method, path] of [
      ["POST", "/service/groups"],
      ["PATCH", `/service/groups/${id}`],
      ["DELETE", `/service/groups/${id}`],
    ] as const)
      expect((await house.ask(method, path, { as: "uma", body: { name: "x" } })).status, method).toBe(403);
  });

  it("take only cameras that are there, by their server", async () => {
    const make = (cameras: unknown) =>
      house.ask("POST", "/service/groups", { as: "admin", body: { name: "Wrong", cameras } });
    expect((await make([{ id: "gate", orchidId: "south" }])).json).toMatchObject({ code: "camera/unknown" });
    expect((await make([{ id: "gate" }])).json).toMatchObject({ code: "camera/unknown" });
  });

  it("lose the cameras of a server that is gone, and have them again when it is back", async () => {
    const ground = async () => (await list("admin")).find(({ name }) => name === "Ground floor")?.cameras;
    know(house, servers.slice(1), seen);
    expect(await ground()).toEqual([door]);
    know(house, servers, seen);
    expect(await ground()).toEqual([gate, door]);
  });
});
