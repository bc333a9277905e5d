/** /fusion/orchid-proxy/{id}/...: everything of one server, for whoever may see that server. */
import type { Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import { ticket, ticketRequest } from "#protocol/rest/accounts/ticket.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { PROXY_PREFIX, pathForServer } from "#recorder/aggregator/proxy/proxy-rules.ts";
import { can, canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import { mayBuyTicket, withoutTicket } from "#recorder/accounts/tickets.ts";
import { clientAddress } from "#recorder/http/server/client-address.ts";
import { refuseWith } from "#recorder/http/refusals.ts";
import { type KnownAsk, route } from "#recorder/http/route.ts";
import type { SocketKind } from "#recorder/http/server/sockets.ts";
import { statusOf } from "#domain/failures/known.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const params = z.object({ id: pathId, "*": z.string() });
const query = z.record(z.string(), z.unknown());
const UNKNOWN = refuse("orchid/unknown");
/** Answers for a server that gives none itself. */
const GATEWAY = /^orchid\/(?!unknown|timeout)/;

type ProxyParts = AggregatorUses<"servers" | "serverRights" | "proxied" | "proxy" | "tickets" | "userNews">;
type Ask = KnownAsk<unknown, unknown, z.infer<typeof params>>;

export function proxyRoutes(app: FastifyInstance, services: ProxyParts): void {
  void app.register(async (part) => {
    ticketRoute(part, services);
    // In a Fastify context of its own, because bodies of any kind pass unread.
    await part.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser("*", (_request, _payload, finish) => finish(null, undefined));
      for (const method of METHODS)
        route(
          raw,
          services,
          {
            method,
            url: `${PROXY_PREFIX}:id/*`,
            access: "session",
            summary: "a call of one server, below its /service/",
            params,
            query,
            consumes: ["*/*"],
            answer: null,
            sid: true,
          },
          (ask: Ask) => pass(ask, services),
        );
    });
  });
}

async function pass({ who, params: { id }, request, reply, response }: Ask, services: ProxyParts): Promise<unknown> {
  const path = pathOf(request.raw.url ?? "", id, who, services);
  if (!path.ok) return reply(path);
  const gone = new AbortController();
  response.raw.once("close", () => gone.abort());
  const { headers } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  await services.userNews.note(who, id);
  const answer = await services.proxy.call(
    {
      orchidId: id,
      method: request.method,
      path: path.value,
      headers,
      address: request.ip,
      body: hasBody ? request.raw : null,
      signal: gone.signal,
    },
    who,
  );
  if (!answer.ok) {
    const { error } = answer;
    return refuseWith(response, error, GATEWAY.test(error.code) ? 502 : statusOf(error.code));
  }
  const { status, headers: shown, body } = answer.value;
  response.code(status).headers(shown);
  if (request.method !== "HEAD" && status !== 204 && status !== 304) return response.send(body);
  body.resume();
  return response.send();
}

/** A ticket for an address of the server, good for that address behind the proxy. */
function ticketRoute(app: FastifyInstance, services: ProxyParts): void {
  const { tickets, servers } = services;
  route(
    app,
    services,
    {
      method: "POST",
      url: `${PROXY_PREFIX}:id/service/tickets`,
      access: "session",
      summary: "a one-use key for an address of a server that the browser opens by itself, through the proxy",
      params: z.object({ id: pathId }),
      body: ticketRequest,
      answer: ticket,
    },
    ({ who, params: { id }, body, reply }) => {
      const no = mayBuyTicket(who);
      if (no) return reply(no);
      const path = withoutTicket(body.path);
      const allowed = pathOf(`${PROXY_PREFIX}${id}${path}`, id, who, services);
      if (!allowed.ok) return reply(allowed);
      const { cameraId = null } = body;
      const isTheirs = cameraId === null || servers.cameraOwner(cameraId) === id;
      if (cameraId !== null && !(isTheirs && canSeeCamera(who, cameraId))) return reply(refuse("camera/unknown"));
      const named = cameraOf(path, services);
      if (cameraId !== null && named !== null && named !== cameraId)
        return reply(refuse("access/denied", { cause: failure("access/other-ticket") }));
      return tickets.sell(who, { path, cameraId, under: `${PROXY_PREFIX}${id}` });
    },
  );
}

/** Sockets with pictures; the events of all servers come by the aggregator's own socket. */
export const proxySockets = (services: ProxyParts): SocketKind => ({
  path: /^\/fusion\/orchid-proxy\/([\w-]{1,64})\/service\/low-bandwidth\/streams\/[\w-]{1,64}\/ws$/,
  route: `${PROXY_PREFIX}:id/service/low-bandwidth/streams/:streamId/ws`,
  async open([, id = ""], who, request) {
    const path = pathOf(request.url ?? "", id, who, services);
    if (!path.ok) return statusOf(path.error.code);
    const address = clientAddress(request, services.config.http.trustedProxies);
    await services.userNews.note(who, id);
    const opened = await services.proxy.upgrade(
      { orchidId: id, path: path.value, headers: request.headers, address },
      who,
    );
    if (typeof opened === "number") return opened;
    if (typeof opened === "object") return statusOf(opened.error.code);
    return (socket, head) => {
      if (!socket.closed) {
        const forget = services.proxied.add(who, () => socket.destroy());
        socket.once("close", forget);
      }
      opened(socket, head);
    };
  },
});

/** The server is checked first: for somebody who may not see it, it does not exist. */
function pathOf(url: string, id: string, who: Identity, services: ProxyParts): Result<string, Failure> {
  const { servers, serverRights } = services;
  const prefix = `${PROXY_PREFIX}${id}`;
  if (!servers.get(id) || !serverRights.seesServer(who, id) || !url.startsWith(`${prefix}/`)) return UNKNOWN;
  return pathForServer(url.slice(prefix.length), can(who, "config"));
}

/** The camera that a server's path is about, null when it names none that is known. */
function cameraOf(path: string, { servers }: ProxyParts): string | null {
  const [, noun, id = ""] = /^\/service\/(cameras|streams)\/([\w-]+)/.exec(path) ?? [];
  return noun === "cameras" ? id : noun === "streams" ? (servers.streamOwner(id)?.cameraId ?? null) : null;
}
