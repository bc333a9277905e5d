/**
 * Connections that say nothing, and too many of one address: each takes memory and a file handle until it ends, and both run
 * out for everybody.
 */
import type { Server as HttpServer } from "node:http";
import type { Socket } from "node:net";
import { isOfNetwork } from "./client-address.ts";

export interface ConnectionLimits {
  /** for the handshake, the first byte and the rest of a request's headers, together */
  readonly headersMs: number;
  /** how often Node looks for connections that are over it */
  readonly lookMs: number;
}

/** A silent connection has ended after 30 s. */
export const CONNECTION_LIMITS: ConnectionLimits = { headersMs: 28_000, lookMs: 2000 };

/**
 * Refuses connections beyond `perAddress` (0 = none is), those that became sockets included. `trusted`: proxies, which
 * connect for everybody.
 */
export function limitConnections(server: Pick<HttpServer, "on">, perAddress: number, trusted: readonly string[]): void {
  if (perAddress === 0) return;
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (trusted.some((proxy) => isOfNetwork(address, proxy))) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
