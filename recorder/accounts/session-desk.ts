/** Signing in and out, and whose sessions somebody sees and ends; the journal's lines about it. */
import { ok, type Result } from "#base/result.ts";
import { type Failure, hasCode, refuse } from "#domain/failures/failure.ts";
import type { NewPasskey, PasskeyAsk, PasskeyAssertion, PasskeyMaking } from "#protocol/rest/accounts/passkey.ts";
import type { Session } from "#protocol/rest/accounts/session.ts";
import { can, type Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import type { GoogleSignIn, GoogleToken } from "./company/google-sign-in.ts";
import type { Place } from "./factors/relying-party.ts";
import type { FactorKey, SecondFactors } from "./factors/second-factors.ts";
import { endedBy } from "./sessions/session-ends.ts";
import type { Sessions, SignedIn } from "./sessions.ts";

/** The journal keeps this much of a name that somebody typed. */
const NAME_CHARACTERS = 64;

const WAITING = ["session/code-required", "session/passkey-or-code", "session/factor-required"] as const;

interface NameAndPassword {
  readonly username: string;
  readonly password: string;
}

interface SignInAsk extends NameAndPassword {
  readonly expiresIn: number;
  readonly code?: string | null | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
  readonly newPasskey?: NewPasskey | undefined;
}

/** Where a sign-in comes from. */
export interface Visitor {
  readonly address: string;
  /** the mark of a browser in which somebody has signed in before; null = none */
  readonly device: string | null;
  /** who they were until now; null = nobody */
  readonly before: Identity | null;
}

export class SessionDesk {
  readonly #sessions: Sessions;
  readonly #journal: Journal;
  readonly #google: GoogleSignIn;
  readonly #settings: SettingsStore;

  constructor(parts: { sessions: Sessions; journal: Journal; google: GoogleSignIn; settings: SettingsStore }) {
    this.#sessions = parts.sessions;
    this.#journal = parts.journal;
    this.#google = parts.google;
    this.#settings = parts.settings;
  }

  /** Failures: those of Sessions.signIn. */
  async signIn(ask: SignInAsk, place: Place, visitor: Visitor): Promise<Result<SignedIn, Failure>> {
    const { username, password, expiresIn, code = null, passkey = null, newPasskey = null } = ask;
    const { address, device } = visitor;
    const proof = { code, passkey, newPasskey, place };
    const answer = await this.#sessions.signIn({ username, password, expiresInS: expiresIn, address, device, proof });
    // A right password that waits for its second factor is no refusal yet.
    if (!answer.ok && !hasCode(answer.error, ...WAITING))
      await this.#refused(username, address, { code: answer.error.code });
    if (answer.ok && answer.value.recoveryCodes) {
      const { userId } = answer.value.session;
      const [action, detail] = newPasskey
        ? ["passkey-added", { passkey: newPasskey.name }]
        : ["second-factor-added", {}];
      await this.#journal.audit({ userId, username }, action, userId, address, detail);
    }
    return answer.ok ? this.#entered(answer.value, visitor) : answer;
  }

  /** By a passkey alone. Failures: those of Sessions.signInByPasskey. */
  async signInByPasskey(
    { response, expiresIn }: { response: PasskeyAssertion; expiresIn: number },
    place: Place,
    visitor: Visitor,
  ): Promise<Result<SignedIn, Failure>> {
    const answer = await this.#sessions.signInByPasskey(response, place, expiresIn);
    if (!answer.ok) await this.#refused("", visitor.address, { code: answer.error.code, by: "passkey" });
    return answer.ok ? this.#entered(answer.value, visitor, { by: "passkey" }) : answer;
  }

  /** Failure: session/passkey-address. */
  askPasskey(place: Place): Promise<Result<PasskeyAsk, Failure>> {
    return this.#sessions.askPasskey(place);
  }

  /** Failures: session/wrong, session/locked, user/factor-exists, user/factor-optional. */
  beginFactor(ask: NameAndPassword, visitor: Visitor): Promise<Result<FactorKey, Failure>> {
    return this.#withPassword(ask, visitor, (factors, user) => factors.beginRequired(user));
  }

  /** The same with a passkey. Failures: also session/passkey-address. */
  beginPasskey(ask: NameAndPassword, place: Place, visitor: Visitor): Promise<Result<PasskeyMaking, Failure>> {
    return this.#withPassword(ask, visitor, (factors, user) => factors.beginRequiredPasskey(user, place));
  }

  /** What a passkey is asked after the right password. Failures: session/wrong, session/locked, session/passkey-address. */
  passkeyStep(ask: NameAndPassword, place: Place, visitor: Visitor): Promise<Result<PasskeyAsk, Failure>> {
    return this.#withPassword(ask, visitor, (factors, user) => factors.passkeys.asking(user, place));
  }

  async #withPassword<T>(
    ask: NameAndPassword,
    { address, device }: Visitor,
    next: (factors: SecondFactors, user: UserRow) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const answer = await this.#sessions.withPassword({ ...ask, address, device }, next);
    if (!answer.ok) await this.#refused(ask.username, address, { code: answer.error.code });
    return answer;
  }

  /** With an ID token that Google gave the browser. Failures: session/wrong, session/issuer-unreachable. */
  async signInWithGoogle(
    { expiresIn, ...token }: GoogleToken & { expiresIn: number },
    visitor: Visitor,
  ): Promise<Result<SignedIn, Failure>> {
    const { address } = visitor;
    const { googleClientId } = await this.#settings.get();
    const verified = await this.#google.verify(token, googleClientId);
    const answer = verified.ok
      ? await this.#sessions.signInVerified({ username: verified.value, expiresInS: expiresIn, address })
      : verified;
    if (!answer.ok) {
      const username = verified.ok ? verified.value : "";
      await this.#refused(username, address, { code: answer.error.code, by: "google" });
    }
    return answer.ok ? this.#entered(answer.value, visitor) : answer;
  }

  async signOut(who: Identity, address: string): Promise<void> {
    await this.#sessions.ends.signOut(who);
    await this.#journal.audit(who, "sign-out", who.userId, address);
  }

  /** Lists the caller's sessions; an administrator gets those of all users. */
  list(who: Identity, type: Session["type"] | null = null): Promise<Session[]> {
    return this.#sessions.open.list(whose(who), type);
  }

  /** One session of that list, by its handle. Failure: session/unknown. */
  async get(who: Identity, handle: string): Promise<Result<Session, Failure>> {
    const found = (await this.list(who)).find((one) => one.id === handle);
    return found ? ok(found) : refuse("session/unknown");
  }

  /** Ends one of those, by its handle. Failure: session/unknown. */
  async end(who: Identity, handle: string, address: string): Promise<Result<null, Failure>> {
    const answer = await this.#sessions.ends.endByHandle(handle, whose(who), who.userId);
    if (answer.ok) await this.#journal.audit(who, "session-ended", handle, address);
    return answer;
  }

  /** Ends all of those but the one that asks. */
  async endOthers(who: Identity, type: Session["type"] | null, address: string): Promise<void> {
    await this.#sessions.ends.endAll(whose(who), who.session?.hash ?? null, {
      type,
      whyOf: endedBy(who.userId),
    });
    await this.#journal.audit(who, "sessions-ended", "", address);
  }

  /** A cookie that came along is replaced, and what it opened ends: nobody plants one. */
  async #entered(
    begun: SignedIn,
    { address, before }: Visitor,
    detail: Record<string, unknown> = {},
  ): Promise<Result<SignedIn, Failure>> {
    if (before?.via === "cookie" && before.session)
      await this.#sessions.ends.endByHandle(before.session.handle, before.userId);
    const { userId, name: username } = begun.session;
    const { passkey } = begun;
    const said = passkey === undefined ? detail : { ...detail, passkey };
    await this.#journal.audit({ userId, username }, "sign-in", userId, address, said);
    return ok(begun);
  }

  async #refused(username: string, address: string, detail: Record<string, unknown>): Promise<void> {
    await this.#journal.audit(null, "sign-in-refused", username.slice(0, NAME_CHARACTERS), address, detail);
  }
}

/** Null: everybody's. */
const whose = (who: Identity): string | null => (can(who, "config") ? null : who.userId);
