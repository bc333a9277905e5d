/** Whether the server is alive, whether it is ready, and its figures. */
import type { FastifyInstance } from "fastify";
import { timingSafeEqual } from "node:crypto";
import { errors } from "#domain/errors.ts";
import { hashSecret } from "#recorder/store/ids.ts";
import { can } from "#recorder/core/identity.ts";
import type { CommonServices } from "#recorder/http/services.ts";
import { openRoute, say } from "#recorder/http/route.ts";
import { refuse } from "#recorder/core/answer.ts";

export function healthRoutes(app: FastifyInstance, services: CommonServices): void {
  openRoute(app, { method: "GET", url: "/livez", summary: "the process answers", answer: null }, ({ reply }) =>
    reply.type("text/plain").send("ok"),
  );

  openRoute(
    app,
    { method: "GET", url: "/readyz", summary: "database, storage and clock are right", answer: null },
    async ({ reply }) => {
      const checks = await services.readiness();
      const isReady = Object.values(checks).every((state) => state === "ok");
      return reply.code(isReady ? 200 : 503).send({ ready: isReady, checks });
    },
  );

  openRoute(
    app,
    { method: "GET", url: "/metrics", summary: "figures for Prometheus", answer: null },
    async ({ request, reply }) => {
      const hasToken = isMetricsToken(request.headers.authorization, services.config.metrics.token);
      const who = request.caller?.identity;
      if (!hasToken && !(who && can(who, "config")))
        return say(reply, refuse(who ? "access/denied" : "session/required", errors.sign_in_first.text));
      const { type, text } = await services.metrics.print();
      return reply.type(type).send(text);
    },
  );
}

/** Whether this header carries the configured token; an empty token opens nothing. */
export function isMetricsToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === "" || given === undefined) return false;
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)));
}
