/**
 * Checks the ID token that Google gave a browser (OpenID Connect): signature by the issuer's published keys, issuer,
 * audience, age, nonce, and a verified e-mail address. The address is the username of an account that must exist already.
 */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as z from "zod/mini";
import type { Log } from "#recorder/core/log.ts";
import { byKeysThatFit } from "./provider-words.ts";

const FETCH_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_S = 30;
const MAX_TOKEN_CHARACTERS = 8_192;

const discovery = z.object({ issuer: z.string(), jwks_uri: z.string() });
const claims = z.object({ email: z.string(), email_verified: z.union([z.boolean(), z.string()]), nonce: z.string() });

export interface GoogleToken {
  readonly credential: string;
  /** what the page sent to the issuer with its request: a token without it was made for another page */
  readonly nonce: string;
}

export class GoogleSignIn {
  readonly #issuer: string;
  readonly #log: Log;
  readonly #now: () => number;
  #keys: Promise<JWTVerifyGetKey> | null = null;

  /** `issuer`: https://accounts.google.com, or another that speaks OpenID Connect. */
  constructor(issuer: string, log: Log, now: () => number) {
    this.#issuer = issuer;
    this.#log = log;
    this.#now = now;
  }

  /** The verified address, in small letters. Failure codes: session/wrong, session/issuer-unreachable. */
  async verify({ credential, nonce }: GoogleToken, clientId: string): Promise<Result<string, Failure>> {
    const wrong = refuse("session/wrong", { cause: failure("session/google-wrong") });
    if (clientId === "" || credential.length > MAX_TOKEN_CHARACTERS) return wrong;
    let keys: JWTVerifyGetKey;
    try {
      keys = await (this.#keys ??= this.#findKeys());
    } catch (error) {
      // The next caller fetches it again.
      this.#keys = null;
      this.#log.warn({ err: error }, "the sign-in issuer does not answer");
      return refuse("session/issuer-unreachable");
    }
    try {
      const wanted = {
        issuer: [this.#issuer, this.#issuer.replace(/^https:\/\//, "")],
        audience: clientId,
        algorithms: ["RS256", "ES256"],
        requiredClaims: ["iat", "exp", "sub"],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(this.#now()),
      };
      const { payload } = await byKeysThatFit(keys, (key) => jwtVerify(credential, key, wanted));
      const read = claims.safeParse(payload);
      if (!read.success || String(read.data.email_verified) !== "true" || read.data.nonce !== nonce) return wrong;
      return ok(read.data.email.toLowerCase());
    } catch (error) {
      this.#log.info({ err: error }, "a sign-in token was refused");
      return wrong;
    }
  }

  async #findKeys(): Promise<JWTVerifyGetKey> {
    const answer = await fetch(`${this.#issuer}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      redirect: "error",
    });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const read = discovery.parse(await answer.json());
    if (read.issuer !== this.#issuer) throw new Error("the issuer names another one");
    return createRemoteJWKSet(new URL(read.jwks_uri), { timeoutDuration: FETCH_TIMEOUT_MS });
  }
}
