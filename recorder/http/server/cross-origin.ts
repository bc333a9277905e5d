/**
 * Calls from pages of our parent, the aggregator, when it gives browsers an address of ours. They authenticate by its
 * tokens; no answer tells a browser that it may send cookies.
 */
import type { FastifyInstance } from "fastify";
import type { AllowedParents } from "../services.ts";

const PATHS = /^\/(service\/|ping(\?|$))/;
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
/** Request headers that the client sends and that need permission. */
const REQUEST_HEADERS = "authorization, content-type, orchidid";
/** Answer headers that the client reads and that need permission. */
const ANSWER_HEADERS = "content-disposition, etag, link, location, retry-after, x-frame-time, x-relay";
const PREFLIGHT_S = "600";

/** Runs before authentication: a preflight request carries no credentials. */
export function answerParentPages(app: FastifyInstance, { asking }: AllowedParents): void {
  app.addHook("onRequest", async (request, reply) => {
    const { origin, "access-control-request-method": wanted } = request.headers;
    if (origin === undefined || !PATHS.test(request.url)) return;
    reply.header("vary", "origin");
    if (origin !== (await asking())) return;
    reply.header("access-control-allow-origin", origin);
    reply.header("access-control-expose-headers", ANSWER_HEADERS);
    if (request.method !== "OPTIONS" || wanted === undefined) return;
    reply.header("access-control-allow-methods", METHODS);
    reply.header("access-control-allow-headers", REQUEST_HEADERS);
    reply.header("access-control-max-age", PREFLIGHT_S);
    return reply.code(204).send();
  });
}
