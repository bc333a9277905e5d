import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { limitConnections } from "#recorder/net/connection-limit.ts";
import type { RtspAccess } from "./mount-point.ts";
import { RtspServing } from "./rtsp-serving.ts";

const MAX_CLIENTS = 512;

interface RtspListenerOptions {
  /** the server name that clients are told, in printable ASCII */
  readonly name: string;
  /** PEM: RTSPS instead of RTSP */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** an access check for each connection */
  readonly access: () => RtspAccess;
  /** ms for the handshake and the first request of a connection, each */
  readonly firstMs?: number;
  /** connections of one address; 0 or absent = no limit */
  readonly perAddress?: number;
}

/** A connection that has asked nothing has ended after 30 s, whatever bytes come. */
const FIRST_REQUEST_MS = 29_000;

/** Accepts the connections of an RTSP server. */
export class RtspListener {
  readonly #server: Server;
  readonly #clients = new Set<RtspServing>();

  constructor({ name, tls, access, firstMs = FIRST_REQUEST_MS, perAddress = 0 }: RtspListenerOptions) {
    const accept = (socket: Socket): void => {
      if (this.#clients.size >= MAX_CLIENTS) {
        socket.destroy();
        return;
      }
      socket.setNoDelay(true);
      const client = new RtspServing(socket, access(), { name, firstMs });
      this.#clients.add(client);
      socket.on("close", () => this.#clients.delete(client));
    };
    this.#server = tls ? createTlsServer({ ...tls, handshakeTimeout: firstMs }, accept) : createServer(accept);
    limitConnections(this.#server, perAddress);
    this.#server.on("tlsClientError", (_error, socket: Socket) => socket.destroy());
  }

  /** Resolves with the port it listens on; 0 = any free one. Rejects with the system's error. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        this.#server.off("error", reject);
        const address = this.#server.address();
        resolve(typeof address === "object" && address ? address.port : port);
      });
    });
  }

  /** How many connections are open. */
  get clients(): number {
    return this.#clients.size;
  }

  /** Ends every connection. It may be called when it does not listen. */
  async close(): Promise<void> {
    for (const client of this.#clients) client.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
