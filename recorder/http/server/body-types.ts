/** Which kinds of bodies a call may have: JSON, none, or what its route names. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { failure } from "#domain/failures/failure.ts";
import { QUERY_PROOFS } from "../authenticate.ts";
import { refuseWith } from "../refusals.ts";

/** A marker in a route's `consumes`: the route accepts any content type. */
const ANY_TYPE = "*/*";

/** of the name of an encoding that is refused */
const LONGEST_ENCODING = 100;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** null: it is no UTF-8, and would be stored with marks of characters that nobody has written. */
function textOf(bytes: string | Buffer): string | null {
  if (typeof bytes === "string") return bytes;
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** RFC 8259, 8.1 */
const NOT_UTF8 = { statusCode: 400, failure: failure("request/not-utf8") };
/** Also of members that would change what all objects inherit. */
const NOT_JSON = { statusCode: 400, failure: failure("request/not-json") };

/** JSON (an empty body counts as none), and the few types that single routes name. Everything else is 415. */
export function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const text = textOf(body);
    if (text === "") done(null, undefined);
    else if (text === null) done(Object.assign(new Error("no UTF-8"), NOT_UTF8));
    else
      void parseJson(request, text, (error, value) =>
        error ? done(Object.assign(error, NOT_JSON)) : done(null, value),
      );
  });
  app.addContentTypeParser(
    ["application/sdp", "application/trickle-ice-sdpfrag"],
    { parseAs: "string" },
    (_request, body, done) => done(null, body),
  );
  // Only what a company's provider tells us comes as a form.
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addContentTypeParser(
    ["image/png", "application/zip", "application/octet-stream"],
    { parseAs: "buffer" },
    (_request, body, done) => done(null, body),
  );
}

/** Refuses what a route does not take, before it is read where that can be. */
export function checkBodyTypes(app: FastifyInstance): void {
  app.addHook("preParsing", async (request, reply) => {
    const encoding = request.headers["content-encoding"] ?? "identity";
    if (encoding.trim().toLowerCase() !== "identity")
      return refuseWith(reply, failure("request/content-encoding", { encoding: encoding.slice(0, LONGEST_ENCODING) }));
    const type = request.headers["content-type"];
    const { consumes, summary } = request.routeOptions.config;
    if (type === undefined || summary === undefined || consumes === undefined) return;
    const media = type.split(";")[0]?.trim().toLowerCase() ?? "";
    const isEmpty =
      request.headers["content-length"] === "0" ||
      (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined);
    // An empty object does not count as a body either: see below.
    const mayBeEmpty = consumes.length === 0 && media === "application/json";
    if (!isEmpty && !mayBeEmpty && !consumes.includes(media) && !consumes.includes(ANY_TYPE))
      return refuseMediaType(reply, consumes);
  });

  app.addHook("preValidation", async (request, reply) => {
    const { consumes, summary } = request.routeOptions.config;
    if (summary !== undefined && consumes?.length === 0 && !isNoBody(request.body))
      return refuseMediaType(reply, consumes);
    const query = request.query as Record<string, unknown>;
    for (const name of QUERY_PROOFS) delete query[name];
  });
}

const refuseMediaType = (reply: FastifyReply, consumes: readonly string[]): unknown =>
  refuseWith(
    reply,
    consumes.length === 0
      ? failure("request/media-type", { cause: failure("request/no-body") })
      : failure("request/media-type", { cause: failure("request/expected", { expected: [...consumes] }) }),
  );

/** Many programs send `{}` where a call takes no body. */
const isNoBody = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === "object" && Object.keys(body).length === 0);
