/**
 * Which relay shows a stream (rendezvous hashing, Thaler and Ravishankar 1998): each stream has its own order of all
 * relays, and the first one that has room shows it. So the viewers of a stream meet at one relay, which reads it once,
 * and a relay that comes or goes moves no stream but its own.
 */

/** Share of its processor above which a relay takes no new viewers. */
export const RELAY_FULL = 0.85;

interface RelayOffer {
  readonly id: string;
  /** share of its processor that it uses, 0 to 1 */
  readonly load: number;
}

/** Null: none has room, or the viewer reaches none. `avoid`: relays that the viewer cannot reach. */
export function relayFor<R extends RelayOffer>(
  streamId: string,
  relays: readonly R[],
  avoid: readonly string[],
): R | null {
  let best: { readonly relay: R; readonly weight: number } | null = null;
  for (const relay of relays) {
    if (relay.load >= RELAY_FULL || avoid.includes(relay.id)) continue;
    const weight = weightOf(`${streamId} ${relay.id}`);
    // The id decides between equals, so that the order of the list does not.
    if (!best || weight > best.weight || (weight === best.weight && relay.id < best.relay.id)) best = { relay, weight };
  }
  return best?.relay ?? null;
}

/** 32 bits of FNV-1a, mixed as MurmurHash3 ends: ids that differ in one letter get far apart weights. */
function weightOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
