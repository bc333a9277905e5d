/** Who did what, here and on all servers: pages of it, and all of it as CSV. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { englishText } from "#domain/failures/english.ts";
import { writeFailure } from "#protocol/rest/error.ts";
import {
  auditOfAllExportQuery,
  auditOfAllList,
  auditOfAllQuery,
  readAuditPosition,
  writeAuditPosition,
} from "#protocol/rest/server/audit-of-all.ts";
import { auditOfAll } from "#recorder/aggregator/audit-of-all.ts";
import { auditOfAllCsv } from "#recorder/aggregator/audit-of-all-csv.ts";
import { auditNames } from "#recorder/core/audit/audit-query.ts";
import type { AggregatorUses } from "#recorder/http/aggregator-services.ts";
import { AUDIT, AUDIT_COUNT, AUDIT_COUNT_MAX, sendAuditCsv } from "../server/audit.ts";
import { route } from "#recorder/http/route.ts";

/** Each makes a call to every server. */
const PAGES_PER_MINUTE = 120;

export function auditOfAllRoutes(
  app: FastifyInstance,
  services: AggregatorUses<"journal" | "now" | "servers" | "store">,
): void {
  const { store, servers } = services;

  route(
    app,
    services,
    {
      method: "GET",
      url: AUDIT,
      access: "config",
      summary: "who did what here and on the servers, newest first; `next` is `before` of the page that follows",
      query: auditOfAllQuery,
      answer: auditOfAllList,
      perMinute: PAGES_PER_MINUTE,
    },
    async ({ query: { before, count = AUDIT_COUNT, _: _again, ...filter }, who }) => {
      const page = await auditOfAll(services, who, filter, {
        before: before === undefined ? null : readAuditPosition(before),
        count: Math.min(count, AUDIT_COUNT_MAX),
      });
      const { removed } = await auditNames(store);
      return {
        href: AUDIT,
        ...page,
        next: page.next && writeAuditPosition(page.next),
        notAsked: page.notAsked.map(({ failure, ...one }) => ({ ...one, failure: writeFailure(failure, englishText) })),
        servers: servers.list().map(({ id, name }) => ({ id, name })),
        removed,
      };
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: `${AUDIT}/export`,
      access: "config",
      summary: "the same as CSV, all of it, with the hashes that chain it; servers that could not be asked are in it",
      query: auditOfAllExportQuery,
      answer: null,
      perMinute: PAGES_PER_MINUTE,
    },
    async ({ query: { _: _again, ...filter }, who, request, response }) =>
      sendAuditCsv(services, { who, request, response, filter }, Readable.from(auditOfAllCsv(services, who, filter))),
  );
}
