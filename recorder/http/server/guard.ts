/** Who calls, whether this call may change something, and whether its route is open to them; counted by caller. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { failure } from "#domain/failures/failure.ts";
import type { KnownDevices } from "#recorder/accounts/known-devices.ts";
import { isIssuerSubject, isIssuerUser } from "#recorder/accounts/trusted-issuer.ts";
import { can } from "#recorder/core/identity.ts";
import { authenticate } from "../authenticate.ts";
import { isMetricsToken } from "../metrics-token.ts";
import { refuseWith } from "../refusals.ts";
import type { CommonServices } from "../services.ts";
import { DEVICE_COOKIE } from "../sign-in.ts";
import { allowBodyTime } from "./body-time.ts";
import { mayChange } from "./origins.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Under which name a request is counted: an aggregator calls for all its users from one address, so each user counts
 * separately. A browser in which somebody has signed in before signs in beside whoever guesses from the same address.
 */
export function counted({ caller, ip, cookies, routeOptions }: FastifyRequest, devices: KnownDevices): string {
  const userId = caller?.identity.userId ?? "";
  if (isIssuerSubject(userId)) return userId;
  const mark = routeOptions.config.signsIn === true ? cookies[DEVICE_COOKIE] : undefined;
  const device = mark === undefined ? null : devices.given(mark);
  return device === null ? ip : `device ${device}`;
}

export function guard(app: FastifyInstance, services: CommonServices, isLimited: boolean): void {
  const policy = { allowed: services.config.http.origins };
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
    // Whoever is not signed in does not learn which bodies a route takes, so the sign-in is checked first.
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
}
