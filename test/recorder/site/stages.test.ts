import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stage, stageList } from "#protocol/rest/stage.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let cameraId = "";
beforeAll(async () => {
  house = await TestHouse.open();
  await house.addUser("vera", "Viewer");
  await house.addUser("viktor", "Viewer");
  cameraId = (await house.addCamera("Gate")).camera.id;
});
afterAll(() => house.close());

const cell = (id: string) => ({ camera: { id }, columnSpan: 2, rowSpan: 1, forceLbm: true, dewarpMode: 1 });
const names = async (as: string) =>
  stageList.parse((await house.ask("GET", "/service/stages", { as })).json()).stages.map(({ name }) => name);

describe("stages", () => {
  it("keep their cells and belong to who made them", async () => {
    const body = { name: " Yard ", stageMatrix: [[cell(cameraId), null]] };
    const made = stage.parse((await house.ask("POST", "/service/stages", { as: "vera", body })).json());
    expect(made).toMatchObject({ name: "Yard", shared: false, editable: true });
    expect(made.stageMatrix[0]?.[0]).toEqual({ ...cell(cameraId), camera: { id: cameraId, orchidId: "1" } });
    expect(await names("viktor")).toEqual([]);
    for (const method of ["GET", "DELETE"]) {
      expect((await house.ask(method, `/service/stages/${made.id}`, { as: "viktor" })).statusCode).toBe(404);
    }
    expect((await house.ask("GET", `/service/stages/${made.id}`, { as: "admin" })).statusCode).toBe(404);
  });

  it("are shared by administrators, read-only for everybody else", async () => {
    const vera = await house.ask("POST", "/service/stages", { as: "vera", body: { name: "S", shared: true } });
    expect(vera.statusCode).toBe(403);
    const body = { name: "Lobby", shared: true, stageMatrix: [[cell(cameraId)]] };
    const { id } = (await house.ask("POST", "/service/stages", { as: "admin", body })).json<{ id: string }>();
    const path = `/service/stages/${id}`;
    expect(await names("viktor")).toEqual(["Lobby"]);
    const seen = stage.parse((await house.ask("GET", path, { as: "viktor" })).json());
    expect(seen).toMatchObject({ shared: true, editable: false });
    const change = await house.ask("PATCH", path, { as: "viktor", body: { name: "Mine" } });
    expect(change.json()).toMatchObject({ code: "stage/read-only" });
    expect((await house.ask("DELETE", path, { as: "viktor" })).statusCode).toBe(403);
    expect((await house.ask("PATCH", path, { as: "admin", body: { shared: false } })).statusCode).toBe(200);
    expect(await names("viktor")).toEqual([]);
  });

  it("that are shared outlive the account that made them, its own do not", async () => {
    const leaverId = await house.addUser("leaver", "Administrator");
    const add = async (name: string, shared: boolean) => {
      const body = { name, shared, stageMatrix: [[cell(cameraId)]] };
      return (await house.ask("POST", "/service/stages", { as: "leaver", body })).json<{ id: string }>().id;
    };
    const [sharedId, ownId] = [await add("Entrances", true), await add("Draft", false)];
    expect((await house.ask("DELETE", `/service/users/${leaverId}`, { as: "admin" })).statusCode).toBe(204);
    expect(await names("viktor")).toContain("Entrances");
    const kept = await house.ask("PATCH", `/service/stages/${sharedId}`, { as: "admin", body: { name: "Doors" } });
    expect(kept.json()).toMatchObject({ name: "Doors", shared: true, editable: true });
    expect((await house.ask("GET", `/service/stages/${ownId}`, { as: "admin" })).statusCode).toBe(404);
    await house.ask("DELETE", `/service/stages/${sharedId}`, { as: "admin" });
  });

  it("grant nothing: forbidden cameras are absent, a stage of only such is not listed", async () => {
    const hidden = await house.addCamera("Vault");
    await house.services.users.create({
      username: "narrow",
      password: "correct horse battery",
      role: "Viewer",
      cameraScopes: [{ id: hidden.camera.id, scope: [] }],
    });
    const add = (name: string, ids: string[]) =>
      house.ask("POST", "/service/stages", { as: "admin", body: { name, shared: true, stageMatrix: [ids.map(cell)] } });
    await add("Only vault", [hidden.camera.id]);
    await add("Both", [hidden.camera.id, cameraId]);
    const { stages } = stageList.parse((await house.ask("GET", "/service/stages", { as: "narrow" })).json());
    const both = stages.find(({ name }) => name === "Both");
    expect(both?.stageMatrix[0]?.map((one) => one?.camera?.id)).toEqual([undefined, cameraId]);
    expect(stages.some(({ name }) => name === "Only vault")).toBe(false);
  });

  it("keep the cells that whoever writes them is not shown", async () => {
    const [open, hidden] = [(await house.addCamera("Open")).camera.id, (await house.addCamera("Hidden")).camera.id];
    const body = { name: "Mixed", stageMatrix: [[cell(hidden), null, cell(open)]] };
    const { id } = (await house.ask("POST", "/service/stages", { as: "vera", body })).json<{ id: string }>();
    const path = `/service/stages/${id}`;
    const vera = (await house.services.users.list()).find(({ username }) => username === "vera");
    const mayHidden = (scope: "live"[]) =>
      house.services.users.patch(vera?.id ?? "", { cameraScopes: [{ id: hidden, scope }] });
    const read = async () => stage.parse((await house.ask("GET", path, { as: "vera" })).json()).stageMatrix;
    const cameras = (matrix: Awaited<ReturnType<typeof read>>) =>
      matrix.map((row) => row.map((one) => one?.camera?.id ?? null));

    await mayHidden([]);
    const seen = await read();
    expect(cameras(seen)).toEqual([[null, null, open]]);
    const rename = { name: "Renamed", stageMatrix: seen };
    expect((await house.ask("PATCH", path, { as: "vera", body: rename })).statusCode).toBe(200);
    await mayHidden(["live"]);
    expect(cameras(await read())).toEqual([[hidden, null, open]]);
    expect((await read())[0]?.[0]).toMatchObject({ columnSpan: 2, forceLbm: true, dewarpMode: 1 });

    // A camera that is put in the place of the hidden one pushes it down, and never out.
    await mayHidden([]);
    await house.ask("PATCH", path, { as: "vera", body: { stageMatrix: [[cell(open)]] } });
    await mayHidden(["live"]);
    expect(cameras(await read())).toEqual([[open], [hidden]]);
  });
});
