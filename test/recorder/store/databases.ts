/** The databases in which an index of recordings, or a recorder, can be stored. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { openIndex } from "#recorder/recording/index/open-index.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { postgresDialect } from "#recorder/store/postgres-dialect.ts";

/** `node scripts/postgres.mjs COMMAND` starts a server and sets this. */
export const server = process.env.PROSCENIUM_TEST_POSTGRES ?? "";
export const MINUTE = 60_000;
export const START = Date.UTC(2026, 2, 1);

/** A new database on the test server; returns its URL. */
export async function newDatabase(): Promise<string> {
  const name = `t${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  const db = new Kysely<unknown>({ dialect: await postgresDialect(server) });
  await sql`create database ${sql.id(name)}`.execute(db);
  await db.destroy();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export const databases = [
  { name: "SQLite", url: async () => "", skip: false },
  { name: "PostgreSQL (where PROSCENIUM_TEST_POSTGRES names a server)", url: newDatabase, skip: server === "" },
];

interface TestIndex {
  readonly index: RecordingIndex;
  /** the same database opened again; another connection when the database allows several from one process */
  openAgain(): Promise<RecordingIndex>;
  /** Inserts a closed minute of a stream. */
  closed(streamId: string, minute: number): Promise<number>;
}

/** An index for the tests of the surrounding `describe`. */
export function testIndex({ url, skip }: (typeof databases)[number]): TestIndex {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-index-"));
  let opened: RecordingIndex | undefined;
  let databaseUrl = "";
  beforeAll(async () => {
    if (skip) return;
    databaseUrl = await url();
    opened = await openIndex({ recordingsDir: folder, databaseUrl });
  });
  afterAll(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const index = (): RecordingIndex => {
    if (!opened) throw new Error("the index is not open");
    return opened;
  };
  return {
    get index() {
      return index();
    },
    openAgain: async () => (databaseUrl === "" ? index() : openIndex({ recordingsDir: folder, databaseUrl })),
    closed: (streamId, minute) =>
      index().insertClosed(
        {
          streamId,
          startMs: START + minute * MINUTE + 0.25,
          endMs: START + (minute + 1) * MINUTE + 0.125,
          file: `${streamId}/${minute}.mp4`,
          bytes: 5_000_000_000,
          frames: 900,
        },
        new Uint8Array([1, 2, 3]),
      ),
  };
}
