/** How a recorder proves to another one of its group that it is the one it says, for one call: by the key that all of them have. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** What one recorder proves its calls to another one with. */
export const pairKey = (groupKey: string, from: string, to: string): string =>
  createHmac("sha256", groupKey).update(`pair ${from} ${to}`).digest("hex");

/** Whoever reads it on the way can make this one call again, and no other. `path`: with its query */
export const callProof = (key: string, method: string, path: string): string =>
  createHmac("sha256", key).update(`${method} ${path}`).digest("hex");

/** By what recorders of a group are recognised as such by others, who cannot make it. */
export const groupTag = (groupKey: string, group: string): string =>
  createHmac("sha256", groupKey).update(`group ${group}`).digest("hex");

/** By what they see in their database that they have the same key. It is another one: whoever reads that is not to pass for one of them. */
export const keyTag = (groupKey: string, group: string): string =>
  createHmac("sha256", groupKey).update(`key of ${group}`).digest("hex");

/** Takes the same time for every wrong one. */
export function isProof(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}
