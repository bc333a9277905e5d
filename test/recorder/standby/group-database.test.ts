import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "pg";
import { GroupDatabase } from "#recorder/standby/group-database.ts";
import { newDatabase, server } from "#test/recorder/store/databases.ts";

describe.skipIf(server === "")("the database of a group (where PROSCENIUM_TEST_POSTGRES names a server)", () => {
  let group: GroupDatabase;
  let other: GroupDatabase;
  let stranger: GroupDatabase;
  let client: Client;
  let url: string;
  beforeAll(async () => {
    url = await newDatabase();
    group = new GroupDatabase(url, "site-1", "tag");
    other = new GroupDatabase(url, "site-2", "tag");
    stranger = new GroupDatabase(url, "site-1", "tag of another secret");
    client = new Client({ connectionString: url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await group?.dispose();
    await other?.dispose();
    await stranger?.dispose();
  });
  const beat = async (role: string, name: string, of = group): Promise<readonly string[]> =>
    (await of.beat({ id: name.toLowerCase(), name, address: "http://127.0.0.1:1", role }, true)).counterparts;
  /** As if it had said nothing for as long as a lease is. */
  const die = (name: string): Promise<unknown> =>
    client.query("update standby_recorders set lease_until = clock_timestamp() where name = $1", [name]);

  it("tells an owner who can stand in for it now, and the others whose cameras there are", async () => {
    expect(await beat("owner", "East")).toEqual([]);
    expect(await beat("standby", "Spare")).toEqual(["East"]);
    expect(await beat("mirror", "Double")).toEqual(["East"]);
    expect(await beat("owner", "West")).toEqual(["Double", "Spare"]);
    expect(await beat("standby", "Stranger", other)).toEqual([]);
    await die("Spare");
    expect(await beat("owner", "East")).toEqual(["Double"]);
    await die("Double");
    await die("West");
    expect(await beat("owner", "East")).toEqual([]);
    expect(await beat("standby", "Spare")).toEqual(["East", "West"]);
    expect(await beat("owner", "East")).toEqual(["Spare"]);
  });

  it("counts nobody who has another secret, and lets nobody take an owner whose cameras it could not read", async () => {
    await client.query("delete from standby_recorders");
    expect(await beat("owner", "East")).toEqual([]);
    expect(await beat("standby", "Stranger", stranger)).toEqual([]);
    expect(await beat("owner", "East")).toEqual([]);
    await die("East");
    expect(await stranger.take("stranger")).toBeNull();
    // A release before this one says nothing of its secret.
    await client.query("update standby_recorders set key_tag = '' where name = 'East'");
    expect(await beat("standby", "Spare")).toEqual(["East"]);
    expect(await group.take("spare")).toBe("east");
    expect(await group.take("spare")).toBeNull();
  });

  it("takes in tables of the release before", async () => {
    await client.query("alter table standby_recorders drop column key_tag");
    const fresh = new GroupDatabase(url, "site-1", "tag");
    expect(await beat("standby", "Spare", fresh)).toEqual(["East"]);
    await fresh.dispose();
  });
});
