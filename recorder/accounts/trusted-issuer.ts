/**
 * The one issuer whose tokens are accepted: a parent product, an aggregator, or the page that embeds players. Tokens
 * are HS256 with its key and carry `iat` and `exp`. A `role` claim names what they grant; without it they grant a
 * manager's rights. `scope` narrows the role, by camera if need be; `sub` and `name` say which of the issuer's users a
 * token stands for.
 */
import { type JWTPayload, jwtVerify } from "jose";
import { isRole, type Role, ROLES, rolePermissions } from "#domain/accounts/access.ts";
import { type TrustedIssuer, trustedIssuer, type TrustedIssuerWrite } from "#protocol/rest/accounts/issuer.ts";
import { hashSecret } from "#recorder/store/ids.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { IssuerSubjects } from "./issuer-subjects.ts";
import { type Audience, type GrantedLook, isMeantFor, roleOf, scopeOfToken, subjectOf } from "./issuer-token.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";

const SETTING = "trusted-issuer";
const OWNER = "trusted-issuer";
const MAX_TOKEN_LIFE_S = 30 * 86_400;
/** Room for a packed scope that names about five thousand cameras; HTTP headers as a whole may be a little longer. */
export const MAX_TOKEN_LENGTH = 56 * 1024;
/**
 * Limit of remembered sessions that the issuer ended before their tokens expired; above it the oldest are forgotten.
 */
const MAX_ENDED = 10_000;
const CLOCK_TOLERANCE_S = 5;
const PREFIX = "issuer:";
/** The handle for callers whose token names no session. */
const NO_SESSION = "jwt";

/**
 * Whether a user id stands for the issuer in one of its roles, or for one of its users; such users have no account
 * here.
 */
export const isIssuerUser = (userId: string): boolean => userId.startsWith(PREFIX);
/** Whether a user id stands for one of the issuer's users, by their `sub`. */
export const isIssuerSubject = (userId: string): boolean => userId.startsWith(`${PREFIX}sub:`);

interface Known {
  readonly shown: TrustedIssuer;
  readonly key: Uint8Array;
}

export class TrustedIssuers {
  readonly #settings: SettingsStore;
  readonly #vault: Vault;
  readonly #hub: EventHub;
  readonly #now: () => number;
  readonly #subjects: IssuerSubjects;
  readonly #ended = new Set<() => void>();
  readonly #cameraIds: () => readonly string[];
  readonly #audience: Audience;
  readonly #onLooks: (cameraId: string, looks: readonly GrantedLook[]) => void;
  /** by the session's hash: when the last of its tokens expires */
  readonly #endedSessions = new Map<string, number>();
  #known: Known | null | undefined;
  /** counts changes: what was read before the latest change is not used after it */
  #generation = 0;

  /**
   * `cameraIds`: the cameras of this recorder; the same list object until a camera is added or removed. `onLooks`: a token
   * grants these of a camera, before anything is asked for by it.
   */
  constructor(
    settings: SettingsStore,
    vault: Vault,
    hub: EventHub,
    now: () => number,
    cameraIds: () => readonly string[],
    audience: Audience,
    onLooks: (cameraId: string, looks: readonly GrantedLook[]) => void,
  ) {
    this.#onLooks = onLooks;
    this.#audience = audience;
    this.#cameraIds = cameraIds;
    this.#settings = settings;
    this.#vault = vault;
    this.#hub = hub;
    this.#now = now;
    this.#subjects = new IssuerSubjects(now);
  }

  /** Called when the issuer was replaced or removed: everything that its users have open must be closed. */
  onEnd(listener: () => void): void {
    this.#ended.add(listener);
  }

  /** Called when a newer token gives a user other rights than the one before. */
  onRescoped(listener: (before: Identity, now: Identity) => void): void {
    this.#subjects.onRescoped(listener);
  }

  async get(): Promise<TrustedIssuer | null> {
    return (await this.#read())?.shown ?? null;
  }

  /** Replaces the issuer before it, whose tokens become invalid. */
  async set(issuer: TrustedIssuerWrite): Promise<TrustedIssuer> {
    const { id, description, uri, key } = issuer;
    const shown = { id, description, uri };
    await this.#settings.setInternal(SETTING, this.#vault.seal(JSON.stringify({ ...shown, k: key.k }), OWNER));
    this.#changed();
    return shown;
  }

  /** False when there was no issuer. */
  async remove(): Promise<boolean> {
    if (!(await this.#read())) return false;
    await this.#settings.setInternal(SETTING, "");
    this.#changed();
    return true;
  }

  /** Who a token stands for; null when it is not, or no longer, valid. */
  async verify(token: string, via: Identity["via"]): Promise<Identity | null> {
    if (token.length > MAX_TOKEN_LENGTH) return null;
    const generation = this.#generation;
    const issuer = await this.#read();
    const payload = issuer && (await this.#open(token, issuer.key));
    if (!payload || this.#generation !== generation) return null;
    if (!isMeantFor(payload, issuer.shown, this.#audience)) return null;
    const role = roleOf(payload);
    const scope = role && scopeOfToken(payload, role, this.#cameraIds());
    const subject = subjectOf(payload, token);
    if (role === null || !scope || subject === undefined) return null;
    const expiresMs = (payload.exp ?? 0) * 1000;
    if (subject === null)
      return identityAs(role, issuer.shown, via, { hash: hashSecret(token), handle: NO_SESSION, expiresMs });
    const userId = PREFIX + subject.key;
    const hash = hashSecret(subject.session === null ? userId : `${userId} ${subject.session}`);
    if (this.#endedSessions.has(hash)) return null;
    const username = subject.name ?? nameOf(issuer.shown);
    for (const [cameraId, looks] of scope.looks ?? []) this.#onLooks(cameraId, looks);
    const told = { userId, username, role: scope.role, superUser: false, scope: scope.scope };
    const current = this.#subjects.hear(told, { issuedS: payload.iat ?? 0, expiresMs });
    // The same key for all tokens of a session: a user who moves a camera keeps moving it with their next token.
    return { ...current, via, session: { hash, handle: subject.session ?? NO_SESSION, expiresMs } };
  }

  /**
   * The session of this token has ended at the issuer: its tokens are refused from now on. False: the token named no
   * session.
   */
  endSession({ session }: Identity): boolean {
    if (!session || session.handle === NO_SESSION) return false;
    const now = this.#now();
    for (const [hash, expiresMs] of this.#endedSessions) {
      if (expiresMs > now && this.#endedSessions.size < MAX_ENDED) break;
      this.#endedSessions.delete(hash);
    }
    this.#endedSessions.set(session.hash, session.expiresMs + CLOCK_TOLERANCE_S * 1000);
    return true;
  }

  /**
   * The identity behind an issuer's user id (for tickets and open sockets); null when the issuer or the user's last
   * token is gone.
   */
  async byUserId(userId: string): Promise<Identity | null> {
    const role = userId.slice(PREFIX.length);
    const issuer = await this.#read();
    if (!issuer) return null;
    if (isRole(role)) return identityAs(role, issuer.shown, "ticket", null);
    const subject = this.#subjects.get(userId);
    return subject && { ...subject, via: "ticket", session: null };
  }

  async #open(token: string, key: Uint8Array): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        requiredClaims: ["iat", "exp"],
        maxTokenAge: MAX_TOKEN_LIFE_S,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(this.#now()),
      });
      return payload;
    } catch {
      return null;
    }
  }

  #changed(): void {
    this.#generation += 1;
    this.#known = undefined;
    this.#endedSessions.clear();
    const users = [...ROLES.map((role) => PREFIX + role), ...this.#subjects.clear()];
    for (const userId of users) this.#hub.end({ userId }, "user-logged-out", "sessions", NO_SESSION);
    for (const listener of this.#ended) listener();
  }

  async #read(): Promise<Known | null> {
    if (this.#known !== undefined) return this.#known;
    const generation = this.#generation;
    const sealed = await this.#settings.internal(SETTING);
    const text = sealed === null || sealed === "" ? null : this.#vault.open(sealed, OWNER);
    const known = text === null ? null : readStored(text);
    if (this.#generation === generation) this.#known = known;
    return known;
  }
}

function readStored(text: string): Known | null {
  const stored: unknown = JSON.parse(text);
  const shown = trustedIssuer.safeParse(stored);
  if (!shown.success || typeof stored !== "object" || stored === null || !("k" in stored)) return null;
  return { shown: shown.data, key: Buffer.from(String(stored.k), "base64url") };
}

const nameOf = (issuer: TrustedIssuer): string => (issuer.description === "" ? issuer.id : issuer.description);

const identityAs = (
  role: Role,
  issuer: TrustedIssuer,
  via: Identity["via"],
  session: Identity["session"],
): Identity => ({
  userId: PREFIX + role,
  username: nameOf(issuer),
  role,
  superUser: false,
  scope: { baseScope: [...rolePermissions[role]], cameraScopes: [] },
  via,
  session,
});
