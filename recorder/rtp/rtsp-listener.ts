import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { OwnCertificate } from "#recorder/net/own-certificate.ts";
import { limitConnections } from "#recorder/net/connection-limit.ts";
import { readFirstRequest } from "./handover/first-request.ts";
import { handOver, type Peer, peerOf, takeOver } from "./handover/handed-player.ts";
import type { RtspAccess } from "./mount-point.ts";
import { RtspServing } from "./rtsp-serving.ts";

const MAX_CLIENTS = 512;

interface RtspListenerOptions {
  /** the server name that clients are told, in printable ASCII */
  readonly name: string;
  /** RTSPS instead of RTSP */
  readonly tls?: Pick<OwnCertificate, "pair" | "keep">;
  /** an access check for each connection */
  readonly access: () => RtspAccess;
  /** ms for the handshake and the first request of a connection, each */
  readonly firstMs?: number;
  /** connections of one address; 0 or absent = no limit */
  readonly perAddress?: number;
  /** the local socket of the process that serves a path; null = it is served here; absent = everything is */
  readonly elsewhere?: (path: string) => string | null;
}

/** A connection that has asked nothing has ended after 30 s, whatever bytes come. */
const FIRST_REQUEST_MS = 29_000;

/** Accepts the connections of an RTSP server. */
export class RtspListener {
  readonly #server: Server;
  readonly #clients = new Set<{ destroy(): void }>();
  readonly #options: RtspListenerOptions;

  constructor(options: RtspListenerOptions) {
    this.#options = options;
    const { name, tls, firstMs = FIRST_REQUEST_MS, perAddress = 0, elsewhere } = options;
    const accept = (socket: Socket): void => {
      socket.setNoDelay(true);
      if (!elsewhere) return this.#serve(socket, peerOf(socket));
      if (!this.#admit(socket, socket)) return undefined;
      return readFirstRequest(socket, { name, firstMs }, (request) => {
        const path = elsewhere(request.path);
        if (path !== null) return handOver(socket, path, request);
        this.#clients.delete(socket);
        socket.unshift(request.bytes);
        return this.#serve(socket, peerOf(socket));
      });
    };
    this.#server = tls ? tlsServer(tls, firstMs, accept) : createServer(accept);
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

  /** Serves a connection that another process has accepted. */
  take(socket: Socket): void {
    takeOver(socket, (peer) => this.#serve(socket, peer));
  }

  #serve(socket: Socket, peer: Peer): void {
    const { name, access, firstMs = FIRST_REQUEST_MS } = this.#options;
    if (this.#clients.size >= MAX_CLIENTS) return void socket.destroy();
    this.#admit(socket, new RtspServing(socket, access(), { name, firstMs, peer }));
    return void socket.resume();
  }

  /** False: there are too many. */
  #admit(socket: Socket, client: { destroy(): void }): boolean {
    if (this.#clients.size >= MAX_CLIENTS) {
      socket.destroy();
      return false;
    }
    this.#clients.add(client);
    socket.on("close", () => this.#clients.delete(client));
    return true;
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

function tlsServer(
  certificate: Pick<OwnCertificate, "pair" | "keep">,
  handshakeTimeout: number,
  accept: (socket: Socket) => void,
): Server {
  const server = createTlsServer({ ...certificate.pair, handshakeTimeout }, accept);
  certificate.keep(server);
  return server;
}
