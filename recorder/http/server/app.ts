/** The HTTP server: what holds for every call, whichever edition's routes it serves. */
import { writeFailure } from "#protocol/rest/error.ts";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import fastifyCookie from "@fastify/cookie";
import fastifyRateLimit from "@fastify/rate-limit";
import fastifySwagger from "@fastify/swagger";
import fastifyUnderPressure from "@fastify/under-pressure";
import { readFileSync } from "node:fs";
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { CLIENT_UPLOAD_TIMEOUT_MS } from "#domain/limits.ts";
import { can } from "#recorder/core/identity.ts";
import type { CommonServices } from "../services.ts";
import { isIssuerSubject, isIssuerUser } from "#recorder/accounts/trusted-issuer.ts";
import { FolderGone, isDiskFull } from "#recorder/store/disk-full.ts";
import { authenticate, QUERY_PROOFS } from "../authenticate.ts";
import { allowBodyTime, BODY_TIME_MS, limitBodyTime } from "./body-time.ts";
import { withoutBasePath } from "./base-path.ts";
import { serveClient } from "../files/client-files.ts";
import { limitConnections } from "#recorder/net/connection-limit.ts";
import type { KnownDevices } from "#recorder/accounts/known-devices.ts";
import { DEVICE_COOKIE } from "../sign-in.ts";
import { isOfNetwork } from "./client-address.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./connections.ts";
import { answerParentPages } from "./cross-origin.ts";
import { openapiOptions } from "./openapi.ts";
import { answerUnreadable } from "./unreadable-requests.ts";
import { mayChange } from "./origins.ts";
import { otherMethods } from "./other-methods.ts";
import { lastingPressure } from "./pressure.ts";
import { refuseTwoHosts } from "./one-host.ts";
import { refuseNul } from "./readable-text.ts";
import { noteRefusal } from "../note-refusal.ts";
import { refuseMembers, refuseWith } from "../refusals.ts";
import type { Access, RouteConfig } from "../route.ts";
import { isMetricsToken } from "../metrics-token.ts";
import { COMMON_HEADERS, DATA_POLICY } from "../files/security-headers.ts";

// zod/mini alone says only "Invalid input": a refused caller must read what is expected.
z.config(z.locales.en());

/** Every route with its access: the test of the authorisation matrix walks over them. */
export interface DeclaredRoute {
  readonly method: string;
  readonly url: string;
  /** null: a route that was not declared through route.ts */
  readonly access: Access | null;
  readonly consumes: readonly string[];
  readonly bodyTimeMs: number;
}

const BODY_LIMIT_BYTES = 512 * 1024;
/** Room for the longest token of a trusted issuer and the rest of a request's headers. */
const MAX_HEADERS_BYTES = 64 * 1024;
/** When a caller that was refused because of overload may try again. */
const BUSY_RETRY_AFTER_S = 5;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** A marker in a route's `consumes`: the route accepts any content type. */
const ANY_TYPE = "*/*";

/** Declares the routes of one noun. */
export type RouteModule<S> = (app: FastifyInstance, services: S) => void;

/** Builds the server with the routes of these modules and the client; the caller starts and closes it. */
export async function buildApp<S extends CommonServices>(
  services: S,
  modules: readonly RouteModule<S>[],
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<{ app: FastifyInstance; declared: readonly DeclaredRoute[] }> {
  const { config, log } = services;
  const nodeOptions = {
    maxHeaderSize: MAX_HEADERS_BYTES,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.lookMs,
  };
  const options: FastifyServerOptions = {
    loggerInstance: log.child({ name: "http" }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.http.trustedProxies.length > 0 ? [...config.http.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = "/" }) => withoutBasePath(url, config.http.basePath),
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    forceCloseConnections: true,
    // Paths that cannot be decoded or are too long are refused before routing.
    frameworkErrors: (error, _request, reply) => {
      const body = JSON.stringify(writeFailure(failure("request/bad-path"), englishText));
      reply.raw.writeHead(error.statusCode ?? 400, { "content-type": "application/json", ...COMMON_HEADERS }).end(body);
    },
    clientErrorHandler: answerUnreadable,
    // The limit for the slowest body that any route allows. body-time.ts gives each route's body less, and Node limits
    // headers.
    requestTimeout: 2 * CLIENT_UPLOAD_TIMEOUT_MS,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    ...(config.tls.cert === ""
      ? { http: nodeOptions }
      : {
          https: {
            cert: readFileSync(config.tls.cert),
            key: readFileSync(config.tls.key),
            minVersion: "TLSv1.2",
            handshakeTimeout: limits.headersMs,
            ...nodeOptions,
          },
        }),
  };
  const app = Fastify(options);
  // Proxies connect for everybody.
  const isProxy = (address: string): boolean => config.http.trustedProxies.some((one) => isOfNetwork(address, one));
  limitConnections(app.server, config.http.connectionsPerAddress, isProxy);
  const declared: DeclaredRoute[] = [];
  app.addHook("onRoute", ({ method, url, config: routeConfig, exposeHeadRoute = false }) => {
    // The HEAD of a GET is declared with it.
    if (method === "HEAD" && exposeHeadRoute) return;
    const { access = null, consumes = [], bodyTimeMs = BODY_TIME_MS } = (routeConfig ?? {}) as Partial<RouteConfig>;
    declared.push({ method: String(method), url, access, consumes, bodyTimeMs });
  });
  const answerOtherMethods = otherMethods(app, (path) => services.client.files.file(path) !== undefined);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  acceptBodies(app);
  failInOneShape(app);
  limitBodyTime(app);
  answerParentPages(app, services.parents);

  await app.register(fastifyCookie);
  await app.register(fastifyRateLimit, {
    global: config.http.requestsPerMinute > 0,
    max: Math.max(1, config.http.requestsPerMinute),
    timeWindow: 60_000,
    hook: "onRequest",
    keyGenerator: (request) => counted(request, services.knownDevices),
    errorResponseBuilder: (_request, context) => ({
      statusCode: 429,
      code: "server/too-many-requests",
      failure: failure("server/too-many-requests", { count: Math.ceil(context.ttl / 1000) }),
    }),
  });
  const lasting = lastingPressure();
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: config.http.overloadDelayMs,
    maxHeapUsedBytes: 2 ** 31,
    pressureHandler: (request, reply, type, value) => {
      // Health pages must answer most of all under pressure.
      if (/^\/(livez|readyz|ping|metrics)/.test(request.url)) return;
      if (!lasting(performance.now())) return;
      request.log.warn({ type, value }, "refused because of overload");
      refuseWith(reply, { ...failure("server/busy"), retryAfterS: BUSY_RETRY_AFTER_S });
    },
  });
  await app.register(
    fastifySwagger,
    openapiOptions({
      title: config.edition === "aggregator" ? "Proscenium aggregator" : "Proscenium recorder",
      version: services.build.version,
      cookieName: services.gate.cookieName,
    }),
  );
  refuseTwoHosts(app);
  guard(app, services, config.http.requestsPerMinute > 0);
  refuseNul(app);

  for (const register of modules) register(app, services);
  const { asked } = services.parents;
  serveClient(app, services.client.files, { embedOrigins: config.http.embedOrigins, asked });
  await app.after();
  const routes = [...declared];
  answerOtherMethods();
  await app.ready();
  return { app, declared: routes };
}

/**
 * Under which name a request is counted: an aggregator calls for all its users from one address, so each user counts
 * separately. A browser in which somebody has signed in before signs in beside whoever guesses from the same address.
 */
function counted({ caller, ip, cookies, routeOptions }: FastifyRequest, devices: KnownDevices): string {
  const userId = caller?.identity.userId ?? "";
  if (isIssuerSubject(userId)) return userId;
  const mark = routeOptions.config.signsIn === true ? cookies[DEVICE_COOKIE] : undefined;
  const device = mark === undefined ? null : devices.given(mark);
  return device === null ? ip : `device ${device}`;
}

/** JSON (an empty body counts as none), and the few types that single routes name. Everything else is 415. */
function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parseJson(request, String(body), done);
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

function failInOneShape(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    refuseWith(reply, failure("route/unknown", { method: request.method, path: request.url.split("?")[0] ?? "" }));
  });
  app.setErrorHandler((error: FastifyError & { failure?: Failure }, request, reply) => {
    if (error.validation) {
      const fields = error.validation.map(({ instancePath, message }) => ({
        path: instancePath.replace(/^\//, "").replaceAll("/", "."),
        message: message ?? "",
      }));
      return refuseMembers(reply, fields);
    }
    const status = error.statusCode ?? 500;
    if (status < 500) {
      // What Fastify refuses by itself has its words.
      const own = error.failure ?? (status === 413 ? failure("request/413") : null);
      return refuseWith(reply, own ?? foreignFailure(`request/${status}`, error.message), status);
    }
    request.log.error({ err: error, route: request.routeOptions.url }, "a request failed");
    // Signing in writes, too: a session, and the brake on guessing without which no password is looked at.
    if (isDiskFull(error)) return refuseWith(reply, failure("server/disk-full"));
    if (error instanceof FolderGone) return refuseWith(reply, failure("server/folder-gone"));
    return refuseWith(reply, failure("server/failed"));
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

function guard(app: FastifyInstance, services: CommonServices, isLimited: boolean): void {
  const policy = { allowed: services.config.http.origins };
  const isTls = services.config.tls.cert !== "";
  app.decorateRequest("caller", null);

  // Requests are counted per route and caller. A request refused here does not reach the route.
  const count = isLimited ? app.rateLimit() : null;

  app.addHook("onRequest", async (request, reply) => {
    const { config, url } = request.routeOptions;
    if (url === "/metrics" && isMetricsToken(request.headers.authorization, services.config.metrics.token)) return;
    const answer = await authenticate(
      {
        headers: request.headers,
        url: request.url,
        method: request.method,
        address: request.ip,
        allowSid: config.sid === true,
      },
      services.gate,
    );
    const isOver = !answer.ok && answer.error.code === "session/required" && config.signsIn === true;
    if (!answer.ok && !isOver) {
      await count?.call(app, request, reply);
      return refuseWith(reply, answer.error, answer.error.code === "session/locked" ? undefined : 401);
    }
    request.caller = answer.ok ? answer.value : null;
    if (!SAFE_METHODS.has(request.method)) {
      const { origin, host, "sec-fetch-site": fetchSite } = request.headers;
      const asked = { origin, host, fetchSite: typeof fetchSite === "string" ? fetchSite : undefined };
      const who = request.caller?.identity;
      const byParent = async (): Promise<boolean> =>
        who?.via === "bearer" && isIssuerUser(who.userId) && origin === (await services.parents.asking());
      if (!mayChange(asked, who?.via === "cookie", policy) && !(await byParent())) {
        await count?.call(app, request, reply);
        return refuseWith(reply, failure("access/origin"));
      }
    }
    // Nobody learns which bodies a closed route takes.
    if (config.access !== undefined && config.access !== "public" && !request.caller) {
      await count?.call(app, request, reply);
      return refuseWith(reply, failure("session/required"));
    }
    const needed = config.access === "config" || config.access === "stats" ? config.access : null;
    if (needed !== null && !(request.caller && can(request.caller.identity, needed))) {
      await count?.call(app, request, reply);
      return refuseWith(reply, failure("access/denied"));
    }
    allowBodyTime(request);
  });

  app.addHook("preParsing", async (request, reply) => {
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

  app.addHook("onSend", async (request, reply) => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", DATA_POLICY);
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    if (isTls) reply.header("strict-transport-security", "max-age=31536000");
  });

  app.addHook("onResponse", async (request, reply) => {
    services.metrics.request(
      request.method,
      request.routeOptions.url ?? "unknown",
      reply.statusCode,
      reply.elapsedTime,
    );
    await noteRefusal(services.journal, request, reply);
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.caller?.identity.username,
        address: request.ip,
      },
      "request",
    );
  });
}
