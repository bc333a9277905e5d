import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namedView, namedViewList, type ViewCreate } from "#protocol/rest/view.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let cameraId = "";
beforeAll(async () => {
  house = await TestHouse.open();
  await house.addUser("vera", "Viewer");
  await house.addUser("viktor", "Viewer");
  cameraId = (await house.addCamera("Hall")).camera.id;
});
afterAll(() => house.close());

const look: ViewCreate["look"] = { mode: 1, view: { pan: 30, tilt: 60, zoom: 2 }, shift: 15 };
const views = async (as: string) =>
  namedViewList.parse((await house.ask("GET", "/service/views", { as })).json()).views;
const names = async (as: string) => (await views(as)).map(({ name }) => name);
const make = (as: string, name: string, more: Record<string, unknown> = {}) =>
  house.ask("POST", "/service/views", { as, body: { name, camera: { id: cameraId }, look, ...more } });
const made = async (...given: Parameters<typeof make>) => namedView.parse((await make(...given)).json());

describe("named views", () => {
  it("keep what they show, and are their owner's", async () => {
    const door = await made("vera", " Door ");
    expect(door).toMatchObject({
      name: "Door",
      camera: { id: cameraId, orchidId: "1" },
      shared: false,
      editable: true,
    });
    expect(door.look).toEqual({ ...look, layout: "single", panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 } });
    expect(await names("viktor")).toEqual([]);
    for (const method of ["GET", "DELETE"])
      for (const as of ["viktor", "admin"])
        expect((await house.ask(method, `/service/views/${door.id}`, { as })).statusCode, as).toBe(404);
    const turned = { ...look, mode: 2, shift: -40 };
    const path = `/service/views/${door.id}`;
    const change = await house.ask("PATCH", path, { as: "vera", body: { name: "Panorama", look: turned } });
    expect(change.json()).toMatchObject({ name: "Panorama", look: { mode: 2, shift: -40 } });
    expect((await house.ask("DELETE", path, { as: "vera" })).statusCode).toBe(204);
    expect(await names("vera")).toEqual([]);
  });

  it("are shared by administrators, and read-only for everybody else", async () => {
    expect((await make("vera", "Mine", { shared: true })).json()).toMatchObject({ code: "view/share" });
    const { id } = await made("admin", "Till", { shared: true });
    const path = `/service/views/${id}`;
    expect(await views("viktor")).toMatchObject([{ name: "Till", shared: true, editable: false }]);
    for (const body of [{ name: "Mine" }, { shared: false }, { look }])
      expect((await house.ask("PATCH", path, { as: "viktor", body })).json()).toMatchObject({ code: "view/read-only" });
    expect((await house.ask("DELETE", path, { as: "viktor" })).statusCode).toBe(403);
    const own = await made("vera", "Own");
    const shared = await house.ask("PATCH", `/service/views/${own.id}`, { as: "vera", body: { shared: true } });
    expect(shared.json()).toMatchObject({ code: "view/share" });
    expect((await house.ask("PATCH", path, { as: "admin", body: { shared: false } })).statusCode).toBe(200);
    expect(await names("viktor")).toEqual([]);
  });

  it("are shared by a right, of cameras that are seen whole; who has it changes what others shared, too", async () => {
    const closed = (await house.addCamera("Closed")).camera.id;
    const own = (await house.addCamera("Own right")).camera.id;
    const add = (username: string, more: object) =>
      house.services.users.create({ username, password: "correct horse battery", role: "Viewer", ...more });
    const { value } = (await add("sharon", { share: true, cameraScopes: [{ id: closed, scope: ["share"] }] })) as {
      value: { id: string };
    };
    await add("carl", { cameraScopes: [{ id: own, scope: ["live", "share"] }] });
    const shared = (as: string, camera: string) => make(as, "Shared", { shared: true, camera: { id: camera } });
    const may = async (as: string) =>
      Promise.all([cameraId, own, closed].map(async (camera) => (await shared(as, camera)).statusCode));
    expect(await may("sharon")).toEqual([201, 201, 404]);
    expect(await may("carl")).toEqual([403, 201, 403]);
    const actions = async (as: string) =>
      (await house.ask("GET", "/service/cameras", { as }))
        .json<{ cameras: { id: string; permissions: { actions: { shareViews?: boolean } } }[] }>()
        .cameras.filter(({ id }) => [cameraId, own].includes(id))
        .map(({ permissions }) => permissions.actions.shareViews ?? false);
    expect([await actions("sharon"), await actions("carl"), await actions("viktor"), await actions("admin")]).toEqual([
      [true, true],
      [false, true],
      [false, false],
      [true, true],
    ]);

    const { id } = await made("admin", "Office", { shared: true });
    const path = `/service/views/${id}`;
    expect((await views("sharon")).find((one) => one.id === id)).toMatchObject({ editable: true });
    for (const body of [{ name: "Room" }, { look: { ...look, shift: 1 } }])
      expect((await house.ask("PATCH", path, { as: "sharon", body })).statusCode).toBe(200);
    // Somebody else's personal view stays theirs.
    const secret = await made("vera", "Secret");
    expect((await house.ask("DELETE", `/service/views/${secret.id}`, { as: "sharon" })).statusCode).toBe(404);
    // Taken from the account it ends at once; a program that only watches never had it.
    await house.ask("PATCH", `/service/users/${value.id}`, { as: "admin", body: { share: false } });
    expect((await house.ask("PATCH", path, { as: "sharon", body: { name: "Mine" } })).json()).toMatchObject({
      code: "view/read-only",
    });
    expect((await shared("sharon", cameraId)).json()).toMatchObject({ code: "view/share" });
    await house.ask("PATCH", `/service/users/${value.id}`, { as: "admin", body: { share: true } });
    expect((await house.ask("DELETE", path, { as: "sharon" })).statusCode).toBe(204);
    const list = (await house.ask("GET", "/service/users", { as: "admin" })).json<{
      users: { username: string; share: boolean }[];
    }>().users;
    expect(
      list
        .filter(({ share }) => share)
        .map(({ username }) => username)
        .sort(),
    ).toEqual(["admin", "sharon"]);
  });

  it("one is where an account begins: its own choice, one for a camera", async () => {
    const [left, right] = [
      await made("admin", "Left", { shared: true }),
      await made("admin", "Right", { shared: true }),
    ];
    const begin = (as: string, id: string, home: boolean) =>
      house.ask("PATCH", `/service/views/${id}`, { as, body: { home } });
    const homes = async (as: string) => (await views(as)).filter(({ home }) => home).map(({ name }) => name);
    expect((await begin("viktor", left.id, true)).json()).toMatchObject({ home: true, editable: false });
    await begin("vera", right.id, true);
    expect([await homes("viktor"), await homes("vera"), await homes("admin")]).toEqual([["Left"], ["Right"], []]);
    await begin("viktor", right.id, true);
    expect(await homes("viktor")).toEqual(["Right"]);
    // Another one than the beginning is no beginning: the beginning stays.
    await begin("viktor", left.id, false);
    expect(await homes("viktor")).toEqual(["Right"]);
    await begin("viktor", right.id, false);
    expect(await homes("viktor")).toEqual([]);
  });

  it("grant nothing: who may not see the camera sees none of its views and makes none", async () => {
    const vault = (await house.addCamera("Vault")).camera.id;
    await house.services.users.create({
      username: "narrow",
      password: "correct horse battery",
      role: "Viewer",
      cameraScopes: [{ id: vault, scope: [] }],
    });
    const { id } = await made("admin", "Safe", { shared: true, camera: { id: vault } });
    expect(await names("narrow")).not.toContain("Safe");
    expect((await house.ask("PATCH", `/service/views/${id}`, { as: "narrow", body: { home: true } })).statusCode).toBe(
      404,
    );
    expect((await make("narrow", "Peep", { camera: { id: vault } })).json()).toMatchObject({ code: "camera/unknown" });
  });

  it("that are shared outlive the account that made them; all go with their camera", async () => {
    const hall = (await house.addCamera("Second hall")).camera.id;
    const leaverId = await house.addUser("leaver", "Administrator");
    await made("leaver", "Entrance", { shared: true, camera: { id: hall } });
    await made("leaver", "Draft", { camera: { id: hall } });
    expect((await house.ask("DELETE", `/service/users/${leaverId}`, { as: "admin" })).statusCode).toBe(204);
    expect(await names("viktor")).toContain("Entrance");
    expect((await house.ask("DELETE", `/service/cameras/${hall}`, { as: "admin" })).statusCode).toBe(204);
    expect(await names("viktor")).not.toContain("Entrance");
  });

  it("refuse what no view can be", async () => {
    for (const wrong of [
      { mode: 0 },
      { view: { pan: 1000, tilt: 0, zoom: 1 } },
      { layout: "triple" },
      { panoramaZoom: { scale: 0, centerX: 0.5, centerY: 0.5 } },
    ])
      expect((await make("vera", "Wrong", { look: { ...look, ...wrong } })).statusCode, JSON.stringify(wrong)).toBe(
        400,
      );
    expect((await make("vera", "Nowhere", { camera: { id: "nobody" } })).json()).toMatchObject({
      code: "camera/unknown",
    });
  });
});
