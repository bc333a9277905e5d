/** Is it alive, is it ready, what does it measure. */
import { refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import { can } from "#recorder/core/identity.ts";
import { areWell } from "#recorder/http/readiness-checks.ts";
import { LATER_S } from "#recorder/http/refusals.ts";
import { isMetricsToken } from "#recorder/http/metrics-token.ts";
import type { CommonUses } from "#recorder/http/services.ts";
import { openRoute } from "#recorder/http/route.ts";

export function healthRoutes(app: FastifyInstance, services: CommonUses<"metrics" | "readiness">): void {
  openRoute(app, { method: "GET", url: "/livez", summary: "the process answers", answer: null }, ({ response }) =>
    response.type("text/plain").send("ok"),
  );

  openRoute(
    app,
    { method: "GET", url: "/readyz", summary: "database, storage and clock are right", answer: null },
    async ({ response }) => {
      const checks = await services.readiness();
      const isReady = areWell(checks);
      if (!isReady) response.header("retry-after", String(LATER_S));
      return response.code(isReady ? 200 : 503).send({ ready: isReady, checks });
    },
  );

  openRoute(
    app,
    { method: "GET", url: "/metrics", summary: "figures for Prometheus", answer: null },
    async ({ request, reply, response }) => {
      const hasToken = isMetricsToken(request.headers.authorization, services.config.metrics.token);
      const who = request.caller?.identity;
      if (!hasToken && !(who && can(who, "config"))) return reply(refuse(who ? "access/denied" : "session/required"));
      const { type, text } = await services.metrics.print();
      return response.type(type).send(text);
    },
  );
}
