/** Websocket upgrades: the event socket here, media sockets handed over to `media` as raw bytes. */
import type { IncomingMessage, Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { VIEWER_SESSION_HEADER } from "#recorder/ipc/contracts.ts";
import { inBackground } from "#recorder/main/background.ts";
import type { Identity } from "#recorder/main/identity.ts";
import type { LiveSession } from "#recorder/main/live-sessions.ts";
import type { Services } from "#recorder/main/services.ts";
import { authenticate } from "./authenticate.ts";
import { mayOpenSocket } from "./origins.ts";

const EVENT_PATH = "/service/events/socket";
const MEDIA_PATH = /^\/service\/low-bandwidth\/streams\/([\w-]{1,64})\/ws$/;
const PING_MS = 20_000;
const MAX_MESSAGE_BYTES = 4096;
const MAX_BUFFERED_BYTES = 1024 * 1024;
const MAX_EVENT_SOCKETS = 2000;
/** One account must not take everybody's place; a wall of kiosks with one account has room. */
const MAX_EVENT_SOCKETS_OF_ONE_USER = 256;
/** what media needs of the request; nothing that proves anything goes on */
const FORWARDED = new Set([
  "host",
  "upgrade",
  "connection",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-protocol",
  "sec-websocket-extensions",
  "origin",
  "user-agent",
]);

/** Serves upgrades of this server until the returned function is called. */
export function serveSockets(server: Server, services: Services): () => void {
  const events = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const pipes = new Set<Duplex>();
  const alive = new WeakSet<WebSocket>();

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    const enter = async (): Promise<void> => {
      const admitted = await admit(request, services).catch((error: unknown) => {
        reject(socket, 500);
        throw error;
      });
      if (!admitted.ok) return reject(socket, admitted.status);
      if (admitted.kind === "events") {
        if (services.hub.size >= MAX_EVENT_SOCKETS) return reject(socket, 503);
        if (services.hub.sizeOf(admitted.identity.userId) >= MAX_EVENT_SOCKETS_OF_ONE_USER) return reject(socket, 429);
        events.handleUpgrade(request, socket, head, (ws) => {
          alive.add(ws);
          ws.on("pong", () => alive.add(ws));
          serveEvents(ws, admitted.identity, services);
        });
        return;
      }
      pipes.add(socket);
      socket.once("close", () => pipes.delete(socket));
      handOver(request, socket, head, admitted.session, services);
    };
    inBackground(services.log, "opening a socket", enter());
  };
  server.on("upgrade", onUpgrade);

  const pinger = setInterval(() => {
    for (const ws of events.clients) {
      if (!alive.has(ws)) ws.terminate();
      else {
        alive.delete(ws);
        ws.ping();
      }
    }
  }, PING_MS);
  return () => {
    clearInterval(pinger);
    server.off("upgrade", onUpgrade);
    for (const ws of events.clients) ws.terminate();
    for (const socket of pipes) socket.destroy();
    events.close();
  };
}

type Admitted =
  | { ok: true; kind: "events"; identity: Identity }
  | { ok: true; kind: "media"; identity: Identity; session: LiveSession }
  | { ok: false; status: number };

/** Path, then who, then from which page, then whether it is theirs. */
async function admit(request: IncomingMessage, services: Services): Promise<Admitted> {
  const path = (request.url ?? "").split("?")[0] ?? "";
  const media = MEDIA_PATH.exec(path);
  if (path !== EVENT_PATH && !media) return { ok: false, status: 404 };
  const answer = await authenticate(
    {
      headers: request.headers,
      url: request.url ?? "",
      method: "GET",
      address: request.socket.remoteAddress ?? "",
      allowSid: true,
    },
    services.gate,
  );
  const identity = answer.ok ? answer.value?.identity : undefined;
  if (!identity) return { ok: false, status: 401 };
  const { origin, host } = request.headers;
  const policy = { allowed: services.config.http.origins };
  if (!mayOpenSocket({ origin, host }, identity.via === "cookie", policy)) return { ok: false, status: 403 };
  if (!media) return { ok: true, kind: "events", identity };
  const session = services.live.get(media[1] ?? "", identity);
  if (session?.kind !== "low-bandwidth" || session.transport !== "websocket") return { ok: false, status: 404 };
  return { ok: true, kind: "media", identity, session };
}

function serveEvents(ws: WebSocket, first: Identity, services: Services): void {
  let identity = first;
  const send = (message: unknown): void => {
    if (ws.readyState !== ws.OPEN) return;
    // Who does not read what they are told fetches everything anew after a reconnect.
    if (ws.bufferedAmount > MAX_BUFFERED_BYTES) ws.terminate();
    else ws.send(JSON.stringify(message));
  };
  const remove = services.hub.add({
    identity: () => identity,
    send,
    end: (reason) => ws.close(4401, reason),
  });
  // Rights may change while the socket is open: the next message goes by the new ones.
  const refresh = async (): Promise<void> => {
    const now = await services.sessions.byUserId(identity.userId);
    if (!now) ws.close(4401, "user-logged-out");
    else identity = { ...now, session: first.session, via: first.via };
    const expiresMs = first.session?.expiresMs;
    if (expiresMs !== undefined && expiresMs <= services.now()) ws.close(4401, "user-logged-out");
  };
  const refresher = setInterval(() => inBackground(services.log, "looking after a socket's rights", refresh()), 5000);
  ws.on("close", () => {
    clearInterval(refresher);
    remove();
  });
  ws.on("error", () => ws.terminate());
  send({ type: "server-session-id", resource: "servers", id: services.bootId, orchidId: "1" });
}

function handOver(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  session: LiveSession,
  services: Services,
): void {
  const upstream = connect(services.viewerSocket);
  const end = (): void => {
    socket.destroy();
    upstream.destroy();
  };
  session.sockets.add(end);
  const close = (): void => {
    session.sockets.delete(end);
    services.live.touch(session);
    end();
  };
  socket.once("close", close);
  upstream.once("close", close);
  upstream.once("error", () => reject(socket, 502));
  upstream.once("connect", () => {
    const lines = [`GET ${(request.url ?? "").split("?")[0]} HTTP/1.1`, `${VIEWER_SESSION_HEADER}: ${session.id}`];
    for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
      const name = request.rawHeaders[index] ?? "";
      if (FORWARDED.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[index + 1] ?? ""}`);
    }
    upstream.write(`${lines.join("\r\n")}\r\n\r\n`);
    if (head.length > 0) upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
}

const WORDS: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

function reject(socket: Duplex, status: number): void {
  if (socket.writable)
    socket.end(`HTTP/1.1 ${status} ${WORDS[status] ?? "Refused"}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
