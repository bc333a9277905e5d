/**
 * A path that is known, asked by a method that it does not have: 405 with those that it has in `Allow`; OPTIONS is answered
 * with them alone. Whoever has not signed in is told so of open paths only. Of the others every method says "sign in
 * first", as the right one does: that they are there is no news, what may be done with them would be.
 */
import { failure } from "#domain/failures/failure.ts";
import { refuseWith } from "../refusals.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** In the order in which `Allow` names them. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

interface KnownPath {
  readonly url: string;
  readonly methods: Set<string>;
  isOpen: boolean;
}

/** Below it are the client's files, and nothing where there is no such file. */
const FILES = "/*";

/**
 * Remembers the routes that are declared from here on; what it returns is called when all are and answers the rest.
 * `isFile`: whether the client has a file of this path.
 */
export function otherMethods(app: FastifyInstance, isFile: (path: string) => boolean): () => void {
  const paths = new Map<string, KnownPath>();
  app.addHook("onRoute", ({ method, url, config }) => {
    // The router takes one name of a parameter for another.
    const shape = url.replaceAll(/:\w+/g, ":");
    const known = paths.get(shape) ?? { url, methods: new Set<string>(), isOpen: false };
    paths.set(shape, known);
    for (const each of [method].flat()) known.methods.add(each);
    if (config?.access === undefined || config.access === "public") known.isOpen = true;
  });
  return () => {
    const known = [...paths.values()].map(({ methods, ...path }) => ({ ...path, methods: new Set(methods) }));
    // What is added here is declared, too: it changes what is remembered, not this copy.
    for (const { url, methods, isOpen } of known) {
      const allowed = METHODS.filter((method) => method === "OPTIONS" || methods.has(method));
      const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
        if (url === FILES && !isFile(`/${(request.params as { "*": string })["*"]}`)) {
          reply.callNotFound();
          return reply;
        }
        reply.header("allow", allowed.join(", "));
        if (request.method === "OPTIONS") return reply.code(204).send();
        return refuseWith(reply, failure("request/method", { allowed }));
      };
      app.route({
        method: app.supportedMethods.filter((method) => !methods.has(method)),
        url,
        config: { access: isOpen ? "public" : "session" },
        // Nobody reads a body that comes along.
        preParsing: async (request, reply) => answer(request, reply),
        handler: answer,
      });
    }
  };
}
