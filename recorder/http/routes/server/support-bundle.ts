/** What a person who helps needs to see, as a download. */
import type { FastifyInstance } from "fastify";
import type { Uses } from "#recorder/http/services.ts";
import { type BundleServices, supportBundle } from "#recorder/http/files/support-bundle.ts";
import { supportQuery } from "#protocol/rest/server/server.ts";
import { route } from "#recorder/http/route.ts";
import { failure, refuse } from "#domain/failures/failure.ts";
import { canSeeAllCameras } from "#recorder/core/identity.ts";

export function supportBundleRoutes(app: FastifyInstance, services: BundleServices & Uses<"readiness">): void {
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/support-bundle",
      access: "config",
      summary: "versions, settings, health and log as one zip, secrets masked",
      query: supportQuery,
      answer: null,
    },
    async ({ who, query, request, reply, response }) => {
      if (!canSeeAllCameras(who)) return reply(refuse("access/denied", { cause: failure("access/all-cameras") }));
      await services.journal.audit(who, "support-bundle", "", request.ip);
      const stamp = new Date(services.now()).toISOString().replaceAll(/[:.]/g, "-");
      response.header("content-disposition", `attachment; filename="support-${stamp}.zip"`);
      return response.type("application/zip").send(
        await supportBundle({
          services,
          readiness: await services.readiness(),
          browser: { name: request.headers["user-agent"] ?? "", painter: query.painter ?? "" },
        }),
      );
    },
  );
}
