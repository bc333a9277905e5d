/** /service/trusted/issuer: the parent product, or the page that embeds players; this recorder accepts its tokens. */
import * as z from "zod/mini";

/** POST: `key.k` is the secret of HS256, at least 32 bytes as base64url. */
export const trustedIssuerWrite = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  access_token: z.optional(z.string().check(z.maxLength(4096))),
  key: z.object({ kty: z.literal("oct"), k: z.string().check(z.regex(/^[A-Za-z0-9_-]{43,344}$/)) }),
  description: z._default(z.string().check(z.maxLength(200)), ""),
  uri: z._default(z.string().check(z.maxLength(2000)), ""),
});
export type TrustedIssuerWrite = z.infer<typeof trustedIssuerWrite>;

/** The answers: never the key. */
export const trustedIssuer = z.object({ id: z.string(), description: z.string(), uri: z.string() });
export type TrustedIssuer = z.infer<typeof trustedIssuer>;
