import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { MEDIA_SUBPROTOCOL, mediaCommand } from "#protocol/media-socket.ts";
import { VIEWER_SESSION_HEADER } from "#recorder/ipc/process-environment.ts";
import type { LowBandwidthSessions } from "./low-bandwidth-sessions.ts";

/** Commands are short; a longer message does not come from a client of ours. */
const MAX_COMMAND_BYTES = 4096;
/** Number of invalid messages that are forgiven before the socket is closed. */
const MAX_BAD_COMMANDS = 5;
/** A viewer that answers no ping for two of these is gone. */
const PING_MS = 15_000;

/** Close codes as RFC 6455 has them. */
const POLICY = 1008;
const GOING_AWAY = 1001;

/**
 * Accepts the websocket upgrades that `main` has authorised, on a unix socket, and connects them with their sessions.
 */
export class ViewerServer {
  readonly #path: string;
  readonly #sessions: LowBandwidthSessions;
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_COMMAND_BYTES,
    handleProtocols: (offered) => (offered.has(MEDIA_SUBPROTOCOL) ? MEDIA_SUBPROTOCOL : false),
  });
  readonly #pinger: ReturnType<typeof setInterval>;
  readonly #alive = new WeakSet<WebSocket>();
  readonly #bySession = new Map<string, WebSocket>();

  constructor(path: string, sessions: LowBandwidthSessions) {
    this.#path = path;
    this.#sessions = sessions;
    this.#http = createServer((_request, response) => {
      response.statusCode = 404;
      response.end();
    });
    this.#http.on("upgrade", (request, socket, head) => this.upgrade(request, socket, head));
    this.#pinger = setInterval(() => this.#ping(), PING_MS);
  }

  get count(): number {
    return this.#sockets.clients.size;
  }

  listen(): Promise<void> {
    if (!this.#path.startsWith("\\\\")) rmSync(this.#path, { force: true });
    return new Promise((resolve, reject) => {
      this.#http.once("error", reject);
      this.#http.listen(this.#path, () => {
        if (!this.#path.startsWith("\\\\")) chmodSync(this.#path, 0o600);
        resolve();
      });
    });
  }

  /** The session has ended: its socket is closed. */
  drop(sessionId: string): void {
    this.#bySession.get(sessionId)?.close(GOING_AWAY, "the session is over");
  }

  async close(): Promise<void> {
    clearInterval(this.#pinger);
    for (const socket of this.#sockets.clients) socket.close(GOING_AWAY, "the recorder stops");
    for (const socket of this.#sockets.clients) socket.terminate();
    await new Promise<void>((resolve) => this.#http.close(() => resolve()));
  }

  /** Takes an authorised upgrade whose header names the session. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const sessionId = request.headers[VIEWER_SESSION_HEADER];
    const session = typeof sessionId === "string" ? this.#sessions.find(sessionId) : null;
    socket.on("error", () => socket.destroy());
    if (!session || typeof sessionId !== "string") {
      socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (client) => {
      if (client.protocol !== MEDIA_SUBPROTOCOL) {
        client.close(POLICY, `subprotocol ${MEDIA_SUBPROTOCOL} is needed`);
        return;
      }
      this.#accept(client, sessionId, session);
    });
  }

  #accept(client: WebSocket, sessionId: string, session: NonNullable<ReturnType<LowBandwidthSessions["find"]>>): void {
    this.#bySession.get(sessionId)?.close(GOING_AWAY, "another socket took over");
    this.#bySession.set(sessionId, client);
    this.#alive.add(client);
    let bad = 0;
    session.attach({
      send: (data) => {
        if (client.readyState === client.OPEN) client.send(data);
      },
      get waitingBytes() {
        return client.bufferedAmount;
      },
    });
    client.on("pong", () => this.#alive.add(client));
    client.on("error", () => client.terminate());
    client.on("message", (data, binary) => {
      if (this.#bySession.get(sessionId) !== client) return;
      const command = !binary && Buffer.isBuffer(data) ? parseCommand(data.toString("utf8")) : null;
      if (command) session.command(command);
      else if (++bad > MAX_BAD_COMMANDS) client.close(POLICY, "not a media command");
    });
    client.on("close", () => {
      if (this.#bySession.get(sessionId) !== client) return;
      this.#bySession.delete(sessionId);
      session.detach();
    });
  }

  #ping(): void {
    for (const client of this.#sockets.clients) {
      if (!this.#alive.has(client)) {
        client.terminate();
        continue;
      }
      this.#alive.delete(client);
      client.ping();
    }
  }
}

function parseCommand(text: string) {
  try {
    const parsed = mediaCommand.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
