/** GET /service/fleet/cameras of a recorder: its own cameras, by the rules that an aggregator's database has, too. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { fleetPage } from "#protocol/rest/cameras/fleet.ts";
import { TestHouse } from "../support/test-house.ts";

let house: TestHouse;
let gate: string;
let late: string;
let vault: string;
beforeAll(async () => {
  house = await TestHouse.open();
  late = (await house.addCamera("Gate 10")).camera.id;
  gate = (await house.addCamera("Gate 9")).camera.id;
  vault = (await house.addCamera("Vault")).camera.id;
  const uma = await house.addUser("uma", "Viewer");
  const body = { cameraScopes: [{ id: vault, scope: [] }] };
  expect((await house.ask("PATCH", `/service/users/${uma}`, { as: "admin", body })).statusCode).toBe(200);
});
afterAll(() => house.close());

async function ask(query = "", as = "admin") {
  const answer = await house.ask("GET", `/service/fleet/cameras?${query}`, { as });
  expect(answer.statusCode, answer.body).toBe(200);
  return fleetPage.parse(answer.json());
}
const ids = async (query: string, as?: string) => (await ask(query, as)).cameras.map(({ id }) => id);

it("answers pages by name, with the number of all at first", async () => {
  const first = await ask("limit=2");
  expect(first).toMatchObject({
    cameras: [
      { id: gate, orchidId: "1", name: "Gate 9", permissions: { actions: { live: true } } },
      { id: late, orchidId: "1" },
    ],
    servers: [{ orchidId: "1", count: 3 }],
  });
  const second = await ask(`limit=2&cursor=${encodeURIComponent(first.next ?? "")}`);
  expect(second).toMatchObject({ cameras: [{ id: vault }], next: null });
  expect(second.servers).toBeUndefined();
});

it("finds by name and group, and knows no other server", async () => {
  expect(await ids("text=gate")).toEqual([gate, late]);
  expect(await ids("text=GATE%0Amaker%20one")).toEqual([gate, late]);
  expect(await ids("text=gate&ids=true&state=running")).toEqual([]);
  expect(await ids("orchid=1")).toHaveLength(3);
  expect(await ids("orchid=2")).toEqual([]);
  const made = await house.ask("POST", "/service/groups", {
    as: "admin",
    body: { name: "Yard", cameras: [{ id: vault }] },
  });
  const { id } = made.json<{ id: string }>();
  expect(await ids(`group=${id}`)).toEqual([vault]);
  expect((await house.ask("GET", "/service/fleet/cameras?group=none", { as: "admin" })).statusCode).toBe(404);
});

it("tells nobody of a camera that they may not see", async () => {
  const { cameras, servers } = await ask("", "uma");
  expect(cameras.map(({ id }) => id)).toEqual([gate, late]);
  expect(servers).toEqual([{ orchidId: "1", count: 2 }]);
  expect(await ids("text=vault", "uma")).toEqual([]);
  expect((await house.ask("GET", "/service/fleet/cameras")).statusCode).toBe(401);
});
