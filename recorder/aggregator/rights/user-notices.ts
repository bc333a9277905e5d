/**
 * What servers are told about users who have used them: changed rights, and that one session, or all sessions, of a
 * user ended. A user who has lost rights or signed out may still watch video without asking for anything, because
 * WebRTC bypasses the aggregator. The server then closes what the user may no longer see. A server that is away is told
 * when it is back, by one of the nodes that share the database.
 */
import type { Identity } from "#recorder/core/identity.ts";
import type { Log } from "#recorder/core/log.ts";
import type { Store } from "#recorder/store/store.ts";
import type { OwedNoticeRow } from "#recorder/store/tables/aggregator-rows.ts";
import type { ServerAccess, RegisteredServer } from "../servers/contracts.ts";
import { newRights, type News, OwedNotices, wholeEnd } from "./owed-notices.ts";

/** Users who have been quiet for this long are forgotten. */
const QUIET_MS = 30 * 86_400_000;
/** What was written is written again after this, so that nobody seems quiet. */
const NOTED_MS = 3_600_000;
/** What was written is remembered up to this number; above it, it is written once more than needed. */
const MAX_NOTED = 20_000;

interface Parts {
  readonly store: Store;
  readonly access: Pick<ServerAccess, "request">;
  /** the account as it is now, null = it is gone */
  readonly whoIs: (userId: string) => Promise<Identity | null>;
  readonly log: Pick<Log, "error">;
  /** epoch ms */
  readonly now: () => number;
}

export class UserNotices {
  readonly #parts: Parts;
  readonly #owed: OwedNotices;
  /** what this node has written, and when: `note` is called with every token */
  readonly #noted = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#owed = new OwedNotices(parts.store, parts.now);
  }

  /** A user is about to be given a token for a server, and gets it also where this could not be written. */
  async note({ userId, session }: Pick<Identity, "userId" | "session">, orchidId: string): Promise<void> {
    const key = [userId, orchidId, session?.hash ?? ""].join(" ");
    const now = this.#parts.now();
    if (Math.abs(now - (this.#noted.get(key) ?? Number.NEGATIVE_INFINITY)) < NOTED_MS) return;
    try {
      await this.#write({ user_id: userId, orchid_id: orchidId, used_ms: now }, session);
      keep(this.#noted, key, now, MAX_NOTED);
    } catch (error) {
      this.#parts.log.error({ err: error, server: orchidId }, "that a user uses a server could not be noted");
    }
  }

  /** The users' rights have changed. */
  async rights(userIds: readonly string[]): Promise<void> {
    await this.#tellNow(newRights(userIds));
  }

  /** The users' rights change in this transaction; the answer tells servers of it when that was committed. */
  oweRights(store: Store, userIds: readonly string[]): Promise<() => Promise<void>> {
    return this.#owe(store, newRights(userIds));
  }

  /** All that the user has opened ends in this transaction. */
  oweEnd(store: Store, userId: string): Promise<() => Promise<void>> {
    return this.#owe(store, wholeEnd(userId));
  }

  /** All nodes hear of the end of a session; the one that deletes its row tells the servers. */
  async endSession(hash: string): Promise<void> {
    const servers = await this.#parts.store.transaction().execute(async (store) => {
      const noted = store.deleteFrom("noted_sessions").where("hash", "=", hash).returning("user_id");
      const ended = await noted.executeTakeFirst();
      return ended ? this.#owed.owe(store, [{ kind: "end", userId: ended.user_id, session: hash }]) : [];
    });
    await this.#tellOwedTo(servers);
  }

  /** Nobody signs out of a session that has expired; and of others the node that ended them may have died. */
  async endExpired(nowMs: number): Promise<void> {
    const { store } = this.#parts;
    const over = await store
      .selectFrom("noted_sessions")
      .select("hash")
      .where((is) =>
        is.or([is("expires_ms", "<=", nowMs), is("hash", "not in", is.selectFrom("sessions").select("id_hash"))]),
      )
      .execute();
    await Promise.all(over.map(({ hash }) => this.endSession(hash)));
    await store
      .deleteFrom("used_servers")
      .where("used_ms", "<=", nowMs - QUIET_MS)
      .execute();
    await this.#owed.trim();
  }

  /** Includes what they opened without a session. */
  async endUser(userId: string): Promise<void> {
    await this.#tellNow([{ kind: "end", userId, session: null }]);
  }

  /** Something about a server has changed; null = it is gone, and all that is noted about it with it. */
  async changed(orchidId: string, facts: Pick<RegisteredServer, "isAvailable"> | null): Promise<void> {
    if (!facts) this.#noted.clear();
    if (facts?.isAvailable === true) await this.#tellOwed(orchidId);
  }

  /** What a node that died, or a server that did not answer, has left. */
  async tellLeft(isAvailable: (orchidId: string) => boolean): Promise<void> {
    await this.#tellOwedTo((await this.#owed.servers()).filter(isAvailable));
  }

  async #write(
    used: { user_id: string; orchid_id: string; used_ms: number },
    session: Identity["session"],
  ): Promise<void> {
    const { store } = this.#parts;
    await store
      .insertInto("used_servers")
      .values(used)
      .onConflict((on) => on.columns(["user_id", "orchid_id"]).doUpdateSet({ used_ms: used.used_ms }))
      .execute();
    if (!session) return;
    const row = { hash: session.hash, user_id: used.user_id, expires_ms: session.expiresMs };
    await store
      .insertInto("noted_sessions")
      .values(row)
      .onConflict((on) => on.column("hash").doUpdateSet(row))
      .execute();
  }

  async #tellNow(news: readonly News[]): Promise<void> {
    const tell = await this.#parts.store.transaction().execute((store) => this.#owe(store, news));
    await tell();
  }

  /** A node that dies before it tells leaves it to the others. */
  async #owe(store: Store, news: readonly News[]): Promise<() => Promise<void>> {
    const servers = await this.#owed.owe(store, news);
    return () => this.#tellOwedTo(servers);
  }

  async #tellOwedTo(servers: readonly string[]): Promise<void> {
    await Promise.all(servers.map((orchidId) => this.#tellOwed(orchidId)));
  }

  async #tellOwed(orchidId: string): Promise<void> {
    for (;;) {
      const some = await this.#owed.waiting(orchidId);
      const telling: Promise<boolean>[] = [];
      // One after the other, so that they go on their way in the order in which they became news.
      for (const one of some) if (await this.#owed.claim(one.id)) telling.push(this.#tried(one));
      if (some.length === 0 || (await Promise.all(telling)).includes(false)) return;
    }
  }

  /** False: it was not told, and somebody tries again when this node's time for it is over. */
  async #tried(one: OwedNoticeRow): Promise<boolean> {
    try {
      return await this.#tell(one);
    } catch (error) {
      this.#parts.log.error({ err: error, server: one.orchid_id }, "a server could not be told of a user");
      return false;
    }
  }

  /** False: the server does not answer. */
  async #tell({ id, orchid_id: orchidId, kind, user_id: userId, session_hash: hash }: OwedNoticeRow): Promise<boolean> {
    const account = (await this.#parts.whoIs(userId)) ?? { userId, username: "unknown", role: "" };
    const who = { ...account, session: hash === "" ? null : { hash } };
    const method = kind === "end" ? "DELETE" : "GET";
    const told = await this.#parts.access.request(orchidId, who, {
      method,
      path: "/service/sessions/me",
      answer: null,
    });
    // Any answer means that the server has received it.
    const isHeard = told.ok || told.status !== undefined;
    await (isHeard ? this.#owed.told(id) : this.#owed.putBack(id));
    return isHeard;
  }
}

/**
 * Moves it to the end of the order: the first entry has been quiet for longest and is dropped when there are too many.
 */
function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const first of map.keys()) {
    if (map.size <= most) break;
    map.delete(first);
  }
}
