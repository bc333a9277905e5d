/** Whether recordings are still what was written. */
import type { FastifyInstance } from "fastify";
import { integrity } from "#protocol/rest/server/integrity.ts";
import { route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";
import { integrityOf } from "#recorder/site/volumes/integrity.ts";

export function integrityRoutes(app: FastifyInstance, services: Uses<"index">): void {
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/server/integrity",
      access: "config",
      summary: "what the check of recordings against their digests has found",
      answer: integrity,
    },
    () => integrityOf(services),
  );
}
