import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cameraGroup, cameraGroupList } from "#protocol/rest/cameras/camera-group.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let gate = "";
let vault = "";
beforeAll(async () => {
  house = await TestHouse.open();
  gate = (await house.addCamera("Gate")).camera.id;
  vault = (await house.addCamera("Vault")).camera.id;
  await house.addUser("vera", "Viewer");
  await house.services.users.create({
    username: "narrow",
    password: "correct horse battery",
    role: "Viewer",
    cameraScopes: [{ id: vault, scope: [] }],
  });
});
afterAll(() => house.close());

const list = async (as: string) =>
  cameraGroupList.parse((await house.ask("GET", "/service/groups", { as })).json()).groups;
const add = async (name: string, parent: string | null, ...cameras: string[]) => {
  const body = { name, parent: parent === null ? null : { id: parent }, cameras: cameras.map((id) => ({ id })) };
  const answer = await house.ask("POST", "/service/groups", { as: "admin", body });
  expect(answer.statusCode).toBe(201);
  return cameraGroup.parse(answer.json()).id;
};
const change = (id: string, body: unknown) => house.ask("PATCH", `/service/groups/${id}`, { as: "admin", body });

describe("camera groups", () => {
  it("are nested, renamed, moved and filled by administrators, and everybody is told", async () => {
    const heard: string[] = [];
    const vera = await house.services.users.list();
    const stop = house.services.hub.add({
      identity: () => ({ userId: vera[0]?.id ?? "" }) as never,
      send: ({ type }) => heard.push(type),
      end: () => undefined,
    });
    const yard = await add(" Yard ", null, gate, gate);
    const inner = await add("Inner", yard);
    expect(await list("vera")).toEqual([
      {
        id: yard,
        href: `/service/groups/${yard}`,
        name: "Yard",
        parent: null,
        cameras: [{ id: gate, orchidId: "1" }],
        groups: [],
      },
    ]);
    expect((await list("admin")).find(({ id }) => id === yard)?.groups).toEqual([{ id: inner }]);
    const filled = await change(inner, { name: "Inner yard", parent: null, cameras: [{ id: vault }] });
    expect(filled.json()).toMatchObject({ name: "Inner yard", parent: null, cameras: [{ id: vault }] });
    expect(heard).toEqual(["camera-groups-modified", "camera-groups-modified", "camera-groups-modified"]);
    stop();
    for (const id of [yard, inner]) {
      expect((await house.ask("DELETE", `/service/groups/${id}`, { as: "admin" })).statusCode).toBeLessThan(300);
    }
    expect(await list("admin")).toEqual([]);
  });

  it("show nobody a camera that they may not see, nor a group of only such", async () => {
    const outer = await add("Outer", null);
    const both = await add("Both", outer, gate, vault);
    const only = await add("Only vault", null, vault);
    expect((await list("narrow")).map(({ name }) => name).sort()).toEqual(["Both", "Outer"]);
    expect((await list("narrow")).find(({ id }) => id === both)?.cameras).toEqual([{ id: gate, orchidId: "1" }]);
    expect((await house.ask("GET", `/service/groups/${only}`, { as: "narrow" })).statusCode).toBe(404);
    // The groups inside are removed with the outer group.
    await house.ask("DELETE", `/service/groups/${outer}`, { as: "admin" });
    expect((await list("admin")).map(({ name }) => name)).toEqual(["Only vault"]);
  });

  it("refuse circles, strangers, unknown places and too many levels", async () => {
    const a = await add("A", null);
    const b = await add("B", a);
    expect((await change(a, { parent: { id: b } })).json()).toMatchObject({ code: "group/inside-itself" });
    expect((await change(a, { parent: { id: "gone" } })).statusCode).toBe(404);
    expect((await change(a, { cameras: [{ id: "stranger" }] })).json()).toMatchObject({ code: "camera/unknown" });
    expect((await change(a, { name: "  " })).statusCode).toBe(400);
    expect((await change("gone", { name: "X" })).statusCode).toBe(404);
    let last = b;
    for (let level = 3; level <= 8; level++) last = await add(`L${level}`, last);
    const body = { name: "L9", parent: { id: last } };
    const ninth = await house.ask("POST", "/service/groups", { as: "admin", body });
    expect(ninth.json()).toMatchObject({ code: "group/too-deep" });
  });

  it("lose a camera that is deleted", async () => {
    const { camera } = await house.addCamera("Short lived");
    const id = await add("Fleeting", null, camera.id);
    await house.ask("DELETE", `/service/cameras/${camera.id}`, { as: "admin" });
    expect((await list("admin")).find((group) => group.id === id)?.cameras).toEqual([]);
  });
});
