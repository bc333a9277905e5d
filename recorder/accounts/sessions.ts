/** Sign-in: every way to prove who one is, and the session that it begins. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { PasskeyAsk, PasskeyAssertion } from "#protocol/rest/accounts/passkey.ts";
import type { Session } from "#protocol/rest/accounts/session.ts";
import { hashSecret, newId, newSecret } from "#recorder/store/ids.ts";
import { type Bus, QUIET_BUS } from "#recorder/nodes/bus.ts";
import type { Store } from "#recorder/store/store.ts";
import type { SessionRow, UserRow } from "#recorder/store/tables/account-rows.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { type Identity, identityOf, type Proof, rightsByRole, type RightsOf } from "#recorder/core/identity.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { Lockouts } from "./lockouts.ts";
import { PasswordCheck, type PasswordDirectory, type PasswordTry } from "./password-check.ts";
import { AppPasswords } from "./factors/app-passwords.ts";
import type { Place } from "./factors/relying-party.ts";
import type { FactorProof, SecondFactors } from "./factors/second-factors.ts";
import { AccountRows } from "./sessions/account-rows.ts";
import { BasicSignIn } from "./sessions/basic-sign-in.ts";
import { OpenSessions, type There } from "./sessions/open-sessions.ts";
import { SessionEnds } from "./sessions/session-ends.ts";
import { showSession } from "./sessions/shown-session.ts";
import { isIssuerUser, type TrustedIssuers } from "./trusted-issuer.ts";

const HOUR_MS = 3_600_000;

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

export class Sessions {
  /** what ends sessions before they expire, and tells of it */
  readonly ends: SessionEnds;
  /** whose the sessions are that have not ended */
  readonly open: OpenSessions;
  readonly basic: BasicSignIn;
  readonly #store: Store;
  readonly #accounts: AccountRows;
  readonly #passwords: PasswordCheck;
  readonly #devices: KnownDevices;
  readonly #factors: SecondFactors;
  readonly #settings: SettingsStore;
  readonly #now: () => number;
  readonly #issuers: TrustedIssuers | null;
  readonly #rightsOf: RightsOf;

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
    bus: Bus = QUIET_BUS,
  ) {
    const accounts = new AccountRows(store);
    const passwords = new PasswordCheck(lockouts, devices, (username) => accounts.byName(username), directory);
    this.#issuers = issuers;
    this.#rightsOf = rightsOf;
    this.#store = store;
    this.#accounts = accounts;
    this.#devices = devices;
    this.#factors = factors;
    this.#settings = settings;
    this.#passwords = passwords;
    this.#now = now;
    this.ends = new SessionEnds({ store, hub, settings, issuers, bus }, now);
    this.open = new OpenSessions(store, accounts, rightsOf, now);
    this.basic = new BasicSignIn(
      { accounts, passwords, factors, appPasswords: new AppPasswords(store, now), rightsOf },
      now,
    );
    this.ends.onAccountChange(() => this.basic.forget());
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
    if (await this.#accounts.isAsChecked(user.value))
      return ok({
        ...begun,
        ...(recoveryCodes === null ? {} : { recoveryCodes }),
        ...(passkey === null ? {} : { passkey }),
      });
    await this.ends.endByHandle(begun.handle, user.value.id);
    return refuse("session/wrong");
  }

  /** By a passkey that stands for name and password. Failure codes: those of Passkeys.use. */
  async signInByPasskey(
    response: PasskeyAssertion,
    place: Place,
    expiresInS: number,
  ): Promise<Result<SignedIn, Failure>> {
    const used = await this.#factors.passkeys.use(null, response, place);
    if (!used.ok) return used;
    const user = await this.#accounts.byId(used.value.user_id);
    if (user?.signs_in_by !== "password") return refuse("session/passkey-unknown");
    const begun = await this.#begin(user, { expiresInS, address: place.address }, "passkey");
    // Removed meanwhile: what it opened would have ended with it.
    if (await this.#factors.passkeys.has(user.id)) return ok({ ...begun, passkey: used.value.name });
    await this.ends.endByHandle(begun.handle, user.id);
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
    const user = await this.#accounts.byName(ask.username);
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
    return {
      id,
      handle: row.handle,
      session: { ...showSession(row, user, this.#rightsOf(user), now), id },
      expiresIn: lastsMs / 1000,
    };
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
    const user = isIssuerUser(who.userId) ? undefined : await this.#accounts.byId(who.userId);
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
    const session = await this.open.row(hash);
    if (!session) return null;
    const user = await this.#accounts.byId(session.user_id);
    if (!user) return null;
    return this.#identity(user, { via, session: { hash, handle: session.handle, expiresMs: session.expires_ms } });
  }

  async byUserId(userId: string): Promise<Identity | null> {
    if (isIssuerUser(userId)) return (await this.#issuers?.byUserId(userId)) ?? null;
    const user = await this.#accounts.byId(userId);
    return user ? this.#identity(user, { via: "ticket", session: null }) : null;
  }

  #identity(user: UserRow, proof: Proof): Identity {
    return identityOf(user, proof, this.#rightsOf);
  }
}
