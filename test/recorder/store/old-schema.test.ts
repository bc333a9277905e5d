import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, Migrator } from "kysely";
import { afterAll, expect, it } from "vitest";
import { migrations } from "#recorder/store/migrations/migrations.ts";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import { openStore } from "#recorder/store/store.ts";
import type { Tables } from "#recorder/store/tables/tables.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = Object.keys(migrations).sort();

/**
 * A database in the state of the version that knew the schema's first `steps` steps, with an account, a camera and a
 * setting.
 */
async function leftBehind(file: string, steps: number): Promise<void> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ file }) });
  const known = Object.fromEntries(names.slice(0, steps).map((name) => [name, migrations[name]]));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known as typeof migrations } });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await db
    .insertInto("users")
    .values({
      id: "u",
      username: "Anna",
      username_key: "anna",
      role: "Viewer",
      password_hash: "hash",
      super_user: 0,
      camera_scopes: "[]",
      created_ms: 1,
    })
    .execute();
  await db.insertInto("settings").values({ key: "a", value: "1" }).execute();
  const event = { id: "e", type: "Now", message: "It was so.", when_ms: 1, stream_id: null, camera_id: null };
  await db.insertInto("server_events").values(event).execute();
  await db.destroy();
}

it.each(names.map((_, index) => index + 1))(
  "opens a database of the first %i steps and brings it up to date",
  async (steps) => {
    const file = join(folder, `${steps}.db`);
    await leftBehind(file, steps);
    // Twice: an up-to-date database stays unchanged.
    for (let round = 0; round < 2; round += 1) {
      const store = await openStore({ file, url: "" });
      const applied = await store.introspection.getTables({ withInternalKyselyTables: true });
      expect(await store.selectFrom("users").select(["username", "password_hash"]).execute()).toEqual([
        { username: "Anna", password_hash: "hash" },
      ]);
      expect(await store.selectFrom("settings").selectAll().execute()).toEqual([{ key: "a", value: "1" }]);
      expect(await store.selectFrom("server_events").select(["message", "told"]).execute()).toMatchObject([
        { message: "It was so." },
      ]);
      // The tables of the later steps exist and are empty.
      expect(await store.selectFrom("camera_groups").selectAll().execute()).toEqual([]);
      expect(await store.selectFrom("orchids").selectAll().execute()).toEqual([]);
      expect(applied.map(({ name }) => name)).toContain("kysely_migration");
      await store.destroy();
    }
  },
);

it("a step that is broken off leaves nothing of itself, and is done by the next start", async () => {
  const file = join(folder, "broken-off.db");
  await leftBehind(file, 1);
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ file }) });
  const [, second = ""] = names;
  const migration = migrations[second];
  const broken = {
    ...Object.fromEntries(names.slice(0, 1).map((name) => [name, migrations[name]])),
    [second]: {
      async up(database: Kysely<unknown>): Promise<void> {
        await migration?.up(database);
        throw new Error("the power is gone");
      },
    },
  };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => broken as typeof migrations } });
  expect((await migrator.migrateToLatest()).error).toBeDefined();
  await db.destroy();
  const store = await openStore({ file, url: "" });
  expect(await store.selectFrom("users").select("username").execute()).toEqual([{ username: "Anna" }]);
  await store.destroy();
});

it("refuses a database of a later version, and leaves it as it is", async () => {
  const file = join(folder, "later.db");
  await leftBehind(file, names.length);
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ file }) });
  const later = { ...migrations, "9999-later": { up: async () => undefined } };
  await new Migrator({ db, provider: { getMigrations: async () => later } }).migrateToLatest();
  await db.destroy();
  await expect(openStore({ file, url: "" })).rejects.toThrow(/9999-later/);
});
