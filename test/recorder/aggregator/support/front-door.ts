/** A front door before a real recorder: it lets everything through until a test tells it to misbehave instead. */
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer, Server as TlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";

/** Handles a request instead of letting it through; false = let it through. */
type Misbehaviour = (path: string, response: ServerResponse) => boolean;
interface DoorCertificate {
  readonly cert: string;
  readonly key: string;
}

export class FrontDoor {
  readonly #behind: URL;
  readonly #sockets = new Set<Socket>();
  #certificate: DoorCertificate | null;
  #server: Server | null = null;
  #port = 0;
  /** every requested path, with the Authorization header */
  readonly asked: { readonly path: string; readonly authorization: string }[] = [];
  misbehave: Misbehaviour = () => false;

  private constructor(behind: string, certificate: DoorCertificate | null) {
    this.#behind = new URL(behind);
    this.#certificate = certificate;
  }

  static async open(behind: string, certificate: DoorCertificate | null = null): Promise<FrontDoor> {
    const door = new FrontDoor(behind, certificate);
    await door.open();
    return door;
  }

  get url(): string {
    return `${this.#certificate ? "https" : "http"}://127.0.0.1:${this.#port}`;
  }

  /** On the same port as before. */
  async open(certificate = this.#certificate): Promise<void> {
    this.#certificate = certificate;
    const serve = (request: IncomingMessage, response: ServerResponse): void => this.#serve(request, response);
    const server = certificate ? createTlsServer(certificate, serve) : createServer(serve);
    server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket as Socket, head));
    server.on(certificate ? "secureConnection" : "connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Shows another certificate to whoever connects from now on; connections go on, as where it is renewed without a restart. */
  renew(certificate: DoorCertificate): void {
    if (this.#server instanceof TlsServer) this.#server.setSecureContext(certificate);
  }

  /** Like a machine that is switched off. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "/";
    this.asked.push({ path, authorization: request.headers.authorization ?? "" });
    if (this.misbehave(path, response)) return;
    const { hostname, port } = this.#behind;
    const { method = "GET", headers } = request;
    const onward = httpRequest({ hostname, port, path, method, headers: { ...headers, host: this.#behind.host } });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const path = request.url ?? "/";
    const onward = connect(Number(this.#behind.port), this.#behind.hostname, () => {
      const lines = [`GET ${path} HTTP/1.1`, `host: ${this.#behind.host}`];
      for (const [name, value] of Object.entries(request.headers))
        if (name !== "host") lines.push(`${name}: ${String(value)}`);
      onward.write(`${lines.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    onward.once("close", () => socket.destroy());
    socket.once("close", () => onward.destroy());
  }
}
