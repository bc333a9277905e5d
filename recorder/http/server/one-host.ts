/**
 * A request with two Host headers means one thing to a proxy and another to a server: it is answered by nobody. Neither is one without
 * any, but for HTTP 1.0, which knew none.
 */
import type { FastifyInstance } from "fastify";
import type { IncomingMessage } from "node:http";
import { failure } from "#domain/failures/failure.ts";
import { refuseWith } from "../refusals.ts";

export function refuseOtherThanOneHost(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (namesTwoHosts(raw)) return refuseWith(reply, failure("request/two-hosts"));
    if (namesNoHost(raw)) return refuseWith(reply, failure("request/no-host"));
  });
}

/** Node would refuse it by itself, without a word. */
export const namesNoHost = ({ headers, httpVersion }: Pick<IncomingMessage, "headers" | "httpVersion">): boolean =>
  headers.host === undefined && httpVersion !== "1.0";

/** Names stand at the even places of `rawHeaders`; Node keeps only the first value of a Host in `headers`. */
export const namesTwoHosts = ({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length > 1;
