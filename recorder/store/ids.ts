import { createHash, randomBytes } from "node:crypto";

/** A new identifier: 16 letters and digits, never used again (80 random bits). */
export function newId(): string {
  const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
  return [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join("");
}

/** A secret of 256 bits as base64url, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** How secrets are stored: nobody who reads the table can use them. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");
