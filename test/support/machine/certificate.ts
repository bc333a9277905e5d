/** A self-signed certificate, as small recorders and cameras have them: an RSA key of 2048 bits, valid for a day. */
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SHA256_WITH_RSA = Buffer.from("06092a864886f70d01010b0500", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");
const DAY_MS = 86_400_000;

/** A DER element with its length. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const bytes = length.subarray(body.length < 256 ? 3 : 2);
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, body]);
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const utcTime = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, "").slice(2, 14)}Z`));

/** PEM of the certificate and its key for `commonName`. */
export function selfSigned(commonName: string): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const algorithm = sequence(SHA256_WITH_RSA);
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(commonName)))));
  const now = Date.now();
  const body = sequence(
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(utcTime(now - DAY_MS), utcTime(now + DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** The same as files in a folder of their own; `remove` deletes it. */
export function selfSignedFiles(commonName: string) {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-cert-"));
  const { cert, key } = selfSigned(commonName);
  const [certPath, keyPath] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(certPath, cert);
  writeFileSync(keyPath, key, { mode: 0o600 });
  return { certPath, keyPath, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
