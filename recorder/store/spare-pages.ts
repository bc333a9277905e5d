/**
 * Room inside the database that nobody else can take: pages of its file, and of its log of changes, that are there already.
 * On a disk that another program keeps full, settings, sign-ins and events are written into them.
 */
import { sql } from "kysely";
import type { Store } from "./store.ts";

/** As much as SQLite's log holds before it is taken over into the file, and some thousand sign-ins or events. */
const SPARE_BYTES = 4 * 1024 * 1024;
/** How much must be free on the disk before they are made, in sizes of them: they go into the log and then into the file. */
const ROOM_BEFORE = 3;
/** With a smaller share of them left, they are made again. */
const LEAST_SHARE = 0.75;

export class SparePages {
  readonly #store: Store;
  /** the log of changes begins anew with each start, and has no pages then */
  #hasLog = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Makes what is missing. `freeBytes`: of the disk */
  async keep(freeBytes: number): Promise<void> {
    if (freeBytes < SPARE_BYTES * ROOM_BEFORE) return;
    if (this.#hasLog && (await this.#spareBytes()) >= SPARE_BYTES * LEAST_SHARE) return;
    await this.#make();
    this.#hasLog = true;
  }

  async #spareBytes(): Promise<number> {
    const [free] = await this.#ask<{ freelist_count: number }>("freelist_count");
    const [page] = await this.#ask<{ page_size: number }>("page_size");
    return (free?.freelist_count ?? 0) * (page?.page_size ?? 0);
  }

  /**
   * Pages that are used and given back in one transaction would never be written: each step is one, and the log is taken
   * over between them.
   */
  async #make(): Promise<void> {
    await sql`drop table if exists spare_pages`.execute(this.#store);
    await sql`create table spare_pages (bytes blob not null)`.execute(this.#store);
    await sql`insert into spare_pages (bytes) values (zeroblob(${SPARE_BYTES}))`.execute(this.#store);
    await this.#ask("wal_checkpoint(passive)");
    await sql`drop table spare_pages`.execute(this.#store);
    await this.#ask("wal_checkpoint(passive)");
  }

  async #ask<Row>(pragma: string): Promise<readonly Row[]> {
    return (await sql<Row>`${sql.raw(`pragma ${pragma}`)}`.execute(this.#store)).rows;
  }
}
