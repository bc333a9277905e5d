/** Whether recordings are still what was written. */
import type { FastifyInstance } from "fastify";
import { ok } from "#base/result.ts";
import { integrity } from "#protocol/rest/server/integrity.ts";
import { route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";
import { integrityOf } from "#recorder/site/volumes/integrity.ts";

/** The check that was under way ends the file that it reads, and index and disks may still be compared after a start. */
const BEGIN_MS = 60_000;

export function integrityRoutes(app: FastifyInstance, services: Uses<"index" | "journal" | "media">): void {
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
  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/server/integrity/check",
      access: "config",
      summary: "read all recordings again now and compare them with their digests, with up to half of a disk's time",
      answer: integrity,
    },
    async ({ who, request, reply }) => {
      const { media, journal } = services;
      const begun = await media.call("recordings.check", null, BEGIN_MS);
      if (!begun.ok) return reply(begun);
      await journal.audit(who, "recordings-checked", "", request.ip);
      return reply(ok(await integrityOf(services)), (value) => value, 202);
    },
  );
}
