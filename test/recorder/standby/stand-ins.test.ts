import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Client } from "pg";
import { ok, type Result } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { BorrowedCameras } from "#recorder/standby/borrowed-cameras.ts";
import { cardOf, CardSeal } from "#recorder/standby/camera-card.ts";
import { GroupDatabase } from "#recorder/standby/group-database.ts";
import { StandIns } from "#recorder/standby/stand-ins.ts";
import { Vault } from "#recorder/store/vault.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { newDatabase, server } from "#test/recorder/store/databases.ts";

const SECRET = "a-secret-of-this-test-1234";

describe.skipIf(server === "")("a recorder that stands in (where PROSCENIUM_TEST_POSTGRES names a server)", () => {
  let owner: TestHouse;
  let standby: TestHouse;
  let database: GroupDatabase;
  let client: Client;
  let url = "";
  let standIns: StandIns;
  let mirror: StandIns;
  let fresh: (id: string, isMirror: boolean) => StandIns;
  let borrowed: BorrowedCameras;
  let covered: Result<null, Failure> = ok(null);
  const seal = new CardSeal(SECRET);
  const beat = (id: string, role: string, name = "East") =>
    database.beat({ id, name, address: "http://e", role }, true);
  const asked: number[] = [];

  beforeAll(async () => {
    url = await newDatabase();
    database = new GroupDatabase(url, "site-1", "tag");
    client = new Client({ connectionString: url });
    await client.connect();
    owner = await TestHouse.open();
    standby = await TestHouse.open();
    const { services } = standby;
    borrowed = new BorrowedCameras({ ...services, vault: Vault.ofText("of a standby", "test") });
    const mayOwn = (count: number) => (asked.push(count), covered);
    // All that was recorded is on the disk.
    const media = { call: () => Promise.resolve({ ok: true, value: null as never } as const) };
    const parts = { ...services, media, database, borrowed, seal, mayOwn };
    fresh = (id, isMirror) => new StandIns({ ...parts, id, isMirror });
    await owner.addCamera("Gate");
    await owner.addCamera("Yard");
  });
  afterAll(async () => {
    await client?.end();
    await database?.dispose();
    await owner?.close();
    await standby?.close();
  });
  /** The owner is away, and stood in for. */
  beforeEach(async () => {
    covered = ok(null);
    const { services } = standby;
    await services.cameras.rewrite(async () => {
      await services.store.deleteFrom("streams").execute();
      await services.store.deleteFrom("cameras").execute();
    });
    [standIns, mirror] = [fresh("spare", false), fresh("double", true)];
    await beat("east", "owner");
    await beat("spare", "standby", "Spare");
    const { cameras } = owner.services;
    const cards = cameras.all().map((row) => cardOf(row, cameras.streamsOf(row.id), cameras.credentials(row)));
    await database.publish("east", new Map(cards.map((one) => [one.camera.id, seal.seal("east", one)])), "1");
    await client.query("update standby_recorders set lease_until = clock_timestamp() where id = 'east'");
    await standIns.look(true, 0);
    expect(standIns.now).toMatchObject([{ id: "east", name: "East", cameras: 2 }]);
  });
  const names = () => standby.services.cameras.all().map(({ name, stood_in_for }) => [name, stood_in_for]);

  it("names whom it mirrors, also after a restart", async () => {
    await mirror.look(true, 0);
    expect(mirror.now).toMatchObject([{ id: "east", name: "East", cameras: 2 }]);
  });

  it("calls whom it stands in for by the last known name, after a restart without the group's database", async () => {
    const { owners } = standby.services.cameras;
    owners.name("east", "east");
    const again = fresh("spare", false);
    await again.recall();
    expect(again.now).toMatchObject([{ id: "east", name: "East", cameras: 2 }]);
    expect(owners.of({ stood_in_for: "east" })?.name).toBe("East");
    owners.name("east", "East");
  });

  it("says of each owner whether it is there, what it has, and who stands in for it", async () => {
    const east = { id: "east", name: "East", cameras: 2 };
    await mirror.look(true, 0);
    for (const one of [standIns, mirror])
      expect(one.owners).toMatchObject([{ ...east, is_there: false, stood_in_by: "Spare" }]);
    await beat("east", "owner");
    await client.query("update standby_recorders set lease_until = clock_timestamp() where id = 'spare'");
    await mirror.look(true, 0);
    expect(mirror.owners).toMatchObject([{ ...east, is_there: true, stood_in_by: null }]);
    // One that none of the group can read is none of its owners.
    const stranger = new GroupDatabase(url, "site-1", "tag of another secret");
    await stranger.beat({ id: "north", name: "North", address: "http://n", role: "owner" }, true);
    await stranger.dispose();
    expect((await database.owners()).map(({ id }) => id)).toEqual(["east"]);
    await client.query("delete from standby_recorders where id = 'north'");
  });

  it("keeps no cameras of an owner that is there, that it does not stand in for, or that the license does not cover", async () => {
    expect(await standIns.adopt("west")).toMatchObject({ ok: false, error: { code: "standby/no-owner" } });
    covered = refuse("license/cameras", { count: 1 });
    expect(await standIns.adopt("east")).toEqual(covered);
    expect(asked).toEqual([2]);
    covered = ok(null);
    await beat("east", "owner");
    const there = { ok: false, error: { code: "standby/owner-there", params: { name: "East" } } };
    expect(await standIns.adopt("east")).toMatchObject(there);
    expect(names()).toEqual([
      ["Gate", "east"],
      ["Yard", "east"],
    ]);
  });

  it("keeps the cameras of one that does not come back as its own, and the group forgets that one", async () => {
    expect(await standIns.adopt("east")).toEqual(ok(null));
    const kept = [
      ["Gate", null],
      ["Yard", null],
    ];
    expect(names()).toEqual(kept);
    await standIns.look(true, 0);
    expect([names(), standIns.now, await borrowed.everOwners()]).toEqual([kept, [], []]);
    const left = await client.query(
      "select owner as id from standby_cameras union all select owner from standby_stand_ins",
    );
    expect([await database.owners(), left.rows]).toEqual([[], []]);
    // It comes back all the same: what is kept stays.
    await beat("east", "owner");
    await client.query("update standby_recorders set lease_until = clock_timestamp() where id = 'east'");
    await standIns.look(true, 0);
    expect(names()).toEqual(kept);
  });

  it("says by how much its clock is off when it has closed what the owner fetches, and not by how much it is later", async () => {
    await beat("east", "owner");
    await database.end("east");
    await standIns.look(false, 10_000);
    await standIns.look(false, 0);
    expect(await database.standInsFor("east")).toMatchObject([{ id: "spare", is_closed: true, clock_off_ms: 10_000 }]);
    await database.settle("east", "spare");
  });

  it("a mirror keeps them, too, where nobody stands in; and the group forgets an owner that has no cameras", async () => {
    await mirror.look(true, 0);
    const elsewhere = { code: "standby/kept-elsewhere", params: { name: "East", host: "Spare" } };
    expect(await mirror.adopt("east")).toMatchObject({ ok: false, error: elsewhere });
    await client.query("update standby_recorders set lease_until = clock_timestamp() where id = 'spare'");
    await beat("west", "owner", "West");
    await mirror.look(true, 0);
    expect(await mirror.adopt("east")).toEqual(ok(null));
    expect(names()).toEqual([
      ["Gate", null],
      ["Yard", null],
    ]);
    expect(await mirror.adopt("west")).toMatchObject({ ok: false, error: { code: "standby/owner-there" } });
    await client.query("update standby_recorders set lease_until = clock_timestamp() where id = 'west'");
    // What a licence covers does not matter for none.
    covered = refuse("license/cameras", { count: 1 });
    expect(await mirror.adopt("west")).toEqual(ok(null));
    expect([mirror.owners, await database.owners()]).toEqual([[], []]);
  });
});
