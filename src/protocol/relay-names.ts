/** What viewers say and hear of relays. */

/** Header of an answer that opens WebRTC at a relay: its id. */
export const RELAY_HEADER = "x-relay";
/** A viewer names no more relays that it cannot reach. */
export const AVOIDED_RELAYS_MAX = 32;
