/** Too many connections of one address: each takes memory and a file handle until it ends, and both run out for everybody. */
import type { Server, Socket } from "node:net";

/**
 * Refuses connections of one address beyond `perAddress` (0 = none is). `isFree`: addresses that connect for everybody, as
 * proxies do.
 */
export function limitConnections(
  server: Pick<Server, "on">,
  perAddress: number,
  isFree: (address: string) => boolean = () => false,
): void {
  if (perAddress === 0) return;
  const open = new Map<string, number>();
  /** a server may be told of a connection once more, to read on from its beginning */
  const counted = new WeakSet<Socket>();
  server.on("connection", (socket: Socket) => {
    if (counted.has(socket)) return;
    counted.add(socket);
    const address = socket.remoteAddress ?? "";
    if (isFree(address)) return;
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
