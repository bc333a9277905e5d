/** The sessions that have neither ended nor expired: whose they are, how they were begun, and their list. */
import type { Session } from "#protocol/rest/accounts/session.ts";
import type { Identity, RightsOf } from "#recorder/core/identity.ts";
import type { Store } from "#recorder/store/store.ts";
import type { SessionRow } from "#recorder/store/tables/account-rows.ts";
import { isIssuerUser } from "../trusted-issuer.ts";
import type { AccountRows } from "./account-rows.ts";
import { BASIC_CACHE_MS } from "./basic-sign-in.ts";
import { showIssuerSession, showSession } from "./shown-session.ts";

/** For this long after it a sign-in stands for the password where the own account is changed. */
const FRESH_MS = 10 * 60_000;

/** The session at the company's provider that one here belongs to: its name there, and the sealed token that ends it. */
export interface There {
  readonly session: string;
  readonly token: string;
}

export class OpenSessions {
  readonly #store: Store;
  readonly #accounts: AccountRows;
  readonly #rightsOf: RightsOf;
  readonly #now: () => number;

  constructor(store: Store, accounts: AccountRows, rightsOf: RightsOf, now: () => number) {
    this.#store = store;
    this.#accounts = accounts;
    this.#rightsOf = rightsOf;
    this.#now = now;
  }

  row(hash: string): Promise<SessionRow | undefined> {
    return this.#store
      .selectFrom("sessions")
      .selectAll()
      .where("id_hash", "=", hash)
      .where("expires_ms", ">", this.#now())
      .executeTakeFirst();
  }

  /** The session with this hash; null when it has ended or expired. */
  async byHash(hash: string): Promise<Identity["session"]> {
    const row = await this.row(hash);
    return row ? { hash, handle: row.handle, expiresMs: row.expires_ms } : null;
  }

  /** Whether Google, not this server, has verified who began this session. */
  async isByGoogle({ session }: Identity): Promise<boolean> {
    return session !== null && (await this.row(session.hash))?.signed_in_by === "google";
  }

  /** The session at the company's provider behind this one; null = the provider has not begun it. */
  async there({ session }: Identity): Promise<There | null> {
    const row = session && (await this.row(session.hash));
    if (row?.signed_in_by !== "company") return null;
    return { session: row.provider_session, token: row.provider_token };
  }

  /** Whether this session was begun just now. */
  async isFresh({ session }: Identity): Promise<boolean> {
    const row = session === null ? undefined : await this.row(session.hash);
    return row !== undefined && this.#now() - row.created_ms < FRESH_MS;
  }

  /** Whether an account has a session that has not expired. */
  async isSignedIn(userId: string): Promise<boolean> {
    const open = this.#store.selectFrom("sessions").select("handle").where("user_id", "=", userId);
    return (await open.where("expires_ms", ">", this.#now()).limit(1).executeTakeFirst()) !== undefined;
  }

  async current(identity: Identity): Promise<Session | null> {
    if (isIssuerUser(identity.userId)) return showIssuerSession(identity, this.#now());
    const user = await this.#accounts.byId(identity.userId);
    if (!user) return null;
    const session = identity.session;
    const row = {
      handle: session?.handle ?? "none",
      type: "user",
      user_id: user.id,
      expires_ms: session?.expiresMs ?? this.#now() + BASIC_CACHE_MS,
    };
    // What an app password opens may be less than the account.
    return identity.isViewOnly
      ? showSession(row, user, identity, this.#now())
      : showSession(row, user, this.#rightsOf(user), this.#now());
  }

  /** The sessions of everybody, or of one user; their ids are handles. `type`: only sessions of these types. */
  async list(userId: string | null, type: Session["type"] | null = null): Promise<Session[]> {
    let query = this.#store.selectFrom("sessions").selectAll().where("expires_ms", ">", this.#now());
    if (userId !== null) query = query.where("user_id", "=", userId);
    if (type !== null) query = query.where("type", "=", type);
    const rows = await query.orderBy("created_ms", "desc").limit(1000).execute();
    const users = await this.#accounts.all();
    return rows.flatMap((row) => {
      const user = users.get(row.user_id);
      return user ? [showSession(row, user, this.#rightsOf(user), this.#now())] : [];
    });
  }
}
