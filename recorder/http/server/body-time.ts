/**
 * How long a request's body may take to arrive. Node has one limit for all requests, which must suit the longest; a client
 * that sends slowly on purpose could hold a connection that long. So each request has its own limit, and only callers that
 * a route has admitted get more.
 */
import { writeFailure } from "#protocol/rest/error.ts";
import { englishText } from "#domain/failures/english.ts";
import { failure } from "#domain/failures/failure.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";

/** For ordinary calls: half a megabyte at most. */
export const BODY_TIME_MS = 60_000;

const endings = new WeakMap<IncomingMessage, (afterMs: number) => void>();

/** Runs before all other hooks: each request is limited to `usualMs`. */
export function limitBodyTime(app: FastifyInstance, usualMs = BODY_TIME_MS): void {
  app.addHook("onRequest", async ({ raw }, reply) => {
    const { "transfer-encoding": encoding, "content-length": length = "0" } = raw.headers;
    if (encoding === undefined && Number(length) === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const endAfter = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp(raw, reply), ms);
    };
    endings.set(raw, endAfter);
    raw.once("close", () => clearTimeout(timer));
    endAfter(usualMs);
  });
}

/** The request was admitted: from now on its body may take as long as its route says. */
export function allowBodyTime({ raw, routeOptions }: FastifyRequest): void {
  const { bodyTimeMs } = routeOptions.config;
  if (bodyTimeMs !== undefined) endings.get(raw)?.(bodyTimeMs);
}

function giveUp(raw: IncomingMessage, reply: FastifyReply): void {
  if (raw.complete) return;
  if (!reply.raw.headersSent) {
    reply.hijack();
    const body = JSON.stringify(writeFailure(failure("request/timeout"), englishText));
    const headers = { "content-type": "application/json", "content-length": body.length, connection: "close" };
    reply.raw.writeHead(408, headers).end(body);
  }
  // The answer is still sent; nothing more of the request is read.
  if (reply.raw.writableFinished) raw.destroy();
  else reply.raw.once("finish", () => raw.destroy());
}
