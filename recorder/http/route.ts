/**
 * How every route is declared: who may call it, what it takes and what it returns. The declaration enforces the access,
 * is printed by OpenAPI, and is what the test of the authorisation matrix walks over.
 */
import { refuseWith } from "./refusals.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { Result } from "#base/result.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Permission } from "#domain/accounts/access.ts";
import { mayExportSome, mayOnCamera } from "#recorder/cameras/camera-access.ts";
import { can, canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import type { CommonUses, Services } from "./services.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";

type Schema = z.ZodMiniType;
/**
 * presets: saving and deleting them; the administrator's right, unless the configuration gives it to users who may move
 * cameras. export-views: export of the camera, or of the views by which it is seen. masks: setting what is hidden; who could take a mask away could see without it, so that right is asked, too
 */
type CameraPermission = Permission | "see" | "presets" | "export-views" | "masks";

/** public: everybody. session: every signed-in user. camera, stream: on the camera that the path's `id` names. */
export type Access =
  | "public"
  | "session"
  | "config"
  | "stats"
  | { readonly on: "camera" | "stream"; readonly permission: CameraPermission | "by-time" };

interface RouteSpec<Body, Query, Params> {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  readonly url: string;
  readonly access: Access;
  readonly summary: string;
  readonly body?: z.ZodMiniType<Body, unknown>;
  readonly query?: z.ZodMiniType<Query, unknown>;
  readonly params?: z.ZodMiniType<Params, unknown>;
  /** schema of the answer of 200 or 201; null = no body or not JSON */
  readonly answer: Schema | null;
  /** other content types that its body may have */
  readonly consumes?: readonly string[];
  readonly bodyLimit?: number;
  /** how long the body may take to arrive; default: BODY_TIME_MS */
  readonly bodyTimeMs?: number;
  /** the specification allows `sid`, `fsid` and `jwt` in its query */
  readonly sid?: boolean;
  /** a new sign-in is asked for: credentials of an ended session that come along do not matter */
  readonly signsIn?: boolean;
  /** requests per minute from one address, lower than the general limit */
  readonly perMinute?: number;
}

interface Ask<Body, Query, Params> {
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  readonly request: FastifyRequest;
  /** answers with an outcome */
  readonly reply: Reply;
  /** for what an outcome does not say: headers, files, other types */
  readonly response: FastifyReply;
}

/** Sends a value, as `show` makes it (null: no body), or the failure as `{code, reason}` with its status. */
type Reply = <T>(answer: Result<T, Failure>, show?: (value: T) => unknown, status?: number) => unknown;

export interface KnownAsk<Body, Query, Params> extends Ask<Body, Query, Params> {
  readonly who: Identity;
}

export interface RouteConfig {
  readonly access: Access;
  readonly summary: string;
  readonly answer: Schema | null;
  readonly sid: boolean;
  readonly signsIn: boolean;
  readonly consumes: readonly string[];
  readonly bodyTimeMs?: number;
}

declare module "fastify" {
  interface FastifyRequest {
    /** set by the gate before any handler runs */
    caller: { readonly identity: Identity; readonly ticketCameraId: string | null } | null;
  }
  interface FastifyContextConfig extends Partial<RouteConfig> {}
}

/** A route for whoever has signed in and may. */
export function route<Body = undefined, Query = Record<string, never>, Params = Record<string, never>>(
  app: FastifyInstance,
  services: CommonUses,
  spec: RouteSpec<Body, Query, Params> & { readonly access: Exclude<Access, "public"> },
  handler: (ask: KnownAsk<Body, Query, Params>) => unknown,
): void {
  register(app, spec, (ask) => {
    const caller = ask.request.caller;
    if (!caller) return ask.reply(refuse("session/required"));
    if (caller.identity.byApp && changesAccounts(spec)) return ask.reply(refuse("access/app-password"));
    if (caller.identity.isViewOnly && !isWatching(spec)) return ask.reply(refuse("access/app-view-only"));
    const denied = check(spec.access, ask, caller, services);
    return denied ? ask.reply(denied) : handler({ ...ask, who: caller.identity });
  });
}

/** App passwords are for programs that watch: whoever has one gets no further into an account with it. */
const changesAccounts = ({ method, url }: Pick<RouteSpec<unknown, unknown, unknown>, "method" | "url">): boolean =>
  method !== "GET" && method !== "HEAD" && /^\/service\/(users|sessions)(\/|$)/.test(url);

/** Calls that change nothing but what the caller sees. */
const isWatching = ({ method, url }: Pick<RouteSpec<unknown, unknown, unknown>, "method" | "url">): boolean =>
  method === "GET" || method === "HEAD" || /^\/service\/(streams\/:id\/whep|low-bandwidth\/streams)(\/|$)/.test(url);

/** A route for everybody. */
export function openRoute<Body = undefined, Query = Record<string, never>, Params = Record<string, never>>(
  app: FastifyInstance,
  spec: Omit<RouteSpec<Body, Query, Params>, "access">,
  handler: (ask: Ask<Body, Query, Params>) => unknown,
): void {
  register(app, { ...spec, access: "public" }, handler);
}

const replyOn =
  (response: FastifyReply): Reply =>
  (answer, show, status = 200) => {
    if (!answer.ok) return refuseWith(response, answer.error);
    const body = show ? show(answer.value) : answer.value;
    return body === null || body === undefined ? response.code(204).send() : response.code(status).send(body);
  };

/** The camera of a path, after the access check has found it. */
export function cameraOf({ cameras }: Pick<Services, "cameras">, params: { id: string }): CameraRow {
  const row = cameras.get(params.id);
  if (!row) throw new Error("the camera went between check and use");
  return row;
}

/** The stream of a path and its camera, after the access check has found them. */
export function streamOf(
  services: Pick<Services, "cameras">,
  params: { id: string },
): { stream: StreamRow; camera: CameraRow } {
  const stream = services.cameras.stream(params.id);
  if (!stream) throw new Error("the stream went between check and use");
  return { stream, camera: cameraOf(services, { id: stream.camera_id }) };
}

const noQuery = z.strictObject({});

function register<Body, Query, Params>(
  app: FastifyInstance,
  spec: RouteSpec<Body, Query, Params>,
  run: (ask: Ask<Body, Query, Params>) => unknown,
): void {
  const config: RouteConfig & {
    rateLimit?: { max: number; timeWindow: number };
    swagger: { exposeHeadRoute: boolean };
  } = {
    access: spec.access,
    summary: spec.summary,
    answer: spec.answer,
    sid: spec.sid ?? false,
    signsIn: spec.signsIn ?? false,
    // Fastify adds the HEAD of a GET itself.
    swagger: { exposeHeadRoute: spec.method === "HEAD" },
    consumes: spec.consumes ?? (spec.body ? ["application/json"] : []),
    ...(spec.bodyTimeMs === undefined ? {} : { bodyTimeMs: spec.bodyTimeMs }),
    ...(spec.perMinute === undefined ? {} : { rateLimit: { max: spec.perMinute, timeWindow: 60_000 } }),
  };
  app.route({
    method: spec.method,
    url: spec.url,
    config,
    // Images, videos and logs are not made only to be thrown away.
    exposeHeadRoute: spec.method === "GET" && (spec.access === "public" || spec.answer !== null),
    schema: {
      querystring: spec.query ?? noQuery,
      ...(spec.body ? { body: spec.body } : {}),
      ...(spec.params ? { params: spec.params } : {}),
    },
    ...(spec.bodyLimit === undefined ? {} : { bodyLimit: spec.bodyLimit }),
    handler: (request, response) =>
      run({
        body: request.body as Body,
        query: request.query as Query,
        params: request.params as Params,
        request,
        reply: replyOn(response),
        response,
      }),
  });
}

function check(
  access: Access,
  ask: Ask<unknown, unknown, unknown>,
  caller: { identity: Identity; ticketCameraId: string | null },
  services: CommonUses,
): ReturnType<typeof refuse> | null {
  const who = caller.identity;
  if (access === "public" || access === "session") return null;
  if (access === "config" || access === "stats") {
    return can(who, access) ? null : refuse("access/denied");
  }
  const { id } = ask.params as { id: string };
  const cameraId = access.on === "camera" ? id : services.cameras.stream(id)?.camera_id;
  const isKnown = cameraId !== undefined && services.cameras.get(cameraId) !== undefined;
  // A camera that the user may not see is answered like one that does not exist.
  if (!isKnown || !canSeeCamera(who, cameraId)) {
    return access.on === "camera" ? refuse("camera/unknown") : refuse("stream/unknown");
  }
  if (caller.ticketCameraId !== null && caller.ticketCameraId !== cameraId) {
    return refuse("access/denied", { cause: failure("access/other-ticket") });
  }
  if (access.permission === "by-time" || access.permission === "see") return null;
  if (access.permission === "export-views") return mayExportSome(who, cameraId);
  if (access.permission === "masks")
    return can(who, "config") ? mayOnCamera(who, cameraId, "unmask") : refuse("access/denied");
  if (access.permission === "presets") {
    if (!can(who, "config") && !services.config.ptz.presetsByOperators) return refuse("access/denied");
    return mayOnCamera(who, cameraId, "ptz");
  }
  return mayOnCamera(who, cameraId, access.permission);
}
