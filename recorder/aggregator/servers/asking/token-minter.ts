/**
 * Tokens for recorders: HS256 with the key that the recorder received at its registration, valid for ten minutes, and
 * stating no more than what their user may do there. They are reused until two minutes before they expire.
 */
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import type { Scope } from "#domain/accounts/access.ts";
import { claimedLook, TOKEN_LOOKS_MAX } from "#protocol/token-views.ts";
import { packScope } from "#recorder/accounts/compact-scope.ts";
import { hashSecret } from "#recorder/store/ids.ts";

const TOKEN_LIFE_S = 600;
const RENEW_BEFORE_S = 120;
const MAX_KEPT = 10_000;
/** Clocks that differ by less count as the same clock; when a recorder's clock was set, its tokens are made anew. */
const SAME_CLOCK_MS = 2000;
const CLOCK_TOLERANCE_S = 5;
/** Longer scopes are packed. A header that names all cameras in full is longer than some proxies on the way accept. */
const MAX_PLAIN_CAMERAS = 40;

export interface TokenUser {
  readonly id: string;
  readonly username: string;
  /** Administrator, or any other text for everybody else */
  readonly role: string;
  /** what the user may do on that recorder */
  readonly scope: Scope;
  /** hash of the user's session here: what they open on that recorder ends with it; null = it belongs to no session */
  readonly session: string | null;
}

/** The user that a token is for. */
export interface ReadToken {
  readonly userId: string;
  readonly session: string | null;
}

/** The recorder that accepts the token. */
interface TokenIssue {
  readonly orchidId: string;
  readonly key: Uint8Array;
  /** the recorder's clock minus ours: there, a token must seem neither to come from the future nor to be expired */
  readonly clockOffsetMs: number;
}

interface Kept {
  readonly token: string;
  /** hash of user, scope and key */
  readonly says: string;
  /** by our clock, like `untilMs` */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly clockOffsetMs: number;
}

export class TokenMinter {
  readonly #now: () => number;
  /** By recorder, user and session; a promise, so that ten concurrent callers cost one signature. */
  readonly #kept = new Map<string, Promise<Kept>>();
  /**
   * By recorder and user: since when their tokens have their present content. A recorder goes by the newest token of a
   * user, so none from before may be reused, even when rights return to what they were.
   */
  readonly #newest = new Map<string, { readonly says: string; readonly sinceMs: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async mint(issue: TokenIssue, user: TokenUser): Promise<string> {
    const whose = `${issue.orchidId}.${user.id}`;
    const id = `${whose}.${user.session ?? ""}`;
    const { username, role, scope } = user;
    // The key is part of it: a caller that still holds the key from before the last registration must not leave a token
    // here.
    const said = [user.id, username, role, claimOf(scope).hash, Buffer.from(issue.key).toString("base64")];
    const says = hashSecret(JSON.stringify(said));
    const sinceMs = this.#since(whose, says);
    const kept = this.#kept.get(id);
    const known = kept && (await kept);
    // Another caller was faster with a new one.
    if (this.#kept.get(id) !== kept) return this.mint(issue, user);
    const isGood =
      known?.says === says &&
      known.fromMs >= sinceMs &&
      known.untilMs > this.#now() &&
      Math.abs(known.clockOffsetMs - issue.clockOffsetMs) < SAME_CLOCK_MS;
    if (isGood) return known.token;
    const made = this.#sign(issue, user, says);
    makeRoom(this.#kept);
    this.#kept.set(id, made);
    made.catch(() => this.#kept.delete(id));
    return (await made).token;
  }

  /** The user of a token that was minted for this recorder and is still valid; null for any other. */
  async read(token: string, issue: TokenIssue): Promise<ReadToken | null> {
    try {
      const { payload } = await jwtVerify(token, issue.key, {
        algorithms: ["HS256"],
        requiredClaims: ["iat", "exp", "sub"],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(this.#now() + issue.clockOffsetMs),
      });
      const { sub, sid } = payload;
      return sub === undefined ? null : { userId: sub, session: typeof sid === "string" ? sid : null };
    } catch {
      return null;
    }
  }

  /** A recorder is gone, or has another key. */
  forget(orchidId: string): void {
    for (const kept of [this.#kept, this.#newest])
      for (const id of kept.keys()) if (id.startsWith(`${orchidId}.`)) kept.delete(id);
  }

  #since(whose: string, says: string): number {
    const before = this.#newest.get(whose);
    if (before?.says === says) return before.sinceMs;
    const sinceMs = this.#now();
    makeRoom(this.#newest);
    this.#newest.set(whose, { says, sinceMs });
    return sinceMs;
  }

  async #sign({ orchidId, key, clockOffsetMs }: TokenIssue, user: TokenUser, says: string): Promise<Kept> {
    const now = this.#now();
    // With milliseconds, so that the newer of two tokens of one second is known.
    const theirsS = Math.floor(now + clockOffsetMs) / 1000;
    const token = await new SignJWT({
      name: user.username,
      ...(user.role === "Administrator" ? { role: user.role } : {}),
      ...(user.session === null ? {} : { sid: user.session }),
      ...claimOf(user.scope).claims,
    })
      .setProtectedHeader({ alg: "HS256", kid: orchidId })
      .setSubject(user.id)
      .setIssuedAt(theirsS)
      .setExpirationTime(theirsS + TOKEN_LIFE_S)
      .sign(key);
    return { token, says, fromMs: now, untilMs: now + (TOKEN_LIFE_S - RENEW_BEFORE_S) * 1000, clockOffsetMs };
  }
}

interface Claim {
  readonly claims: { readonly scope: Scope | string; readonly byViews?: readonly ByViews[] };
  readonly hash: string;
}
/** Scopes may name thousands of cameras, rarely change, and are needed by every call. */
const made = new WeakMap<Scope, Claim>();

function claimOf(scope: Scope): Claim {
  const before = made.get(scope);
  if (before) return before;
  const { baseScope } = scope;
  // A recorder that does not know the other claim would read these as rights on the whole camera: here they are none.
  const cameraScopes = scope.cameraScopes.map(({ id, scope: own, views }) => ({ id, scope: views ? [] : own }));
  const plain = { baseScope, cameraScopes };
  const byViews = byViewsOf(scope);
  const claims = {
    scope: cameraScopes.length > MAX_PLAIN_CAMERAS ? packScope(plain) : plain,
    ...(byViews.length > 0 ? { byViews } : {}),
  };
  const claim = { claims, hash: hashSecret(JSON.stringify(claims)) };
  made.set(scope, claim);
  return claim;
}

interface ByViews {
  readonly id: string;
  readonly scope: readonly string[];
  readonly looks: readonly ReturnType<typeof claimedLook>[];
}
/** Looks beyond what a token has room for are not granted. */
function byViewsOf({ cameraScopes }: Scope): readonly ByViews[] {
  let room = TOKEN_LOOKS_MAX;
  return cameraScopes.flatMap(({ id, scope, views, looks = [] }) => {
    if (!views) return [];
    const kept = looks.slice(0, room);
    room -= kept.length;
    return [{ id, scope, looks: kept.map(claimedLook) }];
  });
}

function makeRoom(kept: Map<string, unknown>): void {
  // Drops the oldest first: a map keeps the order of insertion.
  for (const id of kept.keys()) {
    if (kept.size < MAX_KEPT) return;
    kept.delete(id);
  }
}

/** The recorder that a token claims to be for; null when it is not a token. Nothing of it is verified. */
export function serverOfToken(token: string): string | null {
  try {
    return decodeProtectedHeader(token).kid ?? null;
  } catch {
    return null;
  }
}
