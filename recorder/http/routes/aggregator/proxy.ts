/** /fusion/orchid-proxy/{id}/...: everything of one server, for users who may see that server. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { errors } from "#domain/errors.ts";
import { pathId } from "#protocol/rest/list.ts";
import { ticket, ticketRequest } from "#protocol/rest/accounts/ticket.ts";
import type { AggregatorServices } from "#recorder/http/aggregator-services.ts";
import { PROXY_PREFIX, pathForServer } from "#recorder/aggregator/proxy/proxy-rules.ts";
import { type Answer, refuse } from "#recorder/core/answer.ts";
import { can, canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import { TICKET_LIFE_S } from "#recorder/accounts/tickets.ts";
import { withoutTicket } from "#recorder/http/authenticate.ts";
import { clientAddress } from "#recorder/http/server/client-address.ts";
import { type KnownAsk, route, say } from "#recorder/http/route.ts";
import type { SocketKind } from "#recorder/http/server/sockets.ts";
import { statusOf } from "#recorder/http/statuses.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const params = z.object({ id: pathId, "*": z.string() });
const query = z.record(z.string(), z.unknown());
const UNKNOWN = refuse("orchid/unknown", errors.orchid_unknown.text);
/** Failures that are not the server's own answer but mean that there was none. */
const GATEWAY = /^orchid\/(?!unknown|timeout)/;

type Ask = KnownAsk<unknown, unknown, z.infer<typeof params>>;

export function proxyRoutes(app: FastifyInstance, services: AggregatorServices): void {
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

async function pass({ who, params: { id }, request, reply }: Ask, services: AggregatorServices): Promise<unknown> {
  const path = pathOf(request.raw.url ?? "", id, who, services);
  if (!path.ok) return say(reply, path);
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const { headers } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  services.userNews.note(who, id);
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
    const status = GATEWAY.test(answer.code) ? 502 : statusOf(answer.code);
    return reply.code(status).send({ code: answer.code, reason: answer.reason });
  }
  const { status, headers: shown, body } = answer.value;
  reply.code(status).headers(shown);
  if (request.method !== "HEAD" && status !== 204 && status !== 304) return reply.send(body);
  body.resume();
  return reply.send();
}

/** A ticket for an address of the server, valid for that address behind the proxy. */
function ticketRoute(app: FastifyInstance, services: AggregatorServices): void {
  const { tickets, orchids } = services;
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
    ({ who, params: { id }, body, request, reply }) => {
      if (who.via === "ticket") return say(reply, refuse("access/denied", "A ticket buys no ticket."));
      const path = withoutTicket(body.path);
      const allowed = pathOf(`${PROXY_PREFIX}${id}${path}`, id, who, services);
      if (!allowed.ok) return say(reply, allowed);
      const { cameraId = null } = body;
      const isTheirs = cameraId === null || orchids.cameraOwner(cameraId) === id;
      if (cameraId !== null && !(isTheirs && canSeeCamera(who, cameraId)))
        return say(reply, refuse("camera/unknown", errors.camera_unknown.text));
      const named = cameraOf(path, services);
      if (cameraId !== null && named !== null && named !== cameraId)
        return say(reply, refuse("access/denied", "The ticket is for another camera."));
      const sessionHash = request.caller?.identity.session?.hash ?? null;
      const issued = tickets.issue({ userId: who.userId, sessionHash, path: `${PROXY_PREFIX}${id}${path}`, cameraId });
      const url = `${path}${path.includes("?") ? "&" : "?"}ticket=${issued}`;
      return { ticket: issued, url, expiresIn: TICKET_LIFE_S };
    },
  );
}

/** Sockets with video; the events of all servers come by the aggregator's own socket. */
export const proxySockets = (services: AggregatorServices): SocketKind => ({
  path: /^\/fusion\/orchid-proxy\/([\w-]{1,64})\/service\/low-bandwidth\/streams\/[\w-]{1,64}\/ws$/,
  async open([, id = ""], who, request) {
    const path = pathOf(request.url ?? "", id, who, services);
    if (!path.ok) return statusOf(path.code);
    const address = clientAddress(request, services.config.http.trustedProxies);
    services.userNews.note(who, id);
    const opened = await services.proxy.upgrade(
      { orchidId: id, path: path.value, headers: request.headers, address },
      who,
    );
    if (typeof opened === "number") return opened;
    if (typeof opened === "object") return statusOf(opened.code);
    return (socket, head) => {
      if (!socket.closed) {
        const forget = services.proxied.add(who, () => socket.destroy());
        socket.once("close", forget);
      }
      opened(socket, head);
    };
  },
});

/** Checks the server first: one that may not be seen is treated as if it did not exist. */
function pathOf(url: string, id: string, who: Identity, services: AggregatorServices): Answer<string> {
  const { orchids, orchidRights } = services;
  const prefix = `${PROXY_PREFIX}${id}`;
  if (!orchids.get(id) || !orchidRights.seesServer(who, id) || !url.startsWith(`${prefix}/`)) return UNKNOWN;
  return pathForServer(url.slice(prefix.length), can(who, "config"));
}

/** The camera that a server's path is about; null when it names none that is known. */
function cameraOf(path: string, { orchids }: AggregatorServices): string | null {
  const [, noun, id = ""] = /^\/service\/(cameras|streams)\/([\w-]+)/.exec(path) ?? [];
  return noun === "cameras" ? id : noun === "streams" ? (orchids.streamOwner(id)?.cameraId ?? null) : null;
}
