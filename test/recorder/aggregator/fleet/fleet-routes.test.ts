/** GET /service/fleet/cameras of an aggregator: pages, search, filters and counts, in the rights of who asks. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { fleetPage } from "#protocol/rest/cameras/fleet.ts";
import type { TestHouse } from "#test/recorder/support/test-house.ts";
import { Fleet } from "#test/recorder/aggregator/support/fleet.ts";

let fleet: Fleet;
let north: TestHouse;
let northId: string;
let southId: string;
let gate: string;
let vault: string;
let door: string;
beforeAll(async () => {
  fleet = await Fleet.open();
  north = await fleet.recorder({ name: "North" });
  const south = await fleet.recorder({ name: "South" });
  gate = (await north.addCamera("Gate 10")).camera.id;
  vault = (await north.addCamera("Vault")).camera.id;
  door = (await south.addCamera("Gate 9")).camera.id;
  [northId, southId] = [await fleet.add(north, { name: "North" }), await fleet.add(south, { name: "South" })];
  const camera = (orchidId: string, id: string) => ({ orchidId, id });
  await fleet.member("uma", [
    { abilities: ["live"], scope: "list", orchids: [], cameras: [camera(northId, gate)] },
    { abilities: ["ptz"], scope: "list", orchids: [], cameras: [camera(northId, vault)] },
  ]);
  await fleet.member("owen", [{ abilities: ["playback"], scope: "list", orchids: [southId], cameras: [] }]);
  await fleet.house.addUser("nadia");
  await vi.waitFor(async () => expect((await ask()).cameras).toHaveLength(3), { timeout: 8000 });
}, 30_000);
afterAll(() => fleet.close());

async function ask(query = "", as = "admin") {
  const { status, json, text } = await fleet.ask("GET", `/service/fleet/cameras?${query}`, undefined, as);
  expect(status, text).toBe(200);
  return fleetPage.parse(json);
}
const ids = async (query: string, as = "admin") => (await ask(query, as)).cameras.map(({ id }) => id);

it("lists all cameras by name, as lists show them, and says how many each server has", async () => {
  const { cameras, servers, next } = await ask();
  expect(cameras).toMatchObject([
    { id: door, orchidId: southId, name: "Gate 9", permissions: { actions: { live: true } } },
    { id: gate, orchidId: northId, name: "Gate 10" },
    { id: vault, orchidId: northId, name: "Vault" },
  ]);
  expect(next).toBeNull();
  expect(new Map(servers?.map(({ orchidId, count }) => [orchidId, count]))).toEqual(
    new Map([
      [northId, 2],
      [southId, 1],
    ]),
  );
  expect(JSON.stringify(cameras)).not.toContain("192.0.2.7");
});

it("goes on where a page ended, and says the counts with the first one", async () => {
  const first = await ask("limit=2");
  expect(first.cameras).toHaveLength(2);
  const second = await ask(`limit=2&cursor=${encodeURIComponent(first.next ?? "")}`);
  expect(second.cameras.map(({ id }) => id)).toEqual([vault]);
  expect([second.next, second.servers, second.version]).toEqual([null, undefined, undefined]);
});

it("finds by name, maker and the server's name, and filters by server, state and group", async () => {
  expect(await ids("text=GATE")).toEqual([door, gate]);
  expect(await ids("text=gate%0Anorth")).toEqual([gate]);
  expect(await ids("text=south")).toEqual([door]);
  expect(await ids(`text=gate&orchid=${northId}`)).toEqual([gate]);
  expect(await ids("state=unable%20to%20retrieve")).toEqual([]);
  const made = async (name: string, cameras: object[], parent: object | null = null) =>
    ((await fleet.ask("POST", "/service/groups", { name, cameras, parent })).json as { id: string }).id;
  const outer = await made("Outer", [{ orchidId: northId, id: vault }]);
  const inner = await made("Inner", [{ orchidId: southId, id: door }], { id: outer });
  expect(await ids(`group=${outer}`)).toEqual([door, vault]);
  expect(await ids(`group=${inner}&text=gate`)).toEqual([door]);
  expect((await fleet.ask("GET", "/service/fleet/cameras?group=none")).status).toBe(404);
  // A group is of those who see a camera in it.
  expect((await fleet.ask("GET", `/service/fleet/cameras?group=${inner}`, undefined, "uma")).status).toBe(404);
});

it.each([
  ["uma", () => [gate], () => [[northId, 1]]],
  ["owen", () => [door], () => [[southId, 1]]],
  ["nadia", () => [], () => []],
])(
  "%s sees and finds only what they may see, also in counts, by ids and by a server's name",
  async (as, mine, counts) => {
    const everything = await ask("", as);
    expect(everything.cameras.map(({ id }) => id)).toEqual(mine());
    expect(everything.servers?.map(({ orchidId, count }) => [orchidId, count])).toEqual(counts());
    expect(await ids("text=vault", as)).toEqual([]);
    const found = await Promise.all(["north", "south"].map((name) => ids(`text=${name}&ids=true`, as)));
    expect(found.flat()).toEqual(mine());
    const elsewhere = as === "owen" ? northId : southId;
    expect(await ids(`orchid=${elsewhere}`, as)).toEqual([]);
  },
);

it("asks nobody who is not signed in, and refuses what is no cursor, limit, state or difference", async () => {
  expect((await fleet.house.ask("GET", "/service/fleet/cameras")).status).toBe(401);
  for (const bad of [
    "cursor=x",
    `cursor=${encodeURIComponent('["a","b"]')}`,
    `cursor=${encodeURIComponent('["\\u0000","b","c"]')}`,
    "text=%00",
    "limit=0",
    "limit=1001",
    "state=odd",
    "orchid=..",
    `text=${"a%0A".repeat(21)}`,
    "since=1&text=gate",
  ])
    expect((await fleet.ask("GET", `/service/fleet/cameras?${bad}`)).status, bad).toBe(400);
  expect(await ids("text=%25%5C'")).toEqual([]);
});

it("says what became other since a version, and what went", async () => {
  const { version = "" } = await ask();
  const same = await ask(`since=${version}`);
  expect([same.since, same.cameras, same.gone]).toEqual([version, [], []]);
  const added = (await north.addCamera("Late")).camera.id;
  const news = await vi.waitFor(
    async () => {
      const answer = await ask(`since=${version}`);
      expect(answer.cameras.map(({ id }) => id)).toEqual([added]);
      return answer;
    },
    { timeout: 8000 },
  );
  await north.services.cameras.remove(added);
  await vi.waitFor(
    async () => expect((await ask(`since=${news.version}`)).gone).toEqual([{ orchidId: northId, id: added }]),
    { timeout: 8000 },
  );
  // Who sees other cameras has other versions, and gets all of theirs.
  const others = await ask(`since=${version}`, "uma");
  expect([others.since, others.gone, others.cameras.map(({ id }) => id)]).toEqual([undefined, undefined, [gate]]);
}, 20_000);

it("has what its server's list has, at once: whoever begins a list hears only what comes after", async () => {
  const added = (await north.addCamera("Latest")).camera.id;
  const isListed = async () => (await fleet.cameras(northId)).some(({ id }) => id === added);
  for (let times = 0; times < 2; times++) {
    await vi.waitFor(async () => expect(await isListed()).toBe(times === 0), { timeout: 8000, interval: 10 });
    expect(await ids("text=latest")).toEqual(times === 0 ? [added] : []);
    if (times === 0) await north.services.cameras.remove(added);
  }
}, 20_000);

it("cameras that an older release kept with their server's state get rows", async () => {
  const { store } = fleet.house.services;
  const rows = await store.selectFrom("fleet_cameras").selectAll().execute();
  const cameras = rows.flatMap((row) => (row.orchid_id === northId ? [JSON.parse(row.camera)] : []));
  await north.recorder.close();
  await fleet.until(northId, ({ isAvailable }) => !isAvailable);
  await fleet.house.stop();
  const { folder, adminPassword } = fleet.house;
  await asOfAnOlderRelease(folder, northId, cameras);
  fleet = await Fleet.reopen(folder, adminPassword);
  await vi.waitFor(async () => expect(await ids(`orchid=${northId}`)).toEqual([gate, vault]), { timeout: 8000 });
  expect(await ids(`orchid=${northId}&state=unknown`)).toEqual([gate, vault]);
}, 30_000);

async function asOfAnOlderRelease(folder: string, orchidId: string, cameras: unknown[]): Promise<void> {
  const { openStore } = await import("#recorder/store/store.ts");
  const store = await openStore({ file: `${folder}/aggregator.db`, url: "" });
  const { state } = await store
    .selectFrom("orchids")
    .select("state")
    .where("id", "=", orchidId)
    .executeTakeFirstOrThrow();
  const older = JSON.stringify({ ...(JSON.parse(state) as object), cameras });
  await store.updateTable("orchids").set({ state: older }).where("id", "=", orchidId).execute();
  await store.deleteFrom("fleet_cameras").where("orchid_id", "=", orchidId).execute();
  await store.destroy();
}
