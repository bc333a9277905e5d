/** What holds for every answer: its headers, its line in log and metrics, and one shape for failures. */
import { CHANGES_HEADER, changesOf } from "#protocol/rest/changes.ts";
import type { FastifyError, FastifyInstance } from "fastify";
import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import { isDatabaseAway } from "#recorder/store/database-away.ts";
import { FolderGone, isDiskFull } from "#recorder/store/disk-full.ts";
import { COMMON_HEADERS, DATA_POLICY } from "../files/security-headers.ts";
import { noteRefusal } from "../note-refusal.ts";
import { refuseMembers, refuseWith } from "../refusals.ts";
import type { CommonServices } from "../services.ts";

/** of a path that is said to be unknown */
const LONGEST_PATH = 500;

export function failInOneShape(app: FastifyInstance, { config }: Pick<CommonServices, "config">): void {
  app.setNotFoundHandler((request, reply) => {
    const path = (request.url.split("?")[0] ?? "").slice(0, LONGEST_PATH);
    refuseWith(reply, failure("route/unknown", { method: request.method, path }));
  });
  app.setErrorHandler((error: FastifyError & { failure?: Failure }, request, reply) => {
    if (error.validation) {
      const fields = error.validation.map(({ instancePath, message, keyword, params }) => ({
        path: instancePath.replace(/^\//, "").replaceAll("/", "."),
        message: message ?? "",
        most: keyword === "too_big" && params["origin"] === "string" ? Number(params["maximum"]) : undefined,
      }));
      return refuseMembers(reply, fields);
    }
    const status = error.statusCode ?? 500;
    if (status < 500) {
      // Fastify refuses some requests by itself, with its own words.
      const own = error.failure ?? (status === 413 ? failure("request/413") : null);
      return refuseWith(reply, own ?? foreignFailure(`request/${status}`, error.message), status);
    }
    const isAway = config.database.url !== "" && isDatabaseAway(error);
    if (isAway) return refuseWith(reply, failure("server/database-away"));
    request.log.error({ err: error, route: request.routeOptions.url }, "a request failed");
    // Signing in writes, too: a session, and the brake on guessing without which no password is looked at.
    if (isDiskFull(error)) return refuseWith(reply, failure("server/disk-full"));
    if (error instanceof FolderGone) return refuseWith(reply, failure("server/folder-gone"));
    return refuseWith(reply, failure("server/failed"));
  });
}

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export function completeAnswers(
  app: FastifyInstance,
  {
    config,
    metrics,
    journal,
    bootId,
    hub,
    nodes,
  }: Pick<CommonServices, "config" | "metrics" | "journal" | "bootId" | "hub" | "nodes">,
): void {
  const isTls = config.tls.cert !== "";

  app.addHook("onSend", async (request, reply) => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", DATA_POLICY);
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    // When the event socket opens with the same number, nothing was missed before.
    if (request.caller) reply.header(CHANGES_HEADER, changesOf({ bootId, count: hub.changes }));
    if (!READS.has(request.method)) await nodes.bus.published();
    if (isTls) reply.header("strict-transport-security", "max-age=31536000");
  });

  app.addHook("onResponse", async (request, reply) => {
    metrics.request(request.method, request.routeOptions.url ?? "unknown", reply.statusCode, reply.elapsedTime);
    await noteRefusal(journal, request, reply);
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
