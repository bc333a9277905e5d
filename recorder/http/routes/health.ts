/** Is it alive, is it ready, what does it measure. */
import { statfs } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { timingSafeEqual } from "node:crypto";
import { hashSecret } from "#recorder/store/ids.ts";
import { can } from "#recorder/main/identity.ts";
import type { Services } from "#recorder/main/services.ts";
import { supportBundle } from "#recorder/main/support-bundle.ts";
import { openRoute, route, say } from "../route.ts";
import { refuse } from "#recorder/main/answer.ts";

const LEAST_SANE_CLOCK_MS = Date.UTC(2024, 0, 1);

export function healthRoutes(app: FastifyInstance, services: Services): void {
  openRoute(
    app,
    services,
    { method: "GET", url: "/livez", summary: "the process answers", answer: null },
    ({ reply }) => reply.type("text/plain").send("ok"),
  );

  openRoute(
    app,
    services,
    { method: "GET", url: "/readyz", summary: "database, storage and clock are right", answer: null },
    async ({ reply }) => {
      const checks = await readiness(services);
      const isReady = Object.values(checks).every((state) => state === "ok");
      return reply.code(isReady ? 200 : 503).send({ ready: isReady, checks });
    },
  );

  openRoute(
    app,
    services,
    { method: "GET", url: "/metrics", summary: "figures for Prometheus", answer: null },
    async ({ request, reply }) => {
      const hasToken = isMetricsToken(request.headers.authorization, services.config.metrics.token);
      const who = request.caller?.identity;
      if (!hasToken && !(who && can(who, "config")))
        return say(reply, refuse(who ? "access/denied" : "session/required", "Sign in first."));
      const { type, text } = await services.metrics.print();
      return reply.type(type).send(text);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/support-bundle",
      access: "config",
      summary: "versions, settings, health and log as one zip, secrets masked",
      answer: null,
    },
    async ({ who, request, reply }) => {
      await services.journal.audit(who, "support-bundle", "", request.ip);
      const stamp = new Date(services.now()).toISOString().replaceAll(/[:.]/g, "-");
      reply.header("content-disposition", `attachment; filename="support-${stamp}.zip"`);
      return reply
        .type("application/zip")
        .send(await supportBundle({ services, readiness: await readiness(services) }));
    },
  );
}

/** Each check is `ok` or what is wrong. */
export async function readiness(services: Services): Promise<Record<string, string>> {
  const checks: Record<string, string> = { database: "ok", storage: "ok", clock: "ok", media: "ok" };
  try {
    await sql`select 1`.execute(services.store);
  } catch {
    checks.database = "does not answer";
  }
  try {
    await statfs(services.config.recordings);
    if (services.media.disk.state === "unwritable") checks.storage = "cannot be written";
  } catch {
    checks.storage = "is not there";
  }
  if (services.now() < LEAST_SANE_CLOCK_MS) checks.clock = "is wrong";
  if (!services.media.connected) checks.media = "is not running";
  return checks;
}

/** Does this header carry the token of the configuration; an empty token opens nothing. */
export function isMetricsToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === "" || given === undefined) return false;
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)));
}
