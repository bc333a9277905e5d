/** Websocket upgrades: the event socket is served here; other kinds are authorised here and continue as raw bytes. */
import { changesOf } from "#protocol/rest/changes.ts";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import { inBackground } from "#recorder/core/background.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { CommonServices } from "../services.ts";
import { LATER_S } from "../refusals.ts";
import { authenticate } from "../authenticate.ts";
import { withoutBasePath } from "./base-path.ts";
import { clientAddress } from "./client-address.ts";
import { answerWithoutOffer, isOtherProtocol } from "./declined-protocols.ts";
import { beginCall } from "../tracing/traced-calls.ts";
import { namesNoHost, namesTwoHosts } from "./one-host.ts";
import { mayOpenSocket } from "./origins.ts";

const EVENTS = { route: "/service/events/socket" } as const;
const PING_MS = 20_000;
const MAX_MESSAGE_BYTES = 4096;
const MAX_BUFFERED_BYTES = 1024 * 1024;
const MAX_EVENT_SOCKETS = 2000;
/** One account must not take everybody's place, but a wall of kiosks with one account must fit. */
const MAX_EVENT_SOCKETS_OF_ONE_USER = 256;

/** Takes over the connection of an upgrade. */
type TakeOver = (socket: Duplex, head: Buffer) => void;

/** A kind of socket other than the event socket. */
export interface SocketKind {
  readonly path: RegExp;
  /** the same as a pattern to be read */
  readonly route: string;
  /** of a kind that is not for users: it decides by itself who may open it */
  enter?(request: IncomingMessage): number | TakeOver;
  /** Called when user and page are accepted: a status refuses, a function takes the connection. */
  open?(path: RegExpExecArray, who: Identity, request: IncomingMessage): number | TakeOver | Promise<number | TakeOver>;
}

/** Serves upgrades of this server, for events and for `kinds`, until the returned function is called. */
export function serveSockets(server: Server, services: CommonServices, kinds: readonly SocketKind[]): () => void {
  const events = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const pipes = new Set<Duplex>();
  const alive = new WeakSet<WebSocket>();

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (isOtherProtocol(request)) return answerWithoutOffer(server, request, socket, head);
    socket.on("error", () => socket.destroy());
    request.url = withoutBasePath(request.url ?? "/", services.config.http.basePath);
    const kind = kindOf(request, kinds);
    const end = services.tracing ? beginCall(services.tracing, "GET", request.headers) : () => undefined;
    const reject = (status: number): void => {
      end({ route: kind?.route, status });
      rejectUpgrade(socket, status);
    };
    const enter = async (): Promise<void> => {
      const admitted = await admit(request, services, kind).catch((error: unknown) => {
        reject(500);
        throw error;
      });
      if (!admitted.ok) return reject(admitted.status);
      const { takeOver, identity } = admitted;
      // An event socket.
      if (takeOver === null) {
        if (services.hub.size >= MAX_EVENT_SOCKETS) return reject(503);
        if (services.hub.sizeOf(identity.userId) >= MAX_EVENT_SOCKETS_OF_ONE_USER) return reject(429);
        end({ route: kind?.route, status: 101 });
        events.handleUpgrade(request, socket, head, (ws) => {
          alive.add(ws);
          ws.on("pong", () => alive.add(ws));
          serveEvents(ws, identity, services);
        });
        return;
      }
      end({ route: kind?.route, status: 101 });
      // A client that left meanwhile is not closed twice; its kind cleans up what was opened for it.
      if (!socket.closed) {
        pipes.add(socket);
        socket.once("close", () => pipes.delete(socket));
      }
      takeOver(socket, head);
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
  | { ok: true; identity: Identity; takeOver: null }
  | { ok: true; identity: null; takeOver: TakeOver }
  | { ok: false; status: number };

/** null: the path is nobody's */
function kindOf(request: IncomingMessage, kinds: readonly SocketKind[]): SocketKind | typeof EVENTS | null {
  const path = pathOf(request);
  return path === EVENTS.route ? EVENTS : (kinds.find((one) => one.path.test(path)) ?? null);
}
const pathOf = (request: IncomingMessage): string => (request.url ?? "").split("?")[0] ?? "";

/** Checks the path, then the user, then the page, then the user's right. */
async function admit(
  request: IncomingMessage,
  services: CommonServices,
  kind: ReturnType<typeof kindOf>,
): Promise<Admitted> {
  if (!kind) return { ok: false, status: 404 };
  if (namesTwoHosts(request) || namesNoHost(request)) return { ok: false, status: 400 };
  if ("enter" in kind && kind.enter) return taken(kind.enter(request));
  const answer = await authenticate(
    {
      headers: request.headers,
      url: request.url ?? "",
      method: "GET",
      address: clientAddress(request, services.config.http.trustedProxies),
      allowSid: true,
    },
    services.gate,
  );
  const identity = answer.ok ? answer.value?.identity : undefined;
  if (!identity) return { ok: false, status: 401 };
  const { origin, host } = request.headers;
  const policy = { allowed: services.config.http.origins };
  if (!mayOpenSocket({ origin, host }, identity.via === "cookie", policy)) return { ok: false, status: 403 };
  const match = "path" in kind ? kind.path.exec(pathOf(request)) : null;
  if (!("path" in kind) || !kind.open || !match) return { ok: true, identity, takeOver: null };
  return taken(await kind.open(match, identity, request));
}

const taken = (opened: number | TakeOver): Admitted =>
  typeof opened === "number" ? { ok: false, status: opened } : { ok: true, identity: null, takeOver: opened };

function serveEvents(ws: WebSocket, first: Identity, services: CommonServices): void {
  let identity = first;
  const send = (message: EventMessage): void => {
    if (ws.readyState !== ws.OPEN) return;
    if (message.type === "permissions-changed") look();
    // A client that does not read its messages fetches everything anew after a reconnect.
    if (ws.bufferedAmount > MAX_BUFFERED_BYTES) ws.terminate();
    else ws.send(JSON.stringify(message));
  };
  const remove = services.hub.add({
    identity: () => services.asNow(identity),
    send,
    end: (reason) => ws.close(4401, reason),
  });
  // Rights may change while the socket is open: later messages follow the new ones.
  const refresh = async (): Promise<void> => {
    const now = await services.sessions.byUserId(identity.userId);
    const expiresMs = first.session?.expiresMs ?? Number.POSITIVE_INFINITY;
    if (!now || expiresMs <= services.now()) return expire();
    identity = { ...now, session: first.session, via: first.via };
  };
  // On this code the page asks who it is, or asks its host for another sign-in: it may have signed in again meanwhile.
  const expire = (): void => ws.close(4401, "user-logged-out");
  const look = (): void => inBackground(services.log, "looking after a socket's rights", refresh());
  const refresher = setInterval(look, 5000);
  ws.on("close", () => {
    clearInterval(refresher);
    remove();
  });
  ws.on("error", () => ws.terminate());
  const changes = changesOf({ bootId: services.bootId, count: services.hub.changes });
  send({ type: "server-session-id", resource: "servers", id: services.bootId, changes, ...services.hub.origin });
}

const WORDS: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** Refuses an upgrade, or ends a connection that was taken over before anything was answered. */
export function rejectUpgrade(socket: Duplex, status: number): void {
  if (!socket.writable) return;
  // There are too many, or something is being started: another try may succeed soon.
  const later = status === 429 || status === 503 ? `retry-after: ${LATER_S}\r\n` : "";
  const head = `HTTP/1.1 ${status} ${WORDS[status] ?? "Refused"}\r\nconnection: close\r\ncontent-length: 0\r\n`;
  socket.end(`${head}${later}\r\n`);
}
