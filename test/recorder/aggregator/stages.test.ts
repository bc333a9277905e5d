import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stage, stageList } from "#protocol/rest/stage.ts";
import { AggregatorHouse } from "./support/aggregator-house.ts";
import { know, knownServer } from "./support/known-parts.ts";

let house: AggregatorHouse;
beforeAll(async () => {
  house = await AggregatorHouse.open();
  const [uma, ute] = [await house.addUser("uma"), await house.addUser("ute")];
  await house.addUser("blind");
  know(
    house,
    [knownServer("north", ["gate", "vault"]), knownServer("south", ["door"])],
    new Map([
      [uma, ["gate", "door"]],
      [ute, ["door"]],
    ]),
  );
});
afterAll(() => house.close());

const cell = (orchidId: string, id: string) => ({
  camera: { id, orchidId },
  columnSpan: 1,
  rowSpan: 1,
  forceLbm: false,
  dewarpMode: 0,
});
const matrix = [[cell("north", "gate"), cell("south", "door")]];
const names = async (as: string) =>
  stageList.parse((await house.ask("GET", "/service/stages", { as })).json).stages.map(({ name }) => name);
const make = async (as: string, body: Record<string, unknown>) =>
  stage.parse((await house.ask("POST", "/service/stages", { as, body: { stageMatrix: matrix, ...body } })).json);

describe("stages of an aggregator", () => {
  it("are shared by everybody and taken back by whom they belong to; shared ones are read-only", async () => {
    const { id } = await make("uma", { name: "Entrances" });
    const path = `/service/stages/${id}`;
    expect(await names("ute")).toEqual([]);
    const shared = await house.ask("PATCH", path, { as: "uma", body: { shared: true } });
    expect(shared.json).toMatchObject({ shared: true, editable: false });
    expect(await names("ute")).toEqual(["Entrances"]);
    for (const as of ["uma", "ute"]) {
      const change = await house.ask("PATCH", path, { as, body: { name: "Mine" } });
      expect(change.json, as).toMatchObject({ code: "stage/read-only" });
      expect((await house.ask("DELETE", path, { as })).status, as).toBe(403);
    }
    expect((await house.ask("PATCH", path, { as: "ute", body: { shared: false } })).status).toBe(403);
    const both = await house.ask("PATCH", path, { as: "uma", body: { shared: false, name: "Both" } });
    expect(both.json).toMatchObject({ code: "stage/read-only" });
    expect((await house.ask("PATCH", path, { as: "uma", body: { shared: false } })).status).toBe(200);
    expect((await house.ask("PATCH", path, { as: "uma", body: { name: "Mine" } })).status).toBe(200);
    expect((await house.ask("DELETE", path, { as: "uma" })).status).toBe(204);
  });

  it("may be born shared, and are changed by administrators", async () => {
    const { id } = await make("uma", { name: "Shared", shared: true });
    expect((await house.ask("PATCH", `/service/stages/${id}`, { as: "admin", body: { name: "Ours" } })).status).toBe(
      200,
    );
    expect(await names("ute")).toEqual(["Ours"]);
    expect((await house.ask("DELETE", `/service/stages/${id}`, { as: "admin" })).status).toBe(204);
  });

  it("grant nothing: cameras of any server that may not be seen are absent", async () => {
    const { id } = await make("admin", { name: "All", shared: true });
    const seen = stage.parse((await house.ask("GET", `/service/stages/${id}`, { as: "ute" })).json);
    expect(seen.stageMatrix[0]?.map((one) => one?.camera)).toEqual([null, { id: "door", orchidId: "south" }]);
    expect(await names("blind")).toEqual([]);
    expect((await house.ask("GET", `/service/stages/${id}`, { as: "blind" })).status).toBe(404);
  });
});
