/**
 * Who did what: a table of which each entry is chained to the one before (see audit-chain.ts). Writing never fails its
 * caller; what cannot be written at the moment waits in its order. Several processes may append.
 */
import { sql } from "kysely";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { AuditHeadRow, AuditRow } from "#recorder/store/tables/server-rows.ts";
import type { Log } from "../log.ts";
import { ChainCheck, chainHash, type Entry, type Fault, GENESIS, HEAD, type Sealer, sealed } from "./audit-chain.ts";

export type NewEntry = Omit<Entry, "id" | "seq">;

const BATCH = 1000;
const AGAIN_MS = 5000;
/** so many wait while the disk is full; how many more there were is told afterwards */
const WAITING_MAX = 10_000;

export class AuditTrail {
  readonly #store: Store;
  readonly #log: Log;
  readonly #sealer: Sealer | null;
  readonly #waiting: NewEntry[] = [];
  #lost = 0;
  #isBegun = false;
  #isFailing = false;
  #writing: Promise<void> = Promise.resolve();
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store, log: Log, sealer: Sealer | null) {
    this.#store = store;
    this.#log = log;
    this.#sealer = sealer;
  }

  /** Resolves when it is written, or waits because it cannot be. */
  append(entry: NewEntry): Promise<void> {
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(entry);
    else this.#lost += 1;
    return this.#write();
  }

  /**
   * Removes from the beginning what is older, up to the first entry that is not. The hash of the last removed one stays:
   * the rest is still a chain.
   */
  async shorten(beforeMs: number): Promise<void> {
    await this.#begin();
    await this.#store.transaction().execute(async (tx) => {
      const head = await lockedHead(tx);
      const kept = await tx
        .selectFrom("audit")
        .select("seq")
        .where("seq", ">", 0)
        .where("when_ms", ">=", beforeMs)
        .orderBy("seq")
        .limit(1)
        .executeTakeFirst();
      const last = (kept?.seq ?? head.seq + 1) - 1;
      if (last <= head.removed_seq) return;
      const row = await tx.selectFrom("audit").select("hash").where("seq", "=", last).executeTakeFirst();
      // A gap there is not made invisible.
      if (row === undefined) return;
      await tx.deleteFrom("audit").where("seq", ">", 0).where("seq", "<=", last).execute();
      await setHead(tx, sealed({ ...head, removed_seq: last, removed_hash: row.hash }, this.#sealer));
    });
  }

  /** What does not fit; empty = every entry is there as it was written. Changes nothing. */
  async verify(): Promise<{
    readonly faults: readonly Fault[];
    readonly entries: number;
    readonly head: AuditHeadRow | null;
  }> {
    const head = (await this.#store.selectFrom("audit_head").selectAll().executeTakeFirst()) ?? null;
    const check = new ChainCheck(head, this.#sealer);
    let entries = 0;
    for (let after = -1; ; ) {
      const rows = await this.#rowsAfter(after);
      for (const row of rows) check.next(row);
      entries += rows.length;
      const end = rows.at(-1);
      if (end === undefined) break;
      after = end.seq;
    }
    // Entries may have been written during the check: then it is done again, because they are not missing.
    const { seq = 0 } = (await this.#store.selectFrom("audit_head").select("seq").executeTakeFirst()) ?? {};
    return head !== null && seq !== head.seq ? this.verify() : { faults: check.end(), entries, head };
  }

  /** In their order; all of a number that there are, where somebody has added one. */
  async #rowsAfter(seq: number): Promise<readonly AuditRow[]> {
    const rows = await this.#store
      .selectFrom("audit")
      .selectAll()
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(BATCH)
      .execute();
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return rows;
    const same = await this.#store.selectFrom("audit").selectAll().where("seq", "=", end.seq).execute();
    return [...rows.filter((row) => row.seq !== end.seq), ...same];
  }

  /** Writes what waits, if it can be written now. */
  async close(): Promise<void> {
    clearTimeout(this.#again);
    await this.#write();
    clearTimeout(this.#again);
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#drain());
    return this.#writing;
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#again);
    try {
      for (let [entry] = this.#waiting; entry !== undefined; [entry] = this.#waiting) {
        await this.#begin();
        await this.#insert(entry);
        this.#waiting.shift();
        if (this.#lost > 0) this.#tellLost();
      }
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#log.error({ err: error }, "the journal could not be written");
      this.#isFailing = true;
      this.#again = setTimeout(() => void this.#write(), AGAIN_MS);
      this.#again.unref();
    }
  }

  #tellLost(): void {
    const [like] = this.#waiting;
    const entry = ownEntry("audit-lost", like?.when_ms ?? Date.now(), { entries: this.#lost });
    this.#lost = 0;
    this.#waiting.push(entry);
  }

  async #insert(entry: NewEntry): Promise<void> {
    await this.#store.transaction().execute(async (tx) => {
      const head = await lockedHead(tx);
      const row = { ...entry, id: newId(), seq: head.seq + 1 };
      const hash = chainHash(head.hash, row);
      await tx
        .insertInto("audit")
        .values({ ...row, hash })
        .execute();
      await setHead(tx, sealed({ ...head, seq: row.seq, hash }, this.#sealer));
    });
  }

  /** The first time: what an older release wrote becomes the beginning of the chain. */
  async #begin(): Promise<void> {
    if (this.#isBegun) return;
    const foundMs = await this.#store.transaction().execute(async (tx) => {
      // The insert lets one process begin the chain; others find its row.
      const none = { seq: 0, hash: GENESIS, removed_seq: 0, removed_hash: GENESIS };
      const { numInsertedOrUpdatedRows = 0n } = await tx
        .insertInto("audit_head")
        .values({ id: HEAD, ...none, seal: "" })
        .onConflict((on) => on.column("id").doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) return null;
      const last = await tx
        .selectFrom("audit")
        .selectAll()
        .where("seq", ">", 0)
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirst();
      if (last !== undefined) {
        // There was a chain, and its head is gone: this goes on from what there is, and says so.
        const first = await tx
          .selectFrom("audit")
          .select("seq")
          .where("seq", ">", 0)
          .orderBy("seq")
          .limit(1)
          .executeTakeFirst();
        const removed_seq = (first?.seq ?? 1) - 1;
        await setHead(tx, sealed({ ...none, seq: last.seq, hash: last.hash, removed_seq }, this.#sealer));
        return last.when_ms;
      }
      await setHead(tx, sealed({ ...none, ...(await adopt(tx)) }, this.#sealer));
      return null;
    });
    this.#isBegun = true;
    if (foundMs !== null) await this.#insert(ownEntry("audit-head-lost", Math.max(foundMs, Date.now()), {}));
  }
}

const ownEntry = (action: string, when_ms: number, detail: Record<string, unknown>): NewEntry => ({
  when_ms,
  user_id: "",
  username: "",
  action,
  target: "",
  address: "",
  detail: JSON.stringify(detail),
  cameras: "",
  from_ms: null,
  to_ms: null,
  result: "failed",
});

/** The first statement writes: another process that appends waits from here on. */
async function lockedHead(tx: Store): Promise<AuditHeadRow> {
  return tx.updateTable("audit_head").set({ id: HEAD }).where("id", "=", HEAD).returningAll().executeTakeFirstOrThrow();
}

async function setHead(tx: Store, { id, ...head }: AuditHeadRow): Promise<void> {
  await tx.updateTable("audit_head").set(head).where("id", "=", id).execute();
}

async function adopt(tx: Store): Promise<Pick<AuditHeadRow, "seq" | "hash">> {
  let [seq, hash] = [0, GENESIS];
  let fromMs = 0;
  for (;;) {
    const rows: AuditRow[] = await tx
      .selectFrom("audit")
      .selectAll()
      // Found by time: by number all that are left would be sorted anew each time.
      .where(sql`seq + 0`, "=", 0)
      .where("when_ms", ">=", fromMs)
      .orderBy("when_ms")
      .orderBy("id")
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return { seq, hash };
    for (const row of rows) {
      seq += 1;
      hash = chainHash(hash, { ...row, seq });
      await tx.updateTable("audit").set({ seq, hash }).where("id", "=", row.id).execute();
    }
    fromMs = rows.at(-1)?.when_ms ?? fromMs;
    // The server answers meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
