import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { byKeysThatFit, SIGNED_BY } from "./provider-words.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const CLOCK_TOLERANCE_S = 30;
/** Older ones are refused. */
const MAX_AGE_S = 300;
/** Their names are remembered as long, so that none is taken twice. */
export const LOGOUT_TOKEN_LIFE_MS = (MAX_AGE_S + 2 * CLOCK_TOLERANCE_S) * 1000;

/** Whose sessions end: that of a name there, or all of a subject. */
export interface EndedThere {
  readonly subject: string | null;
  readonly session: string | null;
  readonly tokenId: string;
}

/** What a logout token (OpenID Connect Back-Channel Logout 1.0) says; it throws where the token is not valid. */
export async function readLogoutToken(
  token: string,
  expected: {
    readonly issuer: string;
    readonly clientId: string;
    readonly keys: JSONWebKeySet;
    readonly nowMs: number;
  },
): Promise<EndedThere> {
  const wanted = {
    issuer: expected.issuer,
    audience: expected.clientId,
    algorithms: SIGNED_BY,
    requiredClaims: ["iat", "jti", "events"],
    clockTolerance: CLOCK_TOLERANCE_S,
    maxTokenAge: MAX_AGE_S,
    currentDate: new Date(expected.nowMs),
  };
  const { payload } = await byKeysThatFit(createLocalJWKSet(expected.keys), (key) => jwtVerify(token, key, wanted));
  const { sub = null, sid, jti = "", nonce } = payload;
  // An ID token of the same provider must not pass for one.
  if (nonce !== undefined || !hasEvent(payload)) throw new Error("it is no logout token");
  const session = typeof sid === "string" ? sid : null;
  if (sub === null && session === null) throw new Error("it names neither a user nor a session");
  return { subject: sub, session, tokenId: jti };
}

function hasEvent({ events }: JWTPayload): boolean {
  return typeof events === "object" && events !== null && EVENT in events;
}
