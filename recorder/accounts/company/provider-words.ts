/** What a provider says of itself and of its keys: read here, so that nothing behind it has to doubt the shape. */
import { compactVerify, createLocalJWKSet, type CryptoKey, errors, type JSONWebKeySet } from "jose";
import * as z from "zod/mini";

/** By a key of the provider's own: a secret that both have signs nothing, because whoever has it could sign as well. */
export const SIGNED_BY = ["RS256", "PS256", "ES256", "EdDSA", "RS384", "RS512", "PS384", "PS512", "ES384", "ES512"];

const placeOf = (protocols: readonly string[]) =>
  z.string().check(
    z.maxLength(2000),
    z.refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)),
  );
const words = z.optional(z.array(z.string()));

/** Browsers and this server are led to these addresses: by nothing but HTTPS, unless the provider itself is at plain HTTP. */
function description(issuer: string) {
  const place = placeOf(issuer.startsWith("http://") ? ["https:", "http:"] : ["https:"]);
  return z.object({
    authorization_endpoint: place,
    token_endpoint: place,
    jwks_uri: place,
    userinfo_endpoint: z.optional(place),
    end_session_endpoint: z.optional(place),
    response_types_supported: words,
    token_endpoint_auth_methods_supported: words,
  });
}

/** Whether a provider's description of itself can be used. */
export const isDescription = (said: unknown, issuer: string): boolean => description(issuer).safeParse(said).success;

const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }) satisfies z.ZodMiniType<JSONWebKeySet>;

/** It throws where the answer holds no keys. */
export async function keysIn(answer: Response): Promise<JSONWebKeySet> {
  if (answer.status !== 200) throw new Error(`the keys were answered with status ${answer.status}`);
  return jwks.parse(await answer.json());
}

/** It throws where none of the keys has signed the token. */
export async function checkSignature(token: string, keys: JSONWebKeySet): Promise<void> {
  await byKeysThatFit(createLocalJWKSet(keys), (key) => compactVerify(token, key, { algorithms: SIGNED_BY }));
}

/** Providers show two or three keys; each that is tried costs time. */
const MOST_TRIED = 16;

/**
 * Verifies by the key that a token names. One that names none was signed by one of those that fit it. It throws where `verify` does for
 * the key that it is of, or for all.
 */
export async function byKeysThatFit<Keys, T>(
  keys: Keys,
  verify: (keys: Keys | (() => Promise<CryptoKey>)) => Promise<T>,
): Promise<T> {
  try {
    return await verify(keys);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let tried = 0;
    for await (const key of error) {
      if (tried++ === MOST_TRIED) break;
      try {
        return await verify(() => Promise.resolve(key));
      } catch (own) {
        if (!(own instanceof errors.JWSSignatureVerificationFailed)) throw own;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
