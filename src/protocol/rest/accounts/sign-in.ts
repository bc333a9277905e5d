import * as z from "zod/mini";
import { wireId } from "#protocol/scalars.ts";
import { reference } from "../list.ts";
import { newPasskey, passkeyAssertion } from "./passkey.ts";

/** Session expiry of both documents: 30 days. */
const SESSION_EXPIRY_S = 2_592_000;

/** Blanks and hyphens do not count. */
export const oneTimeCode = z.string().check(z.minLength(1), z.maxLength(64));

/** POST /service/sessions/second-factor: for an account that must have one and has none. */
export const factorRequest = z.strictObject({
  username: z.string().check(z.minLength(1), z.maxLength(320)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
});

/** What an authenticator takes: as text to type, and as the address in a picture. */
export const factorKey = z.object({ key: z.string(), uri: z.string() });
export type FactorKey = z.infer<typeof factorKey>;

/** POST /service/sessions/user */
export const signInRequest = z.strictObject({
  username: z.string().check(z.minLength(1), z.maxLength(320)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  /** seconds, default one hour */
  expiresIn: z._default(z.int().check(z.positive(), z.maximum(SESSION_EXPIRY_S)), 3600),
  /** a one-time code or a recovery code, for accounts with a second factor */
  code: z.optional(oneTimeCode),
  /** instead of a code: see POST /service/sessions/second-factor/passkey */
  passkey: z.optional(passkeyAssertion),
  /** of an account that must have a second factor and has none: see POST /service/sessions/second-factor/new-passkey */
  newPasskey: z.optional(newPasskey),
  /** `persistent` survives the browser; `none` answers with the id only (API clients) */
  cookie: z._default(z.enum(["session", "persistent", "none"]), "session"),
});

/**
 * POST /service/sessions/google: the ID token that Google gave the browser, and the nonce that the page had sent to
 * Google.
 */
export const googleSignInRequest = z.strictObject({
  credential: z.string().check(z.minLength(1), z.maxLength(8192)),
  nonce: z.string().check(z.minLength(16), z.maxLength(128)),
  expiresIn: z._default(z.int().check(z.positive(), z.maximum(SESSION_EXPIRY_S)), 3600),
  cookie: z._default(z.enum(["session", "persistent", "none"]), "session"),
});

export const identity = z.object({ id: wireId, name: z.string(), role: z.string(), owner: z.optional(reference) });

/** The answer to a sign-out, where more is to be done: the page that ends the session of the company's provider. */
export const signedOut = z.object({ address: z.string() });
