/** Sign-in, the sessions table and every way to prove who one is. */
import { type Result, ok } from "#base/result.ts";
import type { EndedWhy } from "#domain/live-events.ts";
import { isAppPassword } from "#domain/accounts/app-password.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { PasskeyAsk, PasskeyAssertion } from "#protocol/rest/accounts/passkey.ts";
import type { Session } from "#protocol/rest/accounts/session.ts";
import { hashSecret, newId, newSecret } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { SessionRow, UserRow } from "#recorder/store/tables.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import {
  asViewer,
  type Identity,
  identityOf,
  type Proof,
  rightsByRole,
  type RightsOf,
} from "#recorder/core/identity.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { Lockouts } from "./lockouts.ts";
import { PasswordCheck, type PasswordDirectory, type PasswordTry } from "./password-check.ts";
import { AppPasswords } from "./factors/app-passwords.ts";
import type { Place } from "./factors/relying-party.ts";
import type { FactorProof, SecondFactors } from "./factors/second-factors.ts";
import { type ShownRow, showIssuerSession, showSession } from "./sessions/shown-session.ts";
import { isIssuerSubject, isIssuerUser, type TrustedIssuers } from "./trusted-issuer.ts";

const BASIC_CACHE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** For this long after it a sign-in stands for the password where the own account is changed. */
const FRESH_MS = 10 * 60_000;
const WRONG = refuse("session/wrong");

export interface SignedIn {
  /** the session id; shown to its user only once */
  readonly id: string;
  /** the handle that lists of sessions show instead */
  readonly handle: string;
  readonly session: Session;
  readonly expiresIn: number;
  /** of the second factor that this sign-in has set up; shown only once */
  readonly recoveryCodes?: readonly string[];
  /** name of the passkey that was used or made */
  readonly passkey?: string;
}

/** The session at the company's provider that one here belongs to: its name there, and the sealed token that ends it. */
export interface There {
  readonly session: string;
  readonly token: string;
}

type WhyOf = (row: Pick<SessionRow, "user_id">) => EndedWhy;
/** Somebody ends sessions that may be of others. */
export const endedBy =
  (byUserId: string): WhyOf =>
  ({ user_id }) =>
    user_id === byUserId ? "elsewhere" : "administrator";

export class Sessions {
  readonly #store: Store;
  readonly #hub: EventHub;
  readonly #passwords: PasswordCheck;
  readonly #devices: KnownDevices;
  readonly #factors: SecondFactors;
  readonly #appPasswords: AppPasswords;
  readonly #settings: SettingsStore;
  readonly #now: () => number;
  readonly #issuers: TrustedIssuers | null;
  readonly #rightsOf: RightsOf;
  readonly #ended = new Set<(sessionHash: string) => void>();
  readonly #userEnded = new Set<(userId: string) => void>();
  readonly #basicEnded = new Set<(userId: string) => void>();
  /** Basic credentials that were checked within the last minute, by their keyed hash */
  readonly #basic = new Map<string, { userId: string; untilMs: number }>();

  /**
   * `issuers`: whose tokens stand for users without an account; null = no issuer is trusted. `rightsOf`: what an
   * account may do
   */
  constructor(
    store: Store,
    hub: EventHub,
    lockouts: Lockouts,
    devices: KnownDevices,
    settings: SettingsStore,
    factors: SecondFactors,
    now: () => number,
    issuers: TrustedIssuers | null = null,
    rightsOf: RightsOf = rightsByRole,
    directory: PasswordDirectory | null = null,
  ) {
    this.#issuers = issuers;
    this.#rightsOf = rightsOf;
    this.#store = store;
    this.#hub = hub;
    this.#devices = devices;
    this.#factors = factors;
    this.#appPasswords = new AppPasswords(store, now);
    this.#settings = settings;
    settings.onChange(({ sessionMaxHours }) => this.#shorten(sessionMaxHours * HOUR_MS));
    this.#passwords = new PasswordCheck(lockouts, devices, (username) => this.#byName(username), directory);
    this.#now = now;
  }

  /** Called with the hash of every session that was ended before it expired. */
  onEnd(listener: (sessionHash: string) => void): void {
    this.#ended.add(listener);
  }

  /**
   * Called with the id of every user whose sign-ins were all ended: the account was changed or deleted, or the user
   * signed out everywhere.
   */
  onUserEnd(listener: (userId: string) => void): void {
    this.#userEnded.add(listener);
  }

  /** Called with the id of every user whose password opens nothing any more, while one of their sessions goes on. */
  onBasicEnd(listener: (userId: string) => void): void {
    this.#basicEnded.add(listener);
  }

  /**
   * `proof`: where the account has a second factor, or must have one and has begun it. Failure codes: session/wrong,
   * session/locked, and those of SecondFactors.pass.
   */
  async signIn(
    ask: PasswordTry & { readonly expiresInS: number; readonly proof: FactorProof },
  ): Promise<Result<SignedIn, Failure>> {
    const user = await this.#passwords.run(ask);
    if (!user.ok) return user;
    const passed = await this.#factors.pass(user.value, ask.proof, this.deviceOf(user.value, ask.device));
    if (!passed.ok) return passed;
    const begun = await this.#begin(user.value, ask, "password");
    const { recoveryCodes, passkey } = passed.value;
    if (await this.#isAsChecked(user.value))
      return ok({
        ...begun,
        ...(recoveryCodes === null ? {} : { recoveryCodes }),
        ...(passkey === null ? {} : { passkey }),
      });
    await this.endByHandle(begun.handle, user.value.id);
    return WRONG;
  }

  /** By a passkey that stands for name and password. Failure codes: those of Passkeys.use. */
  async signInByPasskey(
    response: PasskeyAssertion,
    place: Place,
    expiresInS: number,
  ): Promise<Result<SignedIn, Failure>> {
    const used = await this.#factors.passkeys.use(null, response, place);
    if (!used.ok) return used;
    const user = await this.#user(used.value.user_id);
    if (user?.signs_in_by !== "password") return refuse("session/passkey-unknown");
    const begun = await this.#begin(user, { expiresInS, address: place.address }, "passkey");
    // Removed meanwhile: what it opened would have ended with it.
    if (await this.#factors.passkeys.has(user.id)) return ok({ ...begun, passkey: used.value.name });
    await this.endByHandle(begun.handle, user.id);
    return refuse("session/passkey-unknown");
  }

  /** What any passkey is asked. Failure code: session/passkey-address. */
  askPasskey(place: Place): Promise<Result<PasskeyAsk, Failure>> {
    return this.#factors.passkeys.asking(null, place);
  }

  /**
   * What goes on with the right password before there is a session: a second factor that the account must have is begun,
   * or its passkey asked. Failure codes: session/wrong, session/locked, and those of `next`.
   */
  async withPassword<T>(
    ask: PasswordTry,
    next: (factors: SecondFactors, user: UserRow) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const user = await this.#passwords.run(ask);
    return user.ok ? next(this.#factors, user.value) : user;
  }

  /** The device that a browser's mark names; null = none that is known to this user. */
  deviceOf(user: Pick<UserRow, "id">, device: string | null): string | null {
    return device === null ? null : this.#devices.idOf(device, user.id);
  }

  /** Signs in an account whose name somebody trustworthy has verified. Failure code: session/wrong. */
  async signInVerified(ask: {
    username: string;
    expiresInS: number;
    address: string;
  }): Promise<Result<SignedIn, Failure>> {
    const user = await this.#byName(ask.username);
    if (!user) return refuse("session/wrong", { cause: failure("session/no-account", { name: ask.username }) });
    return ok(await this.#begin(user, ask, "google"));
  }

  /** A session of an account that the company's provider has verified. */
  beginAtCompany(user: UserRow, ask: { expiresInS: number; address: string }, there: There): Promise<SignedIn> {
    return this.#begin(user, ask, "company", there);
  }

  async #begin(
    user: UserRow,
    ask: { expiresInS: number; address: string },
    signedInBy: SessionRow["signed_in_by"],
    there: There = { session: "", token: "" },
  ): Promise<SignedIn> {
    const id = newSecret();
    const now = this.#now();
    const { sessionMaxHours } = await this.#settings.get();
    const lastsMs = Math.min(ask.expiresInS * 1000, sessionMaxHours * HOUR_MS);
    const row: SessionRow = {
      id_hash: hashSecret(id),
      handle: newId(),
      user_id: user.id,
      type: "user",
      created_ms: now,
      expires_ms: now + lastsMs,
      address: ask.address,
      signed_in_by: signedInBy,
      provider_session: there.session,
      provider_token: there.token,
    };
    await this.#store.deleteFrom("sessions").where("expires_ms", "<=", now).execute();
    await this.#store.insertInto("sessions").values(row).execute();
    return { id, handle: row.handle, session: { ...this.#shown(row, user), id }, expiresIn: lastsMs / 1000 };
  }

  /**
   * Asks the user to prove their identity once more before a dangerous action. Guessing is slowed down as at sign-in.
   * The answer is the account with which the password was compared. Failure codes: session/confirm, session/locked.
   */
  async confirm(
    who: Identity,
    password: string,
    address: string,
    device: string | null = null,
  ): Promise<Result<UserRow, Failure>> {
    const user = isIssuerUser(who.userId) ? undefined : await this.#user(who.userId);
    if (user?.signs_in_by === "company")
      return refuse("session/confirm", { cause: failure("user/password-elsewhere") });
    if (!user || password === "") return refuse("session/confirm");
    const checked = await this.#passwords.run({ username: user.username, password, address, device });
    if (checked.ok) return checked;
    return checked.error.code === "session/wrong"
      ? refuse("session/confirm", { cause: failure("session/not-confirmed") })
      : checked;
  }

  /** The identity behind a session id; null when the session is unknown, ended or expired. */
  async bySessionId(id: string, via: Identity["via"]): Promise<Identity | null> {
    if (id.length !== 43) return null;
    const hash = hashSecret(id);
    const session = await this.#open(hash);
    if (!session) return null;
    const user = await this.#user(session.user_id);
    if (!user) return null;
    return this.#identity(user, { via, session: { hash, handle: session.handle, expiresMs: session.expires_ms } });
  }

  /**
   * HTTP Basic. Right credentials are remembered for a minute, because checking them is dear by design. Failure codes:
   * session/wrong, session/locked, session/basic-with-factor.
   */
  async byPassword(username: string, password: string, address: string): Promise<Result<Identity, Failure>> {
    if (isAppPassword(password)) return this.#byAppPassword(username, password, address);
    const key = this.#passwords.keyOf([username, password]);
    const known = this.#basic.get(key);
    if (known && known.untilMs > this.#now()) {
      const user = await this.#user(known.userId);
      if (user && (await this.#factors.isAsked(user))) return refuse("session/basic-with-factor");
      if (user) return ok(this.#identity(user, { via: "basic", session: null }));
    }
    const user = await this.#passwords.run({ username, password, address, device: null });
    if (!user.ok) return user;
    if (await this.#factors.isAsked(user.value)) return refuse("session/basic-with-factor");
    if (this.#basic.size > 1000) this.#basic.clear();
    this.#basic.set(key, { userId: user.value.id, untilMs: this.#now() + BASIC_CACHE_MS });
    if (!(await this.#isAsChecked(user.value))) {
      this.#basic.delete(key);
      return WRONG;
    }
    return ok(this.#identity(user.value, { via: "basic", session: null }));
  }

  /** A second factor is not asked for: nobody can guess one, and its owner had it when it was made. */
  async #byAppPassword(username: string, secret: string, address: string): Promise<Result<Identity, Failure>> {
    const user = await this.#byName(username);
    const used = user ? await this.#appPasswords.use(user.id, secret, address) : null;
    if (!user || !used) return WRONG;
    const identity = this.#identity(user, { via: "basic", session: null, byApp: true });
    return ok(used.isViewOnly ? asViewer(identity) : identity);
  }

  /** What was opened with Basic ends: a password of the account opens nothing any more. */
  endBasicOf(userId: string): void {
    this.forgetBasic();
    for (const listener of this.#basicEnded) listener(userId);
  }

  async byUserId(userId: string): Promise<Identity | null> {
    if (isIssuerUser(userId)) return (await this.#issuers?.byUserId(userId)) ?? null;
    const user = await this.#user(userId);
    return user ? this.#identity(user, { via: "ticket", session: null }) : null;
  }

  /** The session with this hash; null when it has ended or expired. */
  async byHash(hash: string): Promise<Identity["session"]> {
    const row = await this.#open(hash);
    return row ? { hash, handle: row.handle, expiresMs: row.expires_ms } : null;
  }

  /** Whether Google, not this server, has verified who began this session. */
  async isByGoogle({ session }: Identity): Promise<boolean> {
    return session !== null && (await this.#open(session.hash))?.signed_in_by === "google";
  }

  /** The session at the company's provider behind this one; null = the provider has not begun it. */
  async there({ session }: Identity): Promise<There | null> {
    const row = session && (await this.#open(session.hash));
    if (row?.signed_in_by !== "company") return null;
    return { session: row.provider_session, token: row.provider_token };
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

  /** Whether this session was begun just now. */
  async isFresh({ session }: Identity): Promise<boolean> {
    const row = session === null ? undefined : await this.#open(session.hash);
    return row !== undefined && this.#now() - row.created_ms < FRESH_MS;
  }

  /** Whether an account has a session that has not expired. */
  async isSignedIn(userId: string): Promise<boolean> {
    const open = this.#store.selectFrom("sessions").select("handle").where("user_id", "=", userId);
    return (await open.where("expires_ms", ">", this.#now()).limit(1).executeTakeFirst()) !== undefined;
  }

  async current(identity: Identity): Promise<Session | null> {
    if (isIssuerUser(identity.userId)) return showIssuerSession(identity, this.#now());
    const user = await this.#user(identity.userId);
    if (!user) return null;
    const session = identity.session;
    const row = {
      handle: session?.handle ?? "none",
      type: "user",
      user_id: user.id,
      expires_ms: session?.expiresMs ?? this.#now() + BASIC_CACHE_MS,
    };
    // What an app password opens may be less than the account.
    return identity.isViewOnly ? showSession(row, user, identity, this.#now()) : this.#shown(row, user);
  }

  /** The sessions of everybody, or of one user; their ids are handles. `type`: only sessions of these types. */
  async list(userId: string | null, type: Session["type"] | null = null): Promise<Session[]> {
    let query = this.#store.selectFrom("sessions").selectAll().where("expires_ms", ">", this.#now());
    if (userId !== null) query = query.where("user_id", "=", userId);
    if (type !== null) query = query.where("type", "=", type);
    const rows = await query.orderBy("created_ms", "desc").limit(1000).execute();
    const users = new Map((await this.#store.selectFrom("users").selectAll().execute()).map((user) => [user.id, user]));
    return rows.flatMap((row) => {
      const user = users.get(row.user_id);
      return user ? [this.#shown(row, user)] : [];
    });
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
    this.forgetBasic();
    await this.endAll(userId, session?.hash ?? null, null, () => why);
    if (session) for (const listener of this.#basicEnded) listener(userId);
  }

  /** What a user may do has changed: the sessions stay, and what they have opened ends. */
  cutUser(userId: string): void {
    this.forgetBasic();
    this.#tellUser(userId);
  }

  async endAll(
    userId: string | null,
    exceptHash: string | null,
    type: Session["type"] | null = null,
    whyOf: WhyOf = () => "account",
  ): Promise<void> {
    let query = this.#store.selectFrom("sessions").selectAll();
    if (userId !== null) query = query.where("user_id", "=", userId);
    if (type !== null) query = query.where("type", "=", type);
    const rows = await query.execute();
    await this.#end(
      rows.filter((row) => row.id_hash !== exceptHash),
      whyOf,
    );
    if (userId !== null && exceptHash === null) this.#tellUser(userId);
  }

  /** Forgets remembered Basic credentials, because a user changed. */
  forgetBasic(): void {
    this.#basic.clear();
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

  #tell({ hash, handle }: { readonly hash: string; readonly handle: string }, why?: EndedWhy): void {
    this.#hub.end({ sessionHash: hash }, "user-logged-out", "sessions", handle, why);
    for (const listener of this.#ended) listener(hash);
  }

  #tellUser(userId: string): void {
    for (const listener of this.#userEnded) listener(userId);
  }

  #open(hash: string): Promise<SessionRow | undefined> {
    return this.#store
      .selectFrom("sessions")
      .selectAll()
      .where("id_hash", "=", hash)
      .where("expires_ms", ">", this.#now())
      .executeTakeFirst();
  }

  #byName(username: string): Promise<UserRow | undefined> {
    return this.#store
      .selectFrom("users")
      .selectAll()
      .where("username_key", "=", username.toLowerCase())
      .executeTakeFirst();
  }

  /**
   * Checking the password takes time, so this is asked only after the new session is in the table: a password changed
   * before that has ended all sessions of its time, and one changed later ends the new session with the rest.
   */
  async #isAsChecked({ id, password_hash }: UserRow): Promise<boolean> {
    return (await this.#user(id))?.password_hash === password_hash;
  }

  #identity(user: UserRow, proof: Proof): Identity {
    return identityOf(user, proof, this.#rightsOf);
  }

  #shown(row: ShownRow, user: UserRow): Session {
    return showSession(row, user, this.#rightsOf(user), this.#now());
  }

  #user(id: string): Promise<UserRow | undefined> {
    return this.#store.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  }
}
