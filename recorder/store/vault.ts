/** Encrypts secrets that the recorder must read again (camera passwords) with a key file beside the database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeKeptFile } from "./kept-file.ts";
import { StartRefused } from "./start-refused.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Where the key lies in the data folder. */
export const secretKeyOf = (dataDir: string): string => join(dataDir, "secret.key");

export class Vault {
  readonly #key: Buffer;

  private constructor(key: Buffer) {
    this.#key = key;
  }

  /** Reads the key file, or creates it (readable by its owner only). */
  static open(file: string): Vault {
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeKeptFile(file, `${randomBytes(32).toString("base64")}\n`);
    }
    const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64");
    if (key.length !== 32)
      throw new StartRefused(
        `${file} is not a key of 32 bytes. Put it back from a backup, or move it away: a new one is made, and the passwords of all cameras must be entered again.`,
      );
    return new Vault(key);
  }

  /** With the key that a secret text makes: the same on every server that has the text. */
  static ofText(secret: string, purpose: string): Vault {
    return new Vault(Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)));
  }

  /** AES-256-GCM, bound to `owner`: an encrypted text that is moved to another row does not open. */
  seal(text: string, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#key, iv).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return `v1:${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64")}`;
  }

  /** A key of 32 bytes for one purpose: the same on every node that has this key, and nobody learns this key from it. */
  keyFor(purpose: string): Uint8Array {
    return new Uint8Array(hkdfSync("sha256", this.#key, "", purpose, 32));
  }

  /** Null when the text was not encrypted with this key for this owner. */
  open(sealed: string, owner: string): string | null {
    if (!sealed.startsWith("v1:")) return null;
    const bytes = Buffer.from(sealed.slice(3), "base64");
    if (bytes.length < IV_BYTES + TAG_BYTES) return null;
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    } catch {
      return null;
    }
  }
}
