import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DatabaseCopies } from "#recorder/store/database-copies.ts";
import { openKeptStore } from "#recorder/store/kept-store.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { openStore } from "#recorder/store/store.ts";
import { damages } from "./damages.ts";
import { newDatabase, server } from "./databases.ts";

const root = mkdtempSync(join(tmpdir(), "proscenium-kept-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let whole: Buffer;
let copy: string;
const NOW = Date.UTC(2026, 10, 25);

beforeAll(async () => {
  const file = join(root, "recorder.db");
  const { store, copies } = await openKeptStore({ file, url: "" }, NOW);
  for (let at = 0; at < 300; at += 1)
    await store
      .insertInto("settings")
      .values({ key: `key${at}`, value: "x".repeat(200) })
      .execute();
  await copies?.make();
  await store.insertInto("settings").values({ key: "late", value: "1" }).execute();
  await store.destroy();
  whole = readFileSync(file);
  copy = copies?.list()[0]?.file ?? "";
});

function folderWith(content: Buffer, hasCopy = true): string {
  const folder = mkdtempSync(join(root, "case-"));
  const file = join(folder, "recorder.db");
  writeFileSync(file, content);
  writeFileSync(join(folder, "secret.key"), "");
  mkdirSync(join(folder, "copies"));
  if (hasCopy) writeFileSync(join(folder, "copies/recorder-1.db"), readFileSync(copy));
  return file;
}
const reject = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable(),
    (error: Error) => error,
  );

it("is whole in its one file after a clean stop", async () => {
  const folder = mkdtempSync(join(root, "stop-"));
  writeFileSync(join(folder, "recorder.db"), whole);
  const store = await openStore({ file: join(folder, "recorder.db"), url: "" });
  expect(await store.selectFrom("settings").selectAll().where("key", "=", "late").execute()).toHaveLength(1);
  await store.insertInto("settings").values({ key: "last", value: "1" }).execute();
  await store.destroy();
  // Only this one file goes elsewhere.
  const alone = join(mkdtempSync(join(root, "alone-")), "recorder.db");
  writeFileSync(alone, readFileSync(join(folder, "recorder.db")));
  const again = await openStore({ file: alone, url: "" });
  expect(await again.selectFrom("settings").selectAll().where("key", "=", "last").execute()).toHaveLength(1);
  await again.destroy();
});

it.each(Object.entries(damages))(
  "with %s the copy takes its place, and the damaged one is kept",
  async (_what, damage) => {
    const file = folderWith(damage(whole));
    const { store, replaced } = await openKeptStore({ file, url: "" }, NOW);
    expect(replaced?.aside).toBe(`recorder.db.damaged-${NOW}`);
    expect(replaced?.copyMs).toBeGreaterThan(0);
    expect(readFileSync(join(file, "..", replaced?.aside ?? "")).equals(damage(whole))).toBe(true);
    expect(await store.selectFrom("settings").selectAll().execute()).toHaveLength(300);
    await store.destroy();
    expect((await openKeptStore({ file, url: "" }, NOW)).replaced).toBeNull();
  },
);

it.each(Object.entries(damages))("with %s and no copy it says in a sentence what to do", async (_what, damage) => {
  const file = folderWith(damage(whole), false);
  const error = await reject(openKeptStore({ file, url: "" }, NOW));
  expect(error).toBeInstanceOf(StartRefused);
  expect(error.message).toMatch(
    /^\/\S+ is damaged \([^\n]+\) and there is no copy of it\. Put a backup back with --restore/,
  );
  expect(readFileSync(file).equals(damage(whole))).toBe(true);
});

it("takes an older copy where the newest is damaged as well, and one where the database is gone", async () => {
  const file = folderWith(Buffer.alloc(0));
  writeFileSync(join(file, "../copies/recorder-2.db"), whole.subarray(0, 9000));
  rmSync(file);
  const { store, replaced } = await openKeptStore({ file, url: "" }, NOW);
  expect(replaced).toMatchObject({ aside: "", reason: "it is missing" });
  expect(await store.selectFrom("settings").selectAll().execute()).toHaveLength(300);
  await store.destroy();
});

it("keeps three copies, readable by their owner only; daily, hourly at first", async () => {
  const file = join(mkdtempSync(join(root, "copies-")), "recorder.db");
  const { store } = await openKeptStore({ file, url: "" }, NOW);
  const copies = new DatabaseCopies(file);
  expect(copies.isDue(NOW)).toBe(true);
  await copies.make();
  const madeMs = copies.list()[0]?.madeMs ?? 0;
  expect([copies.isDue(madeMs + 60_000), copies.isDue(madeMs + 3_600_001)]).toEqual([false, true]);
  for (let more = 0; more < 4; more += 1) await copies.make();
  expect(copies.isDue(madeMs + 3_700_000)).toBe(false);
  expect(copies.isDue(madeMs + 25 * 3_600_000)).toBe(true);
  expect(readdirSync(join(file, "../copies")).sort()).toEqual(["recorder-3.db", "recorder-4.db", "recorder-5.db"]);
  if (process.platform !== "win32")
    for (const one of copies.list()) expect(statSync(one.file).mode & 0o777).toBe(0o600);
  await store.destroy();
});

it("copies before a migration, and refuses what a later release has written", async () => {
  const file = join(mkdtempSync(join(root, "older-")), "recorder.db");
  const store = await openStore({ file, url: "" });
  await store.destroy();
  const change = async (sql: string): Promise<void> => {
    const { DatabaseSync } = await import("@photostructure/sqlite");
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  };
  await change(`delete from kysely_migration where name = (select max(name) from kysely_migration)`);
  // Not a real older schema: it only has to be asked.
  const error = await reject(openKeptStore({ file, url: "" }, NOW));
  expect(error).toBeInstanceOf(StartRefused);
  expect(existsSync(join(file, "../copies/recorder-1.db"))).toBe(true);
  await change(`insert into kysely_migration (name, timestamp) values ('2999-01-01-later', '')`);
  expect((await reject(openKeptStore({ file, url: "" }, NOW))).message).toMatch(/written by a newer release\. Install/);
});

it("names a PostgreSQL that does not answer in a sentence", async () => {
  const place = { file: "", url: "postgres://nobody@127.0.0.1:9/none" };
  expect((await reject(openKeptStore(place, NOW))).message).toMatch(/^The database of database\.url cannot be opened/);
});

it.skipIf(server === "")(
  "a newer release of another server has changed PostgreSQL's schema: it says so (PROSCENIUM_TEST_POSTGRES)",
  async () => {
    const url = await newDatabase();
    const { store } = await openKeptStore({ file: "", url }, NOW);
    await sql`insert into kysely_migration values ('2199-01-01-later', 'now')`.execute(store);
    await store.destroy();
    await expect(openKeptStore({ file: "", url }, NOW)).rejects.toThrow(
      /changed by a newer release\. Install that release/,
    );
  },
);
