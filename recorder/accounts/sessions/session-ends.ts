/** Sessions that end before they expire, and who hears of it. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { ENDED_WHY, type EndedWhy } from "#domain/live-events.ts";
import * as z from "zod/mini";
import type { Session } from "#protocol/rest/accounts/session.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import { type Bus, QUIET_BUS } from "#recorder/nodes/bus.ts";
import type { Store } from "#recorder/store/store.ts";
import type { SessionRow } from "#recorder/store/tables/account-rows.ts";
import { isIssuerSubject, isIssuerUser, type TrustedIssuers } from "../trusted-issuer.ts";

const HOUR_MS = 3_600_000;

/**
 * Where it was ended: at this server, or at another one of the same database, which has told recorders already. owing: here, and who is
 * called in the transaction (`onUserEnding`) sees to them.
 */
type EndedAt = "here" | "owing" | "elsewhere";
/** `store`: of the transaction in which what the user has opened ends; what it returns is called when that was committed. */
type UserEnding = (store: Store, userId: string) => Promise<() => void>;
/** Changes the account in the transaction in which what it has opened ends: neither is there without the other. */
type AccountChange = (store: Store) => Promise<void>;
interface EndAll {
  readonly type?: Session["type"] | null;
  readonly whyOf?: WhyOf;
  readonly change?: AccountChange;
}
interface Ended {
  readonly hash: string;
  readonly handle: string;
  readonly why?: EndedWhy | undefined;
}
const endedSession = z.object({ hash: z.string(), handle: z.string(), why: z.optional(z.enum(ENDED_WHY)) });
const ofUser = z.object({ userId: z.string() });
/** Hashes that one statement asks for. */
const HASHES_AT_ONCE = 500;

type WhyOf = (row: Pick<SessionRow, "user_id">) => EndedWhy;
/** Somebody ends sessions that may be of others. */
export const endedBy =
  (byUserId: string): WhyOf =>
  ({ user_id }) =>
    user_id === byUserId ? "elsewhere" : "administrator";

export class SessionEnds {
  readonly #store: Store;
  readonly #hub: EventHub;
  readonly #now: () => number;
  readonly #issuers: TrustedIssuers | null;
  readonly #bus: Bus;
  readonly #ended = new Set<(sessionHash: string, at: EndedAt) => void>();
  readonly #userEnding = new Set<UserEnding>();
  readonly #userEnded = new Set<(userId: string, at: EndedAt) => void>();
  readonly #basicEnded = new Set<(userId: string) => void>();
  readonly #changed = new Set<() => void>();
  readonly #holders: (() => Iterable<string>)[] = [];

  constructor(
    parts: { store: Store; hub: EventHub; settings: SettingsStore; issuers: TrustedIssuers | null; bus?: Bus },
    now: () => number,
  ) {
    this.#store = parts.store;
    this.#hub = parts.hub;
    this.#issuers = parts.issuers;
    this.#now = now;
    this.#bus = parts.bus ?? QUIET_BUS;
    this.#bus.on("session-ended", endedSession, (one) => this.#endHere(one, "elsewhere"));
    this.#bus.on("user-ended", ofUser, ({ userId }) => this.#endUserHere(userId, "elsewhere"));
    this.#bus.on("basic-ended", ofUser, ({ userId }) => this.#endBasicHere(userId));
    this.#bus.on("account-changed", z.null(), () => this.#forgetHere());
    this.#bus.onMissed(() => this.#endMissed());
    this.#holders.push(() => parts.hub.sessionHashes());
    parts.settings.onChange(({ sessionMaxHours }) => this.#shorten(sessionMaxHours * HOUR_MS));
  }

  /** Called with the hash of every session that was ended before it expired. */
  onEnd(listener: (sessionHash: string, at: EndedAt) => void): void {
    this.#ended.add(listener);
  }

  /**
   * Called with the id of every user whose sign-ins were all ended: the account was changed or deleted, or the user
   * signed out everywhere.
   */
  onUserEnd(listener: (userId: string, at: EndedAt) => void): void {
    this.#userEnded.add(listener);
  }

  /** For what must not be lost when this server dies in between: all that a user has opened ends, whether the sign-ins do or not. */
  onUserEnding(ending: UserEnding): void {
    this.#userEnding.add(ending);
  }

  /** Called with the id of every user whose password opens nothing any more, while one of their sessions goes on. */
  onBasicEnd(listener: (userId: string) => void): void {
    this.#basicEnded.add(listener);
  }

  /** Names the sessions, by their hashes, that hold something open. */
  holds(holder: () => Iterable<string>): void {
    this.#holders.push(holder);
  }

  /** Called when an account may have changed: what is remembered of passwords is not right any more. */
  onAccountChange(listener: () => void): void {
    this.#changed.add(listener);
  }

  /**
   * Ends the session of the token that was sent; a user of the issuer whose token names no session loses all sessions.
   */
  async signOut(who: Identity): Promise<void> {
    const { session, userId } = who;
    if (!session) return;
    if (!isIssuerUser(userId)) return void (await this.endByHandle(session.handle, userId));
    const isOne = this.#issuers?.endSession(who) === true;
    // A caller whose token names a role instead of a user stands for everybody with such a token.
    if (!isOne && !isIssuerSubject(userId)) return;
    this.#tell(session);
    if (!isOne) this.#tellUser(userId);
  }

  /**
   * Ends a session by its handle; `userId` null ends anybody's. `byUserId`: who ends it, absent: its own user signs out.
   * Failure: session/unknown.
   */
  async endByHandle(handle: string, userId: string | null, byUserId?: string): Promise<Result<null, Failure>> {
    let query = this.#store.selectFrom("sessions").selectAll().where("handle", "=", handle);
    if (userId !== null) query = query.where("user_id", "=", userId);
    const row = await query.executeTakeFirst();
    if (!row) return refuse("session/unknown");
    await this.#end([row], byUserId === undefined ? undefined : endedBy(byUserId));
    return ok(null);
  }

  /** The password of a user has changed: what it has opened ends, except the session that has changed it. */
  async endOthersOf({ userId, session }: Identity, why: EndedWhy = "password"): Promise<void> {
    this.accountChanged();
    await this.endAll(userId, session?.hash ?? null, { whyOf: () => why });
    if (session) this.#tellBasic(userId);
  }

  /** What a user may do changes: the sessions stay, and what they have opened ends. */
  async cutUser(userId: string, change: AccountChange): Promise<void> {
    const after = await this.#store.transaction().execute(async (store) => {
      const owed = await this.#owed(store, userId);
      await change(store);
      return owed;
    });
    this.accountChanged();
    this.#tellUser(userId, "owing");
    for (const tell of after) tell();
  }

  async endAll(
    userId: string | null,
    exceptHash: string | null,
    { type = null, whyOf = () => "account", change }: EndAll = {},
  ): Promise<void> {
    const whole = exceptHash === null ? userId : null;
    const { rows, after } = await this.#store.transaction().execute(async (store) => {
      let query = store.selectFrom("sessions").selectAll();
      if (userId !== null) query = query.where("user_id", "=", userId);
      if (type !== null) query = query.where("type", "=", type);
      const ended = (await query.execute()).filter((row) => row.id_hash !== exceptHash);
      for (const { id_hash } of ended) await store.deleteFrom("sessions").where("id_hash", "=", id_hash).execute();
      const owed = whole === null ? [] : await this.#owed(store, whole);
      await change?.(store);
      return { rows: ended, after: owed };
    });
    if (change) this.accountChanged();
    for (const row of rows) this.#tell({ hash: row.id_hash, handle: row.handle }, whyOf(row));
    if (whole !== null) this.#tellUser(whole, "owing");
    for (const tell of after) tell();
  }

  /** Ends what the provider's sign-in has begun: all of it, of one user, or of one session there. How many they were. */
  async endOfCompany(of: { userId?: string | undefined; session?: string | undefined } = {}): Promise<number> {
    let query = this.#store.selectFrom("sessions").selectAll().where("signed_in_by", "=", "company");
    if (of.userId !== undefined) query = query.where("user_id", "=", of.userId);
    if (of.session !== undefined) query = query.where("provider_session", "=", of.session);
    const rows = await query.execute();
    await this.#end(rows);
    return rows.length;
  }

  /** What was opened with Basic ends: a password of the account opens nothing any more. */
  endBasicOf(userId: string): void {
    this.accountChanged();
    this.#tellBasic(userId);
  }

  async #owed(store: Store, userId: string): Promise<(() => void)[]> {
    const owed: (() => void)[] = [];
    for (const ending of this.#userEnding) owed.push(await ending(store, userId));
    return owed;
  }

  /** An account was changed or deleted. */
  accountChanged(): void {
    this.#forgetHere();
    this.#bus.publish("account-changed", null);
  }

  /** Sign-ins last no longer than this from their beginning, those that are open included. */
  async #shorten(mostMs: number): Promise<void> {
    const rows = await this.#store.selectFrom("sessions").selectAll().execute();
    const long = rows.filter((row) => row.expires_ms > row.created_ms + mostMs);
    const over = long.filter((row) => row.created_ms + mostMs <= this.#now());
    await this.#end(over);
    for (const { id_hash, created_ms } of long)
      await this.#store
        .updateTable("sessions")
        .set({ expires_ms: created_ms + mostMs })
        .where("id_hash", "=", id_hash)
        .execute();
  }

  async #end(rows: readonly SessionRow[], whyOf?: WhyOf): Promise<void> {
    for (const row of rows) {
      await this.#store.deleteFrom("sessions").where("id_hash", "=", row.id_hash).execute();
      this.#tell({ hash: row.id_hash, handle: row.handle }, whyOf?.(row));
    }
  }

  #tell({ hash, handle }: Ended, why?: EndedWhy): void {
    const ended = { hash, handle, ...(why === undefined ? {} : { why }) };
    this.#endHere(ended, "here");
    this.#bus.publish("session-ended", ended);
  }

  #tellUser(userId: string, at: EndedAt = "here"): void {
    this.#endUserHere(userId, at);
    this.#bus.publish("user-ended", { userId });
  }

  #tellBasic(userId: string): void {
    this.#endBasicHere(userId);
    this.#bus.publish("basic-ended", { userId });
  }

  #endHere({ hash, handle, why }: Ended, at: EndedAt): void {
    this.#hub.end({ sessionHash: hash }, "user-logged-out", "sessions", handle, why);
    for (const listener of this.#ended) listener(hash, at);
  }

  #endUserHere(userId: string, at: EndedAt): void {
    for (const listener of this.#userEnded) listener(userId, at);
  }

  #endBasicHere(userId: string): void {
    for (const listener of this.#basicEnded) listener(userId);
  }

  #forgetHere(): void {
    for (const listener of this.#changed) listener();
  }

  /** Another server may have ended before it could say whose sessions it ended. */
  async #endMissed(): Promise<void> {
    this.#forgetHere();
    const held = [...new Set(this.#holders.flatMap((holder) => [...holder()]))];
    for (let from = 0; from < held.length; from += HASHES_AT_ONCE) {
      const some = held.slice(from, from + HASHES_AT_ONCE);
      const rows = await this.#store.selectFrom("sessions").select("id_hash").where("id_hash", "in", some).execute();
      const open = new Set(rows.map((row) => row.id_hash));
      for (const hash of some) if (!open.has(hash)) this.#endHere({ hash, handle: "none" }, "here");
    }
  }
}
