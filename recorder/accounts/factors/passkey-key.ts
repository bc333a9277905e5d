/** Whether the public key of a passkey is one: a key that no signature can be of would be kept, and found out at the next sign-in. */
import { createPublicKey, type JsonWebKey } from "node:crypto";
import { decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";

/** Members of a key by their numbers (RFC 9053). */
const KIND = 1;
const KINDS = { okp: 1, ec: 2, rsa: 3 };
const LEAST_RSA_BITS = 2048;

/** `cose`: as the authenticator wrote it. Node refuses points that do not lie on their curve. */
export function isPublicKey(cose: Uint8Array<ArrayBuffer>): boolean {
  try {
    const members: ReadonlyMap<number, unknown> = decodeCredentialPublicKey(cose) as Map<number, unknown>;
    const key = createPublicKey({ key: jwkOf(members), format: "jwk" });
    return (key.asymmetricKeyDetails?.modulusLength ?? LEAST_RSA_BITS) >= LEAST_RSA_BITS;
  } catch {
    return false;
  }
}

/** The algorithms of which passkeys are made here have one curve each. */
function jwkOf(members: ReadonlyMap<number, unknown>): JsonWebKey {
  const text = (member: number): string => Buffer.from(members.get(member) as Uint8Array).toString("base64url");
  const kind = members.get(KIND);
  if (kind === KINDS.rsa) return { kty: "RSA", n: text(-1), e: text(-2) };
  if (kind === KINDS.ec) return { kty: "EC", crv: "P-256", x: text(-2), y: text(-3) };
  return { kty: "OKP", crv: "Ed25519", x: text(-2) };
}
