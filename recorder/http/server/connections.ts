/** Connections that say nothing end: each takes memory and a file handle, and both run out for everybody. */

export interface ConnectionLimits {
  /** for the handshake, the first byte and the rest of a request's headers, together */
  readonly headersMs: number;
  /** how often Node looks for connections that are over it */
  readonly lookMs: number;
}

/** A silent connection has ended after 30 s. */
export const CONNECTION_LIMITS: ConnectionLimits = { headersMs: 27_000, lookMs: 2000 };
