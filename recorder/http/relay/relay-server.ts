/** What a relay answers over HTTP: the media sockets of its sessions, whether it is well, and figures. It has no pages and no API. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createTlsServer, Server as TlsServer } from "node:https";
import type { Duplex } from "node:stream";
import type { Config } from "#recorder/config/config-shape.ts";
import type { Metrics } from "../metrics.ts";
import { isMetricsToken } from "../metrics-token.ts";
import { areWell } from "../readiness-checks.ts";
import { inBackground } from "#recorder/core/background.ts";
import type { Log } from "#recorder/core/log.ts";
import type { OwnCertificate } from "#recorder/net/own-certificate.ts";
import { limitConnections } from "#recorder/net/connection-limit.ts";
import { LATER_S } from "../refusals.ts";
import { isOfNetwork } from "../server/client-address.ts";
import { rejectUpgrade } from "../server/sockets.ts";

const SOCKET = /^\/service\/low-bandwidth\/streams\/([\w-]{1,64})\/ws\?key=([\w-]{1,100})$/;

export interface RelayWindow {
  /** takes over the upgrade; false: there is no such session, or its key is another one */
  openSocket(sessionId: string, key: string, request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** each check is `ok`, `ok, but` something, or what is wrong; and some figures */
  readiness(): {
    readonly checks: Readonly<Record<string, string>>;
    readonly figures: Readonly<Record<string, number>>;
  };
  readonly metrics: Pick<Metrics, "print">;
  /** null: plain HTTP */
  readonly certificate: OwnCertificate | null;
}

interface Page {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

/** Resolves with its port once it listens; rejects with the system's error. */
export async function serveRelay(
  config: Config,
  log: Log,
  window: RelayWindow,
): Promise<{ port: number; server: Server }> {
  const answer = async (request: IncomingMessage): Promise<Page> => {
    const path = (request.url ?? "").split("?")[0];
    if (path === "/ping" || path === "/livez") return { status: 200, body: "ok" };
    // It has no accounts: without a token the figures are at `metrics.port` only.
    if (path === "/metrics" && isMetricsToken(request.headers.authorization, config.metrics.token)) {
      const { type, text } = await window.metrics.print();
      return { status: 200, body: text, type };
    }
    if (path !== "/readyz") return { status: 404, body: "" };
    const { checks, figures } = window.readiness();
    const body = JSON.stringify({ checks, ...figures });
    return { status: areWell(checks) ? 200 : 503, body, type: "application/json" };
  };
  const { certificate } = window;
  const server = certificate === null ? createServer() : createTlsServer(certificate.pair);
  if (server instanceof TlsServer) certificate?.keep(server);
  const isProxy = (address: string): boolean => config.http.trustedProxies.some((one) => isOfNetwork(address, one));
  limitConnections(server, config.http.connectionsPerAddress, isProxy);
  server.on("request", (request, response) => {
    const write = ({ status, body, type = "text/plain" }: Page): void => {
      response.statusCode = status;
      if (status === 503) response.setHeader("retry-after", LATER_S);
      response.setHeader("content-type", type);
      response.setHeader("cache-control", "no-store");
      response.setHeader("x-content-type-options", "nosniff");
      response.end(body);
    };
    inBackground(log, "a call of a relay", answer(request).then(write));
  });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const [, sessionId = "", key = ""] = SOCKET.exec(request.url ?? "") ?? [];
    if (sessionId === "" || !window.openSocket(sessionId, key, request, socket, head)) rejectUpgrade(socket, 404);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.port, config.host, resolve);
  });
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : config.port };
}
