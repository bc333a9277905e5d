/** The HTTP server: what holds for every call, whichever edition's routes it serves. */
import { failure } from "#domain/failures/failure.ts";
import fastifyCookie from "@fastify/cookie";
import fastifyRateLimit from "@fastify/rate-limit";
import fastifySwagger from "@fastify/swagger";
import { Server as TlsServer } from "node:https";
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { CLIENT_UPLOAD_TIMEOUT_MS } from "#domain/limits/administration.ts";
import type { CommonServices } from "../services.ts";
import { BODY_TIME_MS, limitBodyTime } from "./body-time.ts";
import { withoutBasePath } from "./base-path.ts";
import { serveClient } from "../files/client-files.ts";
import { limitConnections } from "#recorder/net/connection-limit.ts";
import { isOfNetwork } from "./client-address.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./connections.ts";
import { completeAnswers, failInOneShape } from "./answers.ts";
import { acceptBodies, checkBodyTypes } from "./body-types.ts";
import { counted, guard } from "./guard.ts";
import { answerParentPages } from "./cross-origin.ts";
import { openapiOptions } from "./openapi.ts";
import { answerUnreadable, answerUnserved, refuseRaw } from "./unreadable-requests.ts";
import { otherMethods } from "./other-methods.ts";
import { refuseUnderPressure } from "./pressure.ts";
import { refuseOtherThanOneHost } from "./one-host.ts";
import { refuseUnreadable } from "./readable-text.ts";
import { traceCalls } from "../tracing/traced-calls.ts";
import type { Access, RouteConfig } from "../route.ts";

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

/** Declares the routes of one noun. */
export type RouteModule<S> = (app: FastifyInstance, services: S) => void;

/** Builds the server with the routes of these modules and the client; the caller starts and closes it. */
export async function buildApp<S extends CommonServices>(
  services: S,
  modules: readonly RouteModule<S>[],
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<{ app: FastifyInstance; declared: readonly DeclaredRoute[] }> {
  const { certificate, config, log } = services;
  const nodeOptions = {
    maxHeaderSize: MAX_HEADERS_BYTES,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.lookMs,
    requireHostHeader: false,
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
      refuseRaw(reply.raw, error.statusCode ?? 400, failure("request/bad-path"));
    },
    clientErrorHandler: answerUnreadable,
    // The limit for the slowest body that any route allows. body-time.ts gives each route's body less, and Node limits
    // headers.
    requestTimeout: 2 * CLIENT_UPLOAD_TIMEOUT_MS,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    ...(certificate === null
      ? { http: nodeOptions }
      : {
          https: {
            ...certificate.pair,
            minVersion: "TLSv1.2",
            handshakeTimeout: limits.headersMs,
            ...nodeOptions,
          },
        }),
  };
  const app = Fastify(options);
  if (app.server instanceof TlsServer) certificate?.keep(app.server);
  // Proxies connect for everybody.
  const isProxy = (address: string): boolean => config.http.trustedProxies.some((one) => isOfNetwork(address, one));
  answerUnserved(app.server);
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
  failInOneShape(app, services);
  limitBodyTime(app);
  answerParentPages(app, services.parents);
  if (services.tracing) traceCalls(app, services.tracing);

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
  refuseUnderPressure(app, config.http.overloadDelayMs);
  await app.register(
    fastifySwagger,
    openapiOptions({
      title: config.edition === "aggregator" ? "Proscenium aggregator" : "Proscenium recorder",
      version: services.build.version,
      cookieName: services.gate.cookieName,
    }),
  );
  refuseOtherThanOneHost(app);
  guard(app, services, config.http.requestsPerMinute > 0);
  checkBodyTypes(app);
  completeAnswers(app, services);
  refuseUnreadable(app);

  for (const register of modules) register(app, services);
  const { asked, sockets } = services.parents;
  const { embedOrigins } = config.http;
  serveClient(app, services.client.files, { embedOrigins, asked, ...(sockets ? { sockets } : {}) });
  await app.after();
  const routes = [...declared];
  answerOtherMethods();
  await app.ready();
  return { app, declared: routes };
}
