/** What servers are still to be told of users, in the database: a notice outlives the node that has made it. */
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { OwedNoticeRow } from "#recorder/store/tables/aggregator-rows.ts";

/** Longer than telling it takes: after that the node that does it is taken for dead. */
const CLAIM_MS = 60_000;
/** Notices that wait for one server that is away. */
const MAX_OWED = 2000;
const AT_ONCE = 20;
const ROWS_AT_ONCE = 500;

/** rights: the token says what they are. end: of one session, or (null) of all sessions of the user. */
export interface News {
  readonly kind: OwedNoticeRow["kind"];
  readonly userId: string;
  readonly session: string | null;
}

export const newRights = (userIds: readonly string[]): News[] =>
  userIds.map((userId) => ({ kind: "rights", userId, session: null }));

/** All that the user has opened ends, without a session, too. */
export const wholeEnd = (userId: string): News[] => [...newRights([userId]), { kind: "end", userId, session: null }];

export class OwedNotices {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** `store`: of the transaction in which it becomes news. Returns the servers that it concerns. */
  async owe(store: Store, news: readonly News[]): Promise<readonly string[]> {
    const made_ms = this.#now();
    const rows: OwedNoticeRow[] = [];
    for (const { kind, userId, session } of news) {
      const used = await store.selectFrom("used_servers").select("orchid_id").where("user_id", "=", userId).execute();
      const about = { kind, user_id: userId, session_hash: session ?? "", made_ms, claimed_until_ms: 0 };
      rows.push(...used.map(({ orchid_id }) => ({ orchid_id, ...about, id: newId() })));
    }
    // Always in the same order: two nodes that write the same rows do not wait for each other.
    rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await store
        .insertInto("owed_notices")
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .onConflict((on) =>
          on.columns(["orchid_id", "kind", "user_id", "session_hash"]).doUpdateSet((eb) => ({
            id: eb.ref("excluded.id"),
            made_ms: eb.ref("excluded.made_ms"),
            claimed_until_ms: eb.ref("excluded.claimed_until_ms"),
          })),
        )
        .execute();
    return [...new Set(rows.map(({ orchid_id }) => orchid_id))];
  }

  /** Servers for which something waits that nobody is telling. */
  async servers(): Promise<readonly string[]> {
    const waiting = this.#store.selectFrom("owed_notices").select("orchid_id").distinct();
    const rows = await waiting.where("claimed_until_ms", "<=", this.#now()).execute();
    return rows.map(({ orchid_id }) => orchid_id);
  }

  /** The oldest of those that wait for a server, which whoever calls `claim` first may tell. */
  waiting(orchidId: string): Promise<OwedNoticeRow[]> {
    return this.#store
      .selectFrom("owed_notices")
      .selectAll()
      .where("orchid_id", "=", orchidId)
      .where("claimed_until_ms", "<=", this.#now())
      .orderBy("made_ms")
      .orderBy("kind", "desc")
      .limit(AT_ONCE)
      .execute();
  }

  /** False: another node tells it, or it was told. */
  async claim(id: string): Promise<boolean> {
    const one = this.#store.updateTable("owed_notices").set({ claimed_until_ms: this.#now() + CLAIM_MS });
    const claimed = await one.where("id", "=", id).where("claimed_until_ms", "<=", this.#now()).executeTakeFirst();
    return claimed.numUpdatedRows > 0n;
  }

  /** One that has become news again meanwhile has another id, and stays. */
  async told(id: string): Promise<void> {
    await this.#store.deleteFrom("owed_notices").where("id", "=", id).execute();
  }

  async putBack(id: string): Promise<void> {
    await this.#store.updateTable("owed_notices").set({ claimed_until_ms: 0 }).where("id", "=", id).execute();
  }

  /** Forgets the oldest of a server for which too many wait. */
  async trim(): Promise<void> {
    const full = await this.#store
      .selectFrom("owed_notices")
      .select("orchid_id")
      .groupBy("orchid_id")
      .having((eb) => eb.fn.countAll(), ">", MAX_OWED)
      .execute();
    for (const { orchid_id: orchidId } of full)
      await this.#store
        .deleteFrom("owed_notices")
        .where("id", "in", (all) =>
          all
            .selectFrom("owed_notices")
            .select("id")
            .where("orchid_id", "=", orchidId)
            .orderBy("made_ms", "desc")
            .orderBy("id")
            .limit(ROWS_AT_ONCE)
            .offset(MAX_OWED),
        )
        .execute();
  }
}

const keyOf = ({ orchid_id, kind, user_id, session_hash }: OwedNoticeRow): string =>
  [orchid_id, kind, user_id, session_hash].join(" ");
