import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "pg";
import { GroupDatabase } from "#recorder/standby/group-database.ts";
import { newDatabase, server } from "#test/recorder/store/databases.ts";

describe.skipIf(server === "")("the database of a group (where PROSCENIUM_TEST_POSTGRES names a server)", () => {
  let group: GroupDatabase;
  let other: GroupDatabase;
  let client: Client;
  beforeAll(async () => {
    const url = await newDatabase();
    group = new GroupDatabase(url, "site-1");
    other = new GroupDatabase(url, "site-2");
    client = new Client({ connectionString: url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await group?.dispose();
    await other?.dispose();
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
});
