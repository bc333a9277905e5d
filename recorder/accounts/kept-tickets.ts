/** Where tickets lie until they are taken: in this process, or in a database that several nodes share. */
import type { Store } from "#recorder/store/store.ts";
import type { TicketRow } from "#recorder/store/tables/account-rows.ts";

export const TICKET_LIFE_S = 60;
const LIFE_MS = TICKET_LIFE_S * 1000;
/** Above it the oldest are forgotten; in a database within a second. */
const MAX_TICKETS = 10_000;
/** Tickets are sold often: the table is swept no more often than this. */
const SWEEP_MS = 1000;

export interface Issued {
  readonly userId: string;
  /** null: the ticket was asked for with Basic, which has no session */
  readonly sessionHash: string | null;
  readonly path: string;
  readonly cameraId: string | null;
}

/** Tickets by the hash of each. */
export interface TicketShelf {
  put(key: string, ticket: Issued): Promise<void>;
  /** Null: none with this key is good for this path. `isLook`: it stays. */
  take(key: string, path: string, isLook: boolean): Promise<Issued | null>;
  endSession(sessionHash: string): Promise<void>;
  /** what a user has bought without a session */
  endBasic(userId: string): Promise<void>;
  endUsers(isMeant: (userId: string) => boolean): Promise<void>;
}

/** For a server that has its database alone: a full disk sells tickets, too. */
export class TicketsInMemory implements TicketShelf {
  readonly #issued = new Map<string, Issued & { readonly untilMs: number }>();
  readonly #now: () => number;
  readonly #most: number;

  /** `now`: ms of a monotonic clock */
  constructor(now: () => number, most = MAX_TICKETS) {
    this.#now = now;
    this.#most = most;
  }

  async put(key: string, ticket: Issued): Promise<void> {
    this.#sweep();
    this.#issued.set(key, { ...ticket, untilMs: this.#now() + LIFE_MS });
  }

  async take(key: string, path: string, isLook: boolean): Promise<Issued | null> {
    const issued = this.#issued.get(key);
    if (!issued || issued.untilMs <= this.#now() || issued.path !== path) return null;
    if (!isLook) this.#issued.delete(key);
    return issued;
  }

  async endSession(sessionHash: string): Promise<void> {
    this.#end((issued) => issued.sessionHash === sessionHash);
  }

  async endBasic(userId: string): Promise<void> {
    this.#end((issued) => issued.userId === userId && issued.sessionHash === null);
  }

  async endUsers(isMeant: (userId: string) => boolean): Promise<void> {
    this.#end((issued) => isMeant(issued.userId));
  }

  #end(isMeant: (issued: Issued) => boolean): void {
    for (const [key, issued] of this.#issued) if (isMeant(issued)) this.#issued.delete(key);
  }

  #sweep(): void {
    const now = this.#now();
    for (const [key, issued] of this.#issued) {
      if (issued.untilMs > now && this.#issued.size < this.#most) break;
      this.#issued.delete(key);
    }
  }
}

/** Sold by one node and taken at any other, by whichever of two is first. */
export class TicketsInStore implements TicketShelf {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #most: number;
  #sweptMs = Number.NEGATIVE_INFINITY;

  /** `now`: epoch ms */
  constructor(store: Store, now: () => number, most = MAX_TICKETS) {
    this.#store = store;
    this.#now = now;
    this.#most = most;
  }

  async put(key: string, { userId, sessionHash, path, cameraId }: Issued): Promise<void> {
    const untilMs = this.#now() + LIFE_MS;
    const row = { key, user_id: userId, session_hash: sessionHash, path, camera_id: cameraId, until_ms: untilMs };
    await this.#store.insertInto("tickets").values(row).execute();
    await this.#sweep();
  }

  async take(key: string, path: string, isLook: boolean): Promise<Issued | null> {
    const row = await (isLook ? this.#look(key, path) : this.#remove(key, path));
    if (!row || row.until_ms <= this.#now()) return null;
    // The node at which the session ended may have died before it ended the session's tickets.
    if (row.session_hash !== null && !(await this.#isOpen(row.session_hash))) return null;
    return { userId: row.user_id, sessionHash: row.session_hash, path: row.path, cameraId: row.camera_id };
  }

  async endSession(sessionHash: string): Promise<void> {
    await this.#store.deleteFrom("tickets").where("session_hash", "=", sessionHash).execute();
  }

  async endBasic(userId: string): Promise<void> {
    const own = this.#store.deleteFrom("tickets").where("user_id", "=", userId);
    await own.where("session_hash", "is", null).execute();
  }

  async endUsers(isMeant: (userId: string) => boolean): Promise<void> {
    const rows = await this.#store.selectFrom("tickets").select("user_id").distinct().execute();
    for (const { user_id: userId } of rows)
      if (isMeant(userId)) await this.#store.deleteFrom("tickets").where("user_id", "=", userId).execute();
  }

  #look(key: string, path: string): Promise<TicketRow | undefined> {
    const one = this.#store.selectFrom("tickets").selectAll().where("key", "=", key);
    return one.where("path", "=", path).executeTakeFirst();
  }

  #remove(key: string, path: string): Promise<TicketRow | undefined> {
    const one = this.#store.deleteFrom("tickets").where("key", "=", key).where("path", "=", path);
    return one.returningAll().executeTakeFirst();
  }

  async #isOpen(sessionHash: string): Promise<boolean> {
    const session = this.#store.selectFrom("sessions").select("handle").where("id_hash", "=", sessionHash);
    return (await session.executeTakeFirst()) !== undefined;
  }

  async #sweep(): Promise<void> {
    const now = this.#now();
    // A clock that was set back must not keep it from sweeping.
    if (Math.abs(now - this.#sweptMs) < SWEEP_MS) return;
    this.#sweptMs = now;
    await this.#store.deleteFrom("tickets").where("until_ms", "<=", now).execute();
    await this.#store
      .deleteFrom("tickets")
      .where("key", "in", (all) =>
        all
          .selectFrom("tickets")
          .select("key")
          .orderBy("until_ms", "desc")
          .orderBy("key")
          .limit(MAX_TICKETS)
          .offset(this.#most),
      )
      .execute();
  }
}
