import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import { type Generated, Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

interface Tables {
  thing: { id: Generated<number>; name: string; flag: boolean | number; data: Uint8Array | null };
}

describe("kysely on SQLite", () => {
  let dir: string;
  let db: Kysely<Tables>;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "sqlite-"));
    db = new Kysely<Tables>({ dialect: sqliteDialect({ file: join(dir, "deep/x.db") }) });
    await sql`create table thing(id integer primary key, name text not null unique, flag integer, data blob)`.execute(
      db,
    );
  });
  afterEach(async () => {
    await db.destroy();
    rmSync(dir, { recursive: true });
  });

  it("inserts, returns ids, reads blobs and booleans, counts changes", async () => {
    const put = await db
      .insertInto("thing")
      .values({ name: "a", flag: true, data: new Uint8Array([1, 2, 255]) })
      .executeTakeFirst();
    expect(put.insertId).toBe(1n);
    const [row] = await db.selectFrom("thing").selectAll().execute();
    expect(row?.flag).toBe(1);
    expect([...(row?.data ?? [])]).toEqual([1, 2, 255]);
    const changed = await db.updateTable("thing").set({ flag: false }).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(1n);
    const back = await db.deleteFrom("thing").returning("name").execute();
    expect(back).toEqual([{ name: "a" }]);
  });

  it("rolls a failed transaction back", async () => {
    const failed = db.transaction().execute(async (tx) => {
      await tx.insertInto("thing").values({ name: "b", flag: 0, data: null }).execute();
      await tx.insertInto("thing").values({ name: "b", flag: 0, data: null }).execute();
    });
    await expect(failed).rejects.toThrow(/UNIQUE/i);
    expect(await db.selectFrom("thing").selectAll().execute()).toEqual([]);
  });

  it("lets another connection read while one writes", async () => {
    const reader = new Kysely<Tables>({ dialect: sqliteDialect({ file: join(dir, "deep/x.db"), readOnly: true }) });
    await db.transaction().execute(async (tx) => {
      await tx.insertInto("thing").values({ name: "c", flag: 0, data: null }).execute();
      expect(await reader.selectFrom("thing").selectAll().execute()).toEqual([]);
    });
    expect(await reader.selectFrom("thing").select("name").execute()).toEqual([{ name: "c" }]);
    await expect(reader.deleteFrom("thing").execute()).rejects.toThrow(/readonly/i);
    await reader.destroy();
  });

  it("refuses what it cannot hold instead of guessing", async () => {
    const bad = sql`insert into thing(name) values (${new Date()})`.execute(db);
    await expect(bad).rejects.toThrow(/cannot hold/);
  });
});
