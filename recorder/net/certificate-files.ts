/** The certificate that a server shows, as it lies in its two files. What is wrong with them is a line with the way out. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { fail, ok, type Result } from "#base/result.ts";

/** Paths, both empty or none. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

export interface Certificate {
  /** PEM: the chain, and its key */
  readonly cert: string;
  readonly key: string;
  /** epoch ms between which it is valid */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Whether there are two such files that belong together; not whether any browser trusts them. */
export function readCertificate(files: CertificateFiles): Result<Certificate, string> {
  const cert = textOf("tls.cert", files.cert);
  if (!cert.ok) return cert;
  const key = textOf("tls.key", files.key);
  if (!key.ok) return key;
  const leaf = parsed(() => new X509Certificate(cert.value));
  if (leaf === null)
    return fail(
      `tls.cert: ${files.cert} is no certificate in PEM form (its first line is -----BEGIN CERTIFICATE-----). Name the chain there and its key in tls.key; openssl x509 -inform der -in FILE makes PEM of DER.`,
    );
  const privateKey = parsed(() => createPrivateKey(key.value));
  if (privateKey === null)
    return fail(
      `tls.key: ${files.key} is no key in PEM form that opens without a password. openssl pkey -in FILE -out NEW removes the password.`,
    );
  if (!leaf.checkPrivateKey(privateKey))
    return fail(
      `tls.key: ${files.key} is not the key of the first certificate in ${files.cert}. Name the two that were made together; the server's own certificate is the first of the chain.`,
    );
  try {
    // Refuses what OpenSSL does not serve, as keys that are too short.
    createSecureContext({ cert: cert.value, key: key.value });
  } catch (error) {
    return fail(`tls.cert: ${files.cert} cannot be used (${reasonOf(error)}). Have another certificate made.`);
  }
  return ok({
    cert: cert.value,
    key: key.value,
    fromMs: Date.parse(leaf.validFrom),
    untilMs: Date.parse(leaf.validTo),
  });
}

function textOf(setting: string, path: string): Result<string, string> {
  try {
    return ok(readFileSync(path, "utf8"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "ENOTDIR") return fail(`tls: no such file ${path}`);
    if (code === "EISDIR") return fail(`${setting}: ${path} is a folder. Name the file in it.`);
    return fail(`${setting}: ${path} cannot be read (${reasonOf(error)}). Let the user who runs this read it.`);
  }
}

function parsed<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
