/**
 * A licence is a text `PSL1.<payload>.<signature>`: the payload is JSON in base64url, the signature Ed25519 over
 * everything before it. Public keys of the build and the configuration decide whose signatures count.
 */
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import * as z from "zod/mini";
import { type Result, ok } from "#base/result.ts";

const PREFIX = "PSL1";
/** DER header of an Ed25519 SubjectPublicKeyInfo; the 32 bytes of the key follow (RFC 8410). */
const SPKI_HEADER = Buffer.from("302a300506032b6570032100", "hex");

const payload = z.object({
  /** of the machine it is for, as `machineId` prints it */
  machineId: z.string().check(z.minLength(1), z.maxLength(64)),
  edition: z.string().check(z.minLength(1), z.maxLength(64)),
  brandedEdition: z._default(z.string().check(z.maxLength(128)), ""),
  /** 0 = unlimited */
  cameras: z.int().check(z.minimum(0)),
  /** ms, 0 = unlimited */
  retention: z._default(z.number().check(z.minimum(0)), 0),
  /** epoch ms; absent = never */
  expires: z.optional(z.number().check(z.minimum(0))),
  activationCode: z._default(z.string().check(z.maxLength(64)), ""),
  location: z._default(z.string().check(z.maxLength(500)), ""),
});
export type LicensePayload = z.output<typeof payload>;

/** Public keys from base64 of their 32 bytes; invalid ones are left out. */
export function readPublicKeys(texts: readonly string[]): KeyObject[] {
  return texts.flatMap((text) => {
    const raw = Buffer.from(text, "base64");
    if (raw.length !== 32) return [];
    return [createPublicKey({ key: Buffer.concat([SPKI_HEADER, raw]), format: "der", type: "spki" })];
  });
}

/** The payload of a key that one of `keys` has signed. Blanks and line breaks of a copied text are nothing. */
export function readLicenseKey(text: string, keys: readonly KeyObject[]): Result<LicensePayload, Failure> {
  const [prefix, body, signature, ...rest] = text.replaceAll(/\s/g, "").split(".");
  if (prefix !== PREFIX || body === undefined || signature === undefined || rest.length > 0)
    return refuse("license/no-key");
  const signed = Buffer.from(`${prefix}.${body}`);
  const proof = Buffer.from(signature, "base64url");
  if (proof.length !== 64 || !keys.some((key) => verify(null, signed, key, proof)))
    return refuse("license/not-genuine");
  try {
    const parsed = payload.safeParse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
    return parsed.success ? ok(parsed.data) : refuse("license/unreadable");
  } catch {
    return refuse("license/unreadable");
  }
}
