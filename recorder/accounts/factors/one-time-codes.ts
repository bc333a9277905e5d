/** One-time codes of RFC 6238: SHA-1, six digits, 30 s. */
import { createHmac, randomBytes } from "node:crypto";

const STEP_MS = 30_000;
const DIGITS = 6;
/** A phone's clock may be this many steps early or late. */
const TOLERANCE = 1;
/** RFC 4226 asks for 160 bits. */
const KEY_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const newKey = (): Buffer => randomBytes(KEY_BYTES);

/** As people type it into an authenticator: RFC 4648 without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

export function codeOf(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(at) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

export const stepOf = (nowMs: number): number => Math.floor(nowMs / STEP_MS);

/** The step whose code this is, later than `after`, so that each counts once; null = none. */
export function stepOfCode(key: Uint8Array, code: string, nowMs: number, after: number): number | null {
  const now = stepOf(nowMs);
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step += 1)
    if (step > after && codeOf(key, step) === code) return step;
  return null;
}

/** What an authenticator reads from the picture. */
export function keyUri(key: Uint8Array, server: string, username: string): string {
  const label = `${encodeURIComponent(server)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${base32(key)}&issuer=${encodeURIComponent(server)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

/** A code as it is compared: nobody has to type blanks and lines as they stood. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, "").toLowerCase();
