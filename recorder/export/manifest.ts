import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import type { ExportedFile } from "#recorder/ipc/export-contract.ts";

export const MANIFEST_NAME = "manifest.json";
/** base64 of the Ed25519 signature over the exact bytes of the manifest */
export const SIGNATURE_NAME = "manifest.sig";

export interface Manifest {
  readonly version: 1;
  readonly product: "Proscenium";
  readonly recorder: string;
  /** ISO 8601 */
  readonly created: string;
  readonly range: { readonly startMs: number; readonly stopMs: number };
  /** sha256: hex, of the file's bytes */
  readonly files: readonly (ExportedFile & { readonly sha256: string; readonly cameraName: string })[];
  /**
   * cameras that were asked for and have no video in the range; absent: none, or the manifest is older than this member
   */
  readonly withoutVideo?: readonly { readonly streamId: string; readonly cameraName: string }[];
  /** what is recorded in the range and is not in the files; absent: nothing, or the manifest is older than this member */
  readonly notReachable?: readonly {
    readonly streamId: string;
    readonly cameraName: string;
    readonly startMs: number;
    readonly stopMs: number;
  }[];
  readonly algorithm: "Ed25519";
  /** base64 of the 32 raw bytes (WebCrypto's "raw") */
  readonly publicKey: string;
}

/** The manifest's bytes and their signature. `signingKey`: PKCS #8, PEM. */
export function signManifest(
  content: Omit<Manifest, "version" | "product" | "algorithm" | "publicKey">,
  signingKey: string,
): { manifest: Buffer; signature: Buffer } {
  const key = createPrivateKey(signingKey);
  const { x } = createPublicKey(key).export({ format: "jwk" });
  const publicKey = Buffer.from(x ?? "", "base64url").toString("base64");
  const full: Manifest = { version: 1, product: "Proscenium", ...content, algorithm: "Ed25519", publicKey };
  const manifest = Buffer.from(`${JSON.stringify(full, null, 2)}\n`);
  return { manifest, signature: Buffer.from(`${sign(null, manifest, key).toString("base64")}\n`) };
}

/** Whether the signature is valid; `publicKey`: base64 of the raw key, from the recorder, not from the manifest. */
export function verifyManifest(manifest: Buffer, signature: Buffer, publicKey: string): boolean {
  const x = Buffer.from(publicKey, "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, manifest, key, Buffer.from(signature.toString("latin1").trim(), "base64"));
}

/** SHA-256 of a file in hex, read in pieces. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
