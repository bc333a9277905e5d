import { Kysely, sql } from "kysely";
import { afterEach, describe, expect, test, vi } from "vitest";
import { NodeConnection, type NodeMode } from "#recorder/nodes/node-connection.ts";
import { postgresDialect } from "#recorder/store/postgres-dialect.ts";
import type { StartRefused } from "#recorder/store/start-refused.ts";
import { eventually } from "#test/support/eventually.ts";
import { newDatabase, server } from "../store/databases.ts";

describe.skipIf(server === "")("a node's connection (where PROSCENIUM_TEST_POSTGRES names a server)", () => {
  const open: NodeConnection[] = [];
  const timing = { againMs: 20, beatMs: 20, lingersMs: 300, silentMs: 2000 };
  const never = (): void => expect.unreachable();

  async function connect(url: string, mode: NodeMode, onTaken: (refused: StartRefused) => void = never) {
    const connection = await NodeConnection.open({ url, mode, onTaken, timing });
    open.push(connection);
    return connection;
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });

  /** Ends the connections that hold locks, as a restart of PostgreSQL does. */
  async function breakLocks(url: string): Promise<void> {
    const db = new Kysely<unknown>({ dialect: await postgresDialect(url) });
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    await db.destroy();
  }

  test("alone: a second server is refused, whatever it is, and gets the database afterwards", async () => {
    const url = await newDatabase();
    const first = await connect(url, "alone");
    await expect(connect(url, "alone")).rejects.toThrow(/in use by another server/);
    await expect(connect(url, "shared")).rejects.toThrow(/a recorder, or an aggregator of an older release/);
    await first.close();
    await connect(url, "alone");
  });

  test("shared: others share it, and who wants it alone is refused", async () => {
    const url = await newDatabase();
    await connect(url, "shared");
    await connect(url, "shared");
    await expect(connect(url, "alone")).rejects.toThrow(/in use by another server/);
  });

  test("one that lost its connection holds the database again", async () => {
    const url = await newDatabase();
    await connect(url, "alone");
    await breakLocks(url);
    await vi.waitFor(() => expect(connect(url, "alone")).rejects.toThrow(/in use by another server/), 5000);
  });

  test("one that lost it to another server is told so", async () => {
    const url = await newDatabase();
    let told: StartRefused | null = null;
    const first = await NodeConnection.open({
      url,
      mode: "alone",
      onTaken: (refused) => (told = refused),
      timing: { ...timing, againMs: 200 },
    });
    open.push(first);
    await breakLocks(url);
    await connect(url, "alone");
    await eventually(() => told !== null, "it is told");
  });

  test("a named lock is one server's, and another one's as soon as that connection ends", async () => {
    const url = await newDatabase();
    const [first, second] = [await connect(url, "shared"), await connect(url, "shared")];
    expect(await first.tryHold("mails")).toBe(true);
    expect(await second.tryHold("mails")).toBe(false);
    expect(await second.tryHold("fleet")).toBe(true);
    await first.close();
    expect(first.holds("mails")).toBe(false);
    await vi.waitFor(async () => expect(await second.tryHold("mails")).toBe(true));
  });

  test("a broken connection holds nothing, and tries for it again", async () => {
    const url = await newDatabase();
    const only = await connect(url, "shared");
    await only.tryHold("mails");
    await breakLocks(url);
    await eventually(() => !only.holds("mails"), "the lock is gone");
    await eventually(() => only.isOpen, "it is connected again");
    expect(await only.tryHold("mails")).toBe(true);
  });
});
