/** Changes to the text of an answer that the library does not make. */
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { PLAYOUT_DELAY_URI } from "./whep-offer.ts";

/**
 * Accepts the offered header extension by which a sender asks for no jitter buffer. `id`: its number in the offer,
 * null = not offered.
 */
export function withPlayoutDelay(sdp: string, mid: string, id: number | null): string {
  if (id === null) return sdp;
  return sdp
    .split("\r\n")
    .flatMap((line) => (line === `a=mid:${mid}` ? [line, `a=extmap:${id} ${PLAYOUT_DELAY_URI}`] : [line]))
    .join("\r\n");
}

/**
 * The library binds to one address or to all. With several, it listens on all, and the answer names only the wanted
 * ones:
 * also those that the library did not name (loopback, the outer address of a 1:1 NAT), because its socket receives on
 * all.
 */
export function onlyAddresses(sdp: string, addresses: readonly string[]): string {
  if (addresses.length === 0) return sdp;
  const lines = sdp.split("\r\n");
  const candidates = lines.filter((line) => line.startsWith("a=candidate:"));
  const addressOf = (line: string): string => line.split(" ")[4] ?? "";
  const kept = candidates.filter((line) => addresses.includes(addressOf(line)));
  const named = new Set(kept.map(addressOf));
  const added = addresses
    .filter((address) => !named.has(address))
    .flatMap((address, i) => {
      const model = candidates.find((line) => isIP(addressOf(line)) === isIP(address) && line.includes(" typ host"));
      if (!model) return [];
      const fields = model.split(" ");
      fields[0] = `a=candidate:${1000 + i}`;
      fields[4] = address;
      return [fields.join(" ")];
    });
  const first = lines.findIndex((line) => line.startsWith("a=candidate:"));
  const others = lines.filter((line) => !line.startsWith("a=candidate:"));
  return first < 0 ? sdp : [...others.slice(0, first), ...kept, ...added, ...others.slice(first)].join("\r\n");
}

/** Whether this machine has the address itself: only then can it be bound to. */
export function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === address));
}
