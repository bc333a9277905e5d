import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Kysely, sql } from "kysely";
import { lockPostgres } from "#recorder/store/postgres-lock.ts";
import { postgresDialect } from "#recorder/store/postgres-dialect.ts";
import { LOCK_FILE, lockFolder } from "#recorder/store/server-lock.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { eventually } from "#test/support/eventually.ts";
import { newDatabase, server } from "./databases.ts";

const NOW = Date.UTC(2026, 10, 28, 1, 2, 3);

describe("the folder of a server", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "proscenium-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("a second server is told who has it, and gets it afterwards", () => {
    const unlock = lockFolder(folder, NOW);
    expect(() => lockFolder(folder, NOW + 1)).toThrow(StartRefused);
    expect(() => lockFolder(folder, NOW + 1)).toThrow(
      new RegExp(`is in use by another server \\(process ${process.pid} on .+, since 2026-11-28T01:02:03.000Z\\)`),
    );
    unlock();
    lockFolder(folder, NOW + 2)();
  });

  test("its file is for its user only", () => {
    lockFolder(folder, NOW)();
    expect(statSync(join(folder, LOCK_FILE)).mode & 0o777).toBe(0o600);
  });

  test("a file that is no lock is named", () => {
    rmSync(folder, { recursive: true });
    expect(() => lockFolder(folder, NOW)).toThrow(new RegExp(`${LOCK_FILE} cannot be used`));
  });
});

describe.skipIf(server === "")("the database of a server (where PROSCENIUM_TEST_POSTGRES names a server)", () => {
  const timing = { againMs: 20, lingersMs: 300 };
  const never = (): void => expect.unreachable();

  /** Ends the connection that holds the lock, as a restart of PostgreSQL does. */
  async function breakLock(url: string): Promise<void> {
    const db = new Kysely<unknown>({ dialect: await postgresDialect(url) });
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    await db.destroy();
  }

  test("a second server is refused, and gets it afterwards", async () => {
    const url = await newDatabase();
    const unlock = await lockPostgres(url, never);
    await expect(lockPostgres(url, never)).rejects.toThrow(/in use by another server/);
    await unlock();
    await (await lockPostgres(url, never))();
  });

  test("one that lost its connection holds it again", async () => {
    const url = await newDatabase();
    const unlock = await lockPostgres(url, never, timing);
    await breakLock(url);
    await vi.waitFor(() => expect(lockPostgres(url, never)).rejects.toThrow(/in use by another server/), 5000);
    await unlock();
  });

  test("one that lost it to another server is told so", async () => {
    const url = await newDatabase();
    let told: StartRefused | null = null;
    const unlock = await lockPostgres(url, (refused) => (told = refused), { againMs: 200, lingersMs: 300 });
    await breakLock(url);
    const other = await lockPostgres(url, never);
    await eventually(() => told !== null, "it is told");
    await Promise.all([unlock(), other()]);
  });
});
