/**
 * Tokens for recorders: HS256 by the key that a recorder was given at its registration, good for ten minutes, and saying no
 * more than what their user may do there. They are kept for reuse until two minutes before their end.
 */
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import type { Scope } from "#domain/access.ts";
import { hashSecret } from "#recorder/store/ids.ts";

export const TOKEN_LIFE_S = 600;
const RENEW_BEFORE_S = 120;
const MAX_KEPT = 10_000;
/** Two clocks are the same clock when they differ by less: tokens of a recorder whose clock was set are made anew. */
const SAME_CLOCK_MS = 2000;
const CLOCK_TOLERANCE_S = 5;

export interface TokenUser {
  readonly id: string;
  readonly username: string;
  /** Administrator, or anything else for everybody else */
  readonly role: string;
  /** what they may do on that recorder */
  readonly scope: Scope;
}

/** The recorder that believes a token. */
export interface TokenIssue {
  readonly orchidId: string;
  readonly key: Uint8Array;
  /** the recorder's clock less ours: a token must not look as if it came from the future, or expired */
  readonly clockOffsetMs: number;
}

interface Kept {
  readonly token: string;
  /** hash of user, scope and key */
  readonly says: string;
  /** of our clock */
  readonly untilMs: number;
  readonly clockOffsetMs: number;
}

export class TokenMinter {
  readonly #now: () => number;
  /**
   * The newest, by recorder and user; a promise, so that ten askers at once cost one signature. A recorder goes by the newest
   * token of a user: one with other rights replaces the one before, and does not come back when rights do.
   */
  readonly #kept = new Map<string, Promise<Kept>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async mint(issue: TokenIssue, user: TokenUser): Promise<string> {
    const id = `${issue.orchidId}.${user.id}`;
    // The key, too: whoever still holds the one before the last registration must not leave a token of it here.
    const says = hashSecret(JSON.stringify([user, Buffer.from(issue.key).toString("base64")]));
    const kept = this.#kept.get(id);
    const known = kept && (await kept);
    // Somebody else was faster with a new one.
    if (this.#kept.get(id) !== kept) return this.mint(issue, user);
    const isGood =
      known?.says === says &&
      known.untilMs > this.#now() &&
      Math.abs(known.clockOffsetMs - issue.clockOffsetMs) < SAME_CLOCK_MS;
    if (isGood) return known.token;
    const made = this.#sign(issue, user, says);
    this.#makeRoom();
    this.#kept.set(id, made);
    made.catch(() => this.#kept.delete(id));
    return (await made).token;
  }

  /** The user of a token that was minted for this recorder and still counts; null of any other. */
  async read(token: string, issue: TokenIssue): Promise<string | null> {
    try {
      const { payload } = await jwtVerify(token, issue.key, {
        algorithms: ["HS256"],
        requiredClaims: ["iat", "exp", "sub"],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(this.#now() + issue.clockOffsetMs),
      });
      return payload.sub ?? null;
    } catch {
      return null;
    }
  }

  /** A recorder is gone, or has another key. */
  forget(orchidId: string): void {
    for (const id of this.#kept.keys()) if (id.startsWith(`${orchidId}.`)) this.#kept.delete(id);
  }

  async #sign({ orchidId, key, clockOffsetMs }: TokenIssue, user: TokenUser, says: string): Promise<Kept> {
    const now = this.#now();
    // To the millisecond: of two tokens of one second the newer is known.
    const theirsS = Math.floor(now + clockOffsetMs) / 1000;
    const { baseScope, cameraScopes } = user.scope;
    const token = await new SignJWT({
      name: user.username,
      ...(user.role === "Administrator" ? { role: user.role } : {}),
      scope: { baseScope, cameraScopes },
    })
      .setProtectedHeader({ alg: "HS256", kid: orchidId })
      .setSubject(user.id)
      .setIssuedAt(theirsS)
      .setExpirationTime(theirsS + TOKEN_LIFE_S)
      .sign(key);
    return { token, says, untilMs: now + (TOKEN_LIFE_S - RENEW_BEFORE_S) * 1000, clockOffsetMs };
  }

  #makeRoom(): void {
    // The oldest go first: a map keeps the order in which it was filled.
    for (const id of this.#kept.keys()) {
      if (this.#kept.size < MAX_KEPT) return;
      this.#kept.delete(id);
    }
  }
}

/** The recorder that a token says it is for; null when it is no token. Nothing of it is proved. */
export function orchidOfToken(token: string): string | null {
  try {
    return decodeProtectedHeader(token).kid ?? null;
  } catch {
    return null;
  }
}
