import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patrol, patrolList } from "#protocol/rest/patrol.ts";
import { namedView } from "#protocol/rest/view.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let cameraId = "";
const view: Record<string, string> = {};

const post = async (as: string, path: string, body: Record<string, unknown>) => house.ask("POST", path, { as, body });
async function addView(as: string, name: string, more: Record<string, unknown> = {}): Promise<string> {
  const look = { mode: 1, view: { pan: 30, tilt: 60, zoom: 2 }, shift: 15 };
  const answer = await post(as, "/service/views", { name, camera: { id: cameraId }, look, ...more });
  return namedView.parse(answer.json()).id;
}
beforeAll(async () => {
  house = await TestHouse.open();
  await house.addUser("vera", "Viewer");
  await house.addUser("viktor", "Viewer");
  cameraId = (await house.addCamera("Hall")).camera.id;
  for (const name of ["Till", "Door"]) view[name] = await addView("admin", name, { shared: true });
  view.Own = await addView("vera", "Own");
});
afterAll(() => house.close());

const stops = (...names: string[]) => names.map((name) => ({ view: { id: view[name] }, dwellS: 5 }));
const make = (as: string, name: string, more: Record<string, unknown> = {}) =>
  post(as, "/service/patrols", { name, camera: { id: cameraId }, stops: stops("Till", "Door"), glideS: 2, ...more });
const made = async (...given: Parameters<typeof make>) => patrol.parse((await make(...given)).json());
const names = async (as: string) =>
  patrolList.parse((await house.ask("GET", "/service/patrols", { as })).json()).patrols.map(({ name }) => name);

describe("patrols", () => {
  it("keep their views in their order, and are their owner's", async () => {
    const round = await made("vera", " Round ", { stops: stops("Own", "Till", "Own") });
    expect(round).toMatchObject({ name: "Round", camera: { id: cameraId, orchidId: "1" }, glideS: 2, shared: false });
    expect(round.stops).toEqual(stops("Own", "Till", "Own"));
    expect(await names("viktor")).toEqual([]);
    const path = `/service/patrols/${round.id}`;
    for (const method of ["GET", "DELETE"])
      for (const as of ["viktor", "admin"]) expect((await house.ask(method, path, { as })).statusCode, as).toBe(404);
    const change = await house.ask("PATCH", path, { as: "vera", body: { glideS: 0, stops: stops("Door", "Till") } });
    expect(change.json()).toMatchObject({ glideS: 0, stops: stops("Door", "Till") });
    expect((await house.ask("DELETE", path, { as: "vera" })).statusCode).toBe(204);
    expect(await names("vera")).toEqual([]);
  });

  it("are shared by administrators, with shared views, and read-only for everybody else", async () => {
    expect((await make("vera", "Mine", { shared: true })).json()).toMatchObject({ code: "patrol/share" });
    const secret = await addView("admin", "Secret");
    const mixed = [...stops("Till"), { view: { id: secret }, dwellS: 5 }];
    expect((await make("admin", "Mixed", { shared: true, stops: mixed })).json()).toMatchObject({
      code: "patrol/view-personal",
    });
    const { id } = await made("admin", "Night", { shared: true });
    const path = `/service/patrols/${id}`;
    expect(await names("viktor")).toEqual(["Night"]);
    // Or by the right to share views of the camera.
    const sharing = { username: "sharon", password: "correct horse battery", role: "Viewer", share: true } as const;
    expect((await house.services.users.create(sharing)).ok).toBe(true);
    const day = await made("sharon", "Day", { shared: true });
    expect((await house.ask("DELETE", `/service/patrols/${day.id}`, { as: "sharon" })).statusCode).toBe(204);
    expect((await house.ask("PATCH", path, { as: "sharon", body: { glideS: 3 } })).statusCode).toBe(200);
    for (const body of [{ name: "Mine" }, { shared: false }, { glideS: 1 }])
      expect((await house.ask("PATCH", path, { as: "viktor", body })).json()).toMatchObject({
        code: "patrol/read-only",
      });
    expect((await house.ask("PATCH", path, { as: "admin", body: { stops: mixed } })).statusCode).toBe(400);
    // A view that is gone since is no reason to refuse another name.
    await house.ask("DELETE", `/service/views/${view.Door}`, { as: "admin" });
    expect((await house.ask("PATCH", path, { as: "admin", body: { name: "Late" } })).statusCode).toBe(200);
    view.Door = await addView("admin", "Door", { shared: true });
    expect((await house.ask("DELETE", path, { as: "admin" })).statusCode).toBe(204);
  });

  it("go through views of their own camera that their maker sees", async () => {
    for (const strange of [view.Own ?? "", "nobody"])
      expect((await make("viktor", "Peep", { stops: [{ view: { id: strange }, dwellS: 5 }] })).json()).toMatchObject({
        code: "patrol/view-unknown",
      });
    const other = (await house.addCamera("Yard")).camera.id;
    expect((await make("admin", "Yard", { camera: { id: other } })).json()).toMatchObject({
      code: "patrol/view-unknown",
    });
    await house.services.users.create({
      username: "narrow",
      password: "correct horse battery",
      role: "Viewer",
      cameraScopes: [{ id: cameraId, scope: [] }],
    });
    expect((await make("narrow", "Blind")).json()).toMatchObject({ code: "camera/unknown" });
  });

  it("that are shared outlive the account that made them; all go with their camera", async () => {
    const leaverId = await house.addUser("leaver", "Administrator");
    await made("leaver", "Kept", { shared: true });
    await made("leaver", "Draft");
    expect((await house.ask("DELETE", `/service/users/${leaverId}`, { as: "admin" })).statusCode).toBe(204);
    expect(await names("viktor")).toEqual(["Kept"]);
    expect((await house.ask("DELETE", `/service/cameras/${cameraId}`, { as: "admin" })).statusCode).toBe(204);
    expect(await names("viktor")).toEqual([]);
  });

  it("refuse what no patrol can be", async () => {
    for (const wrong of [{ stops: [] }, { glideS: -1 }, { glideS: 31 }, { stops: [{ view: { id: "a" }, dwellS: 0 }] }])
      expect((await make("vera", "Wrong", wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
  });
});
