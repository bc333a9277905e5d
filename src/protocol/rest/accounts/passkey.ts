/**
 * Passkeys (WebAuthn): what a browser is asked to do and what it answers, as JSON with bytes in base64url, and the
 * passkeys of the own account.
 */
import * as z from "zod/mini";
import { wireId, wireNumber } from "#protocol/scalars.ts";
import { SESSION_EXPIRY_S } from "#domain/limits/session.ts";
import { writtenName } from "../name.ts";

const bytes = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most));
const transports = z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16)));
const extensions = z.optional(z.looseObject({ credProps: z.optional(z.looseObject({ rk: z.optional(z.boolean()) })) }));
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal("public-key"),
  clientExtensionResults: extensions,
  authenticatorAttachment: z.optional(z.nullable(z.string())),
};

/** A passkey has signed a challenge. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    authenticatorData: bytes(4096),
    clientDataJSON: bytes(4096),
    signature: bytes(4096),
    /** whose passkey it is */
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** A passkey has been made. */
export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({ attestationObject: bytes(16_384), clientDataJSON: bytes(4096), transports }),
});
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;

const known = z.array(z.looseObject({ id: z.string(), type: z.literal("public-key"), transports }));

/** For `navigator.credentials.get`. */
export const passkeyAsk = z.looseObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.enum(["required", "preferred", "discouraged"]),
  allowCredentials: z.optional(known),
});
export type PasskeyAsk = z.infer<typeof passkeyAsk>;

/** For `navigator.credentials.create`. */
export const passkeyMaking = z.looseObject({
  challenge: z.string(),
  rp: z.looseObject({ id: z.string(), name: z.string() }),
  user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.looseObject({ type: z.literal("public-key"), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.optional(known),
});
export type PasskeyMaking = z.infer<typeof passkeyMaking>;

const passkeyName = writtenName.check(z.maxLength(64));

/** A passkey that was made, with the name that its owner gives it. */
export const newPasskey = z.strictObject({ name: passkeyName, response: passkeyAttestation });
export type NewPasskey = z.infer<typeof newPasskey>;

/** POST /service/sessions/passkey: signs in by a passkey alone. */
export const passkeySignIn = z.strictObject({
  response: passkeyAssertion,
  expiresIn: z._default(z.int().check(z.positive(), z.maximum(SESSION_EXPIRY_S)), 3600),
  cookie: z._default(z.enum(["session", "persistent", "none"]), "session"),
});

export const ownPasskey = z.object({
  id: wireId,
  name: z.string(),
  /** server ms */
  created: wireNumber,
  /** null = not yet */
  lastUsed: z.nullable(wireNumber),
  /** the address that it is for */
  host: z.string(),
  /** it signs in without a password */
  alone: z.boolean(),
  /** its maker keeps a copy, for the owner's other devices */
  synced: z.boolean(),
  /** a copy of it was used: it opens nothing any more */
  blocked: z.boolean(),
});
export type OwnPasskey = z.infer<typeof ownPasskey>;

/** GET /service/users/me/passkeys */
export const ownPasskeys = z.object({
  /** false: another server, or Google, signs this user in */
  possible: z.boolean(),
  /** the user has just signed in: no password is asked for */
  fresh: z.boolean(),
  passkeys: z.array(ownPasskey),
});
export type OwnPasskeys = z.infer<typeof ownPasskeys>;

/** The own password; without one the sign-in must be fresh. */
export const ownProof = z.strictObject({ password: z.optional(z.string().check(z.maxLength(1024))) });
export const passkeyRename = z.strictObject({ name: passkeyName });
/** POST /service/users/me/passkeys. `recoveryCodes`: where it is the first second factor; shown only once. */
export const passkeyAdded = z.object({ passkey: ownPasskey, recoveryCodes: z.optional(z.array(z.string())) });
