import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AggregatorHouse } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { type Camera, LinkedHouses } from "#test/recorder/aggregator/support/linked-houses.ts";

/** Permission groups of an aggregator with one recorder of two cameras. */
let houses: LinkedHouses;
let gate: Camera;
let yard: Camera;
beforeAll(async () => {
  const opened = await LinkedHouses.open(["Gate", "Yard"]);
  houses = opened.houses;
  [gate, yard] = opened.cameras as [Camera, Camera];
});
afterAll(() => houses.close());

const admin = { as: "admin" };
const url = "/service/permissions";
const create = (body: unknown) => houses.ask("POST", url, { ...admin, body });
const patch = (id: string, body: unknown) => houses.ask("PATCH", `${url}/${id}`, { ...admin, body });
const groups = async () =>
  ((await houses.ask("GET", url, admin)).json as { permissions: { id: string; name: string; admin: boolean }[] })
    .permissions;
const idOf = async (name: string) => (await groups()).find((group) => group.name === name)?.id ?? "";
const camerasOf = async (as: string) => {
  const { json } = await houses.proxied("GET", "/service/cameras", { as });
  return (json as { cameras?: { name: string }[] }).cameras?.map(({ name }) => name).sort();
};
const live = (orchids: string[]) => [{ abilities: ["live"] as const, scope: "list" as const, orchids }];

describe("permission groups", () => {
  it("there are three at the first start; one that was removed stays away", async () => {
    const house = await AggregatorHouse.open();
    const names = async (at: AggregatorHouse) => {
      const { json } = await at.ask("GET", url, admin);
      return (json as { permissions: { name: string }[] }).permissions.map(({ name }) => name);
    };
    expect(await names(house)).toEqual(["Administrator", "Live Viewer", "Viewer"]);
    const { json } = await house.ask("GET", url, admin);
    const [first] = (json as { permissions: { id: string }[] }).permissions;
    expect((await house.ask("DELETE", `${url}/${first?.id}`, admin)).status).toBe(204);
    await house.stop();
    const again = await AggregatorHouse.open({}, house.folder, house.adminPassword);
    expect(await names(again)).toEqual(["Live Viewer", "Viewer"]);
    await again.close();
  });

  it("no two have one name: neither when one is made nor when one is renamed", async () => {
    const { id } = (await create({ name: "Twins" })).json as { id: string };
    for (const name of ["Twins", " twins "])
      expect(await create({ name })).toMatchObject({ status: 409, json: { code: "permission/name-taken" } });
    const other = (await create({ name: "Triplets" })).json as { id: string };
    expect(await patch(other.id, { name: "Twins" })).toMatchObject({ status: 409 });
    expect(await patch(id, { name: "Twins", description: "two" })).toMatchObject({ status: 200 });
    for (const each of [id, other.id]) await houses.ask("DELETE", `${url}/${each}`, admin);
  });

  it("are made, read, changed and removed by administrators only", async () => {
    await houses.aggregator.addUser("nosy");
    const body = { name: "Guards", description: "at night", granted: live([houses.orchidId]), apps: ["map"] };
    const made = await create(body);
    expect(made.status).toBe(201);
    const { id } = made.json as { id: string };
    const expected = { ...body, id, href: `${url}/${id}`, admin: false, members: [], memberGroups: [], revoked: [] };
    expect(made.json).toEqual({ ...expected, granted: [{ ...body.granted[0], cameras: [] }] });
    expect((await houses.ask("GET", `${url}/${id}`, admin)).json).toEqual(made.json);
    expect((await patch(id, { name: "Watch", apps: "all" })).json).toMatchObject({ name: "Watch", apps: "all" });
    for (const [method, path] of [
      ["GET", url],
      ["POST", url],
      ["GET", `${url}/domains`],
      ["GET", `${url}/${id}`],
      ["PATCH", `${url}/${id}`],
      ["DELETE", `${url}/${id}`],
    ] as const)
      expect((await houses.ask(method, path, { as: "nosy", ...(method === "GET" ? {} : { body: {} }) })).status).toBe(
        403,
      );
    expect((await houses.ask("DELETE", `${url}/${id}`, admin)).status).toBe(204);
    expect((await houses.ask("GET", `${url}/${id}`, admin)).status).toBe(404);
    expect((await patch(id, { name: "Gone" })).status).toBe(404);
  });

  it.each([
    ["a member", { members: ["nobody"] }, "user/unknown"],
    ["a group", { memberGroups: ["none"] }, "permission/unknown"],
    ["a server", { granted: live(["elsewhere"]) }, "orchid/unknown"],
    [
      "a camera",
      { revoked: [{ abilities: ["all"], scope: "list", cameras: [{ orchidId: "x", id: "y" }] }] },
      "camera/unknown",
    ],
  ])("name nothing that is not there: %s", async (_what, more, code) => {
    const answer = await create({ name: "Odd", ...more });
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([404, code]);
  });

  it("domains: abilities, servers with their cameras, apps", async () => {
    const { json } = await houses.ask("GET", `${url}/domains`, admin);
    expect(json).toMatchObject({
      abilities: ["live", "playback", "export", "ptz", "unmask", "share", "all"],
      orchids: [
        {
          id: houses.orchidId,
          cameras: expect.arrayContaining([{ id: gate.camera.id, name: "Gate" }]),
        },
      ],
      apps: [],
    });
  });
});

describe("what groups give", () => {
  it("a new account sees nothing; a group gives a camera, a revocation takes it", async () => {
    await houses.aggregator.addUser("newcomer");
    expect((await houses.proxied("GET", "/service/cameras", { as: "newcomer" })).status).toBe(404);
    expect((await houses.ask("GET", "/service/orchids", { as: "newcomer" })).json).toEqual([]);
    const id = await houses.member("one_camera", houses.on(gate, "live"));
    expect(await camerasOf("one_camera")).toEqual(["Gate"]);
    await patch(id, { granted: [{ abilities: ["live"], scope: "all" }] });
    expect(await camerasOf("one_camera")).toEqual(["Gate", "Yard"]);
    await patch(id, { revoked: houses.on(gate, "all") });
    expect(await camerasOf("one_camera")).toEqual(["Yard"]);
    await patch(id, { revoked: [] });
    expect(await camerasOf("one_camera")).toEqual(["Gate", "Yard"]);
    expect((await houses.ask("DELETE", `${url}/${id}`, admin)).status).toBe(204);
    expect((await houses.proxied("GET", "/service/cameras", { as: "one_camera" })).status).toBe(404);
  });

  it("groups of an account are set with the account; memberships go with it", async () => {
    const viewer = await idOf("Live Viewer");
    const body = { username: "grouped", password: "correct horse battery", groups: [viewer] };
    const made = await houses.ask("POST", "/service/users", { ...admin, body });
    expect(made.json).toMatchObject({ groups: [viewer] });
    expect(await camerasOf("grouped")).toEqual(["Gate", "Yard"]);
    const { id } = made.json as { id: string };
    const named = async () => (await houses.ask("GET", `${url}/${viewer}`, admin)).json;
    expect(await named()).toMatchObject({ members: [id] });
    await houses.ask("DELETE", `/service/users/${id}`, admin);
    expect(await named()).toMatchObject({ members: [] });
  });

  it("members of a group inside are members, in circles too", async () => {
    const inner = await houses.member("nested", []);
    const outer = await create({ name: "Outer", memberGroups: [inner], granted: houses.on(yard, "live") });
    await patch(inner, { memberGroups: [(outer.json as { id: string }).id] });
    expect(await camerasOf("nested")).toEqual(["Yard"]);
  });

  it("whose rights change is told, nobody else", async () => {
    const id = await houses.member("told", houses.on(gate, "live"));
    await houses.member("untold", houses.on(gate, "live"));
    const [told, untold] = [await houses.aggregator.events("told"), await houses.aggregator.events("untold")];
    await patch(id, { description: "the same rights" });
    await patch(id, { granted: houses.on(yard, "live") });
    expect(await told.next("permissions-changed")).toMatchObject({ resource: "users" });
    // Both sockets have received a later event.
    await houses.ask("PATCH", "/service/settings", { ...admin, body: { greeting: "Be kind." } });
    await Promise.all([told.next("config-modified"), untold.next("config-modified")]);
    const count = (all: typeof told) => all.messages.filter(({ type }) => type === "permissions-changed").length;
    expect([count(told), count(untold)]).toEqual([1, 0]);
    told.close();
    untold.close();
  });
});

describe("administrators by group", () => {
  it("administer servers and groups, and stop when the group says so", async () => {
    const id = await houses.member("deputy", []);
    expect((await houses.ask("GET", url, { as: "deputy" })).status).toBe(403);
    await patch(id, { admin: true });
    expect((await houses.ask("GET", url, { as: "deputy" })).status).toBe(200);
    expect((await houses.proxied("GET", "/service/users", { as: "deputy" })).status).toBe(200);
    await patch(id, { admin: false });
    expect((await houses.ask("GET", url, { as: "deputy" })).status).toBe(403);
  });

  it("the last one cannot be locked out", async () => {
    const { store } = houses.aggregator.services;
    const id = await houses.member("last", []);
    await patch(id, { admin: true });
    await store.updateTable("users").set({ role: "" }).where("username", "=", "admin").execute();
    try {
      const last = { as: "last" };
      const refused = [
        await houses.ask("PATCH", `${url}/${id}`, { ...last, body: { admin: false } }),
        await houses.ask("PATCH", `${url}/${id}`, { ...last, body: { members: [] } }),
        await houses.ask("DELETE", `${url}/${id}`, last),
      ];
      for (const { status, json } of refused)
        expect([status, (json as { code: string }).code]).toEqual([409, "permission/last-administrator"]);
      expect((await houses.ask("GET", url, last)).status).toBe(200);
    } finally {
      await store.updateTable("users").set({ role: "Administrator" }).where("username", "=", "admin").execute();
    }
  });
});
