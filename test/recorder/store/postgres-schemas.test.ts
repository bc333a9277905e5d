import { Kysely, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openIndex } from "#recorder/recording/index/open-index.ts";
import { postgresDialect } from "#recorder/store/postgres-dialect.ts";
import { withSchema } from "#recorder/store/postgres-schema.ts";
import { openStore } from "#recorder/store/store.ts";
import { TestHouse } from "../support/test-house.ts";
import { newDatabase, server, START } from "./databases.ts";

async function inDatabase(url: string, ...statements: readonly string[]): Promise<void> {
  const db = new Kysely<unknown>({ dialect: await postgresDialect(url) });
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.destroy();
}
const looking = (url: string, schema: string) => ({ "database.url": withSchema(url, schema) });
const segments = async (house: TestHouse) => (await house.services.index.usage()).map(({ streamId }) => streamId);

describe.skipIf(server === "")(
  "several recorders in one database (where PROSCENIUM_TEST_POSTGRES names a server)",
  () => {
    it("each has accounts, cameras and recordings of its own, beside the others, also over a restart; two on one schema are refused", async () => {
      const url = await newDatabase();
      const role = `r${Math.random().toString(36).slice(2, 8)}`;
      // A role with a schema of its name needs nothing in its address.
      await inDatabase(
        url,
        "create schema north",
        `create role ${role} superuser login`,
        `create schema ${role} authorization ${role}`,
      );
      const asRole = new URL(url);
      asRole.username = role;
      const all = [];
      for (const flags of [looking(url, "north"), { "database.url": asRole.href }]) {
        const house = await TestHouse.open(flags);
        const { camera, stream } = await house.addCamera("Gate");
        await house.services.index.createSegment({ streamId: stream.id, startMs: START, file: "same/0.mp4" });
        all.push({ house, flags, camera, stream });
      }
      await expect(TestHouse.open(looking(url, "north"))).rejects.toThrow("in use by another server");
      for (const { house, flags, camera, stream } of all) {
        await house.stop();
        const again = await TestHouse.open(flags, house.folder);
        expect(again.services.cameras.all().map(({ id }) => id)).toEqual([camera.id]);
        expect(await segments(again)).toEqual([stream.id]);
        await again.close();
      }
    }, 60_000);

    it("tables of another schema are never taken for one's own: the start says what to do", async () => {
      const url = await newDatabase();
      const first = await TestHouse.open({ "database.url": url });
      await first.close();
      await inDatabase(url, "create schema north");
      const both = new URL(url);
      both.searchParams.set("options", "-c search_path=north,public");
      await expect(TestHouse.open({ "database.url": both.href })).rejects.toThrow("let it name only one");
      await expect(TestHouse.open(looking(url, "nowhere"))).rejects.toThrow("create one");
    });

    it("an index that an earlier release has kept under the one name goes with the recorder whose streams it has", async () => {
      const url = await newDatabase();
      await inDatabase(url, "create schema north", "create schema south");
      const north = await TestHouse.open(looking(url, "north"));
      const { stream } = await north.addCamera("Gate");
      await north.services.index.createSegment({ streamId: stream.id, startMs: START, file: "gate/0.mp4" });
      await north.stop();
      await inDatabase(url, "alter schema north_recordings rename to recordings");

      const south = await TestHouse.open(looking(url, "south"));
      expect(await segments(south)).toEqual([]);
      await south.close();
      const again = await TestHouse.open(looking(url, "north"), north.folder);
      expect(await segments(again)).toEqual([stream.id]);
      await again.close();
    }, 60_000);

    it("names of schemas are what they are, whatever is in them", async () => {
      const name = 'We"st \\ wing';
      const url = await newDatabase();
      await inDatabase(url, `create schema "${name.replaceAll('"', '""')}"`);
      const place = withSchema(url, name);
      await (await openStore({ file: "", url: place })).destroy();
      const index = await openIndex({ recordingsDir: "", databaseUrl: place });
      expect(await index.usage()).toEqual([]);
      await index.close();
      const db = new Kysely<unknown>({ dialect: await postgresDialect(url) });
      const { rows } = await sql<{ nspname: string }>`select nspname from pg_namespace where nspname ~ '^We'`.execute(
        db,
      );
      await db.destroy();
      expect(rows.map(({ nspname }) => nspname).sort()).toEqual([name, `${name}_recordings`]);
    });
  },
);
