/**
 * A known path called with a method that it does not have: 405 with the existing ones in `Allow`; OPTIONS is answered
 * with them alone. Callers who are not signed in learn this of public paths only. On other paths every method answers
 * "sign in first", as the right method does: that the paths exist is public, but which methods they have is not.
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
 * Records the routes that are declared from here on; call the returned function after the last one, and it answers the
 * rest.
 * `isFile`: whether the client has a file of this path.
 */
export function otherMethods(app: FastifyInstance, isFile: (path: string) => boolean): () => void {
  const paths = new Map<string, KnownPath>();
  app.addHook("onRoute", ({ method, url, config }) => {
    // The router treats parameters with different names as the same.
    const shape = url.replaceAll(/:\w+/g, ":");
    const known = paths.get(shape) ?? { url, methods: new Set<string>(), isOpen: false };
    paths.set(shape, known);
    for (const each of [method].flat()) known.methods.add(each);
    if (config?.access === undefined || config.access === "public") known.isOpen = true;
  });
  return () => {
    const known = [...paths.values()].map(({ methods, ...path }) => ({ ...path, methods: new Set(methods) }));
    // What is added here is recorded too: that changes the original, not this copy.
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
        // A body that comes along is not read.
        preParsing: async (request, reply) => answer(request, reply),
        handler: answer,
      });
    }
  };
}
