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
  readonly perAddress: number;
}

/** A silent connection has ended after 30 s. */
export const CONNECTION_LIMITS: ConnectionLimits = { headersMs: 28_000, lookMs: 2000, perAddress: 256 };

type Ends = Pick<Socket, "remoteAddress" | "remotePort">;

/** Of each server: the connections that count, by their other end. */
const counted = new WeakMap<object, Map<string, () => void>>();

/** Above TLS there is another socket for the same connection. */
const endOf = ({ remoteAddress = "", remotePort = 0 }: Ends): string => `${remoteAddress} ${remotePort}`;

/**
 * Refuses connections beyond the limit. `trusted`: proxies, which connect for everybody. A websocket of somebody who has
 * signed in counts no more: a house full of screens has one address, and accounts have limits of their own.
 */
export function limitConnections(
  server: Pick<HttpServer, "on">,
  { perAddress }: Pick<ConnectionLimits, "perAddress">,
  trusted: readonly string[],
): void {
  const open = new Map<string, number>();
  const releases = new Map<string, () => void>();
  counted.set(server, releases);
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (trusted.some((proxy) => isOfNetwork(address, proxy))) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    const end = endOf(socket);
    const release = (): void => {
      if (releases.get(end) !== release) return;
      releases.delete(end);
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    };
    releases.set(end, release);
    socket.once("close", release);
  });
}

/** Who is on the other end has signed in, and the connection is a websocket. */
export function countNoMore(server: object, socket: Ends): void {
  counted.get(server)?.get(endOf(socket))?.();
}
