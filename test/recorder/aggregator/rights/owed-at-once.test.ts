/** What servers are owed because of a change is written with the change: whoever dies in between loses neither, or both. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Store } from "#recorder/store/store.ts";
import { AggregatorHouse, PASSWORD } from "#test/recorder/aggregator/support/aggregator-house.ts";

let house: AggregatorHouse;
let uma: string;
/** as if the server were killed before the change is committed */
let isKilled = false;
/** what was owed within the transaction, kinds of notices about uma */
let owed: string[] = [];

async function look(store: Store, userIds: readonly string[]): Promise<() => void> {
  const rows = await store.selectFrom("owed_notices").select(["kind", "user_id"]).orderBy("kind").execute();
  if (userIds.includes(uma)) owed = rows.filter(({ user_id }) => user_id === uma).map(({ kind }) => kind);
  if (isKilled) throw new Error("killed");
  return () => undefined;
}

beforeAll(async () => {
  house = await AggregatorHouse.open();
  uma = await house.addUser("uma");
  const { store, permissions, sessions } = house.services;
  const server = { id: "north", name: "North", uri: "", direct_uri: "", key: "", state: "", created_ms: 0 };
  await store.insertInto("orchids").values(server).execute();
  await store.insertInto("used_servers").values({ orchid_id: "north", user_id: uma, used_ms: Date.now() }).execute();
  permissions.onRightsChange(look);
  sessions.ends.onUserEnding((tx, userId) => look(tx, [userId]));
});
afterAll(() => house.close());
beforeEach(async () => {
  isKilled = false;
  owed = [];
  await house.services.store.deleteFrom("owed_notices").execute();
});

const waiting = async (): Promise<number> =>
  (await house.services.store.selectFrom("owed_notices").selectAll().execute()).length;

it("rights of a group", async () => {
  const body = { name: "Guards", members: [uma], admin: true };
  isKilled = true;
  expect((await house.ask("POST", "/service/permissions", { as: "admin", body })).status).toBe(500);
  expect(owed).toEqual(["rights"]);
  expect(await waiting()).toBe(0);
  isKilled = false;
  expect((await house.ask("POST", "/service/permissions", { as: "admin", body })).status).toBe(201);
  expect(owed).toEqual(["rights"]);
});

const account = () => house.services.store.selectFrom("users").selectAll().where("id", "=", uma).executeTakeFirst();

it("rights of an account itself", async () => {
  const change = (admin: boolean) => house.ask("PATCH", `/service/users/${uma}`, { as: "admin", body: { admin } });
  const asBefore = await account();
  isKilled = true;
  expect((await change(true)).status).toBe(500);
  expect(owed).toEqual(["end", "rights"]);
  expect(await waiting()).toBe(0);
  expect(await account()).toEqual(asBefore);
  isKilled = false;
  expect((await change(true)).status).toBe(200);
  expect(owed).toEqual(["end", "rights"]);
  expect((await account())?.role).toBe("Administrator");
});

it("a deleted account", async () => {
  const gone = await house.addUser("gone");
  const { store } = house.services;
  await store.insertInto("used_servers").values({ orchid_id: "north", user_id: gone, used_ms: Date.now() }).execute();
  const there = async () => (await store.selectFrom("users").select("id").where("id", "=", gone).execute()).length;
  isKilled = true;
  expect((await house.ask("DELETE", `/service/users/${gone}`, { as: "admin" })).status).toBe(500);
  expect([await there(), await waiting()]).toEqual([1, 0]);
  isKilled = false;
  expect((await house.ask("DELETE", `/service/users/${gone}`, { as: "admin" })).status).toBe(204);
  expect(await there()).toBe(0);
});

it("the end of all sign-ins of a user", async () => {
  const body = { username: "uma", password: PASSWORD };
  const { json } = await house.ask("POST", "/service/sessions/user", { body });
  const headers = { authorization: `Bearer ${(json as { id: string }).id}` };
  const change = () =>
    house.ask("PATCH", `/service/users/${uma}`, { as: "admin", body: { password: "another good one 7" } });
  const asBefore = await account();
  isKilled = true;
  expect((await change()).status).toBe(500);
  expect(owed).toEqual(["end", "rights"]);
  expect(await waiting()).toBe(0);
  expect(await account()).toEqual(asBefore);
  expect((await house.ask("GET", "/service/sessions/me", { headers })).status).toBe(200);
  isKilled = false;
  expect((await change()).status).toBe(200);
  expect(owed).toEqual(["end", "rights"]);
  expect((await house.ask("GET", "/service/sessions/me", { headers })).status).toBe(401);
});
