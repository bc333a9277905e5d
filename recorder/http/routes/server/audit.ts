/** Who did what: pages of the audit, and all of it as CSV. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { auditExportQuery, auditList, auditQuery } from "#protocol/rest/server/audit.ts";
import { auditCsv } from "#recorder/core/audit/audit-csv.ts";
import { auditNames, findAudit } from "#recorder/core/audit/audit-query.ts";
import type { CommonUses } from "#recorder/http/services.ts";
import { route } from "#recorder/http/route.ts";

const AUDIT = "/service/audit";
const COUNT = 100;
const COUNT_MAX = 1000;

export function auditRoutes(app: FastifyInstance, services: CommonUses<"journal" | "now" | "store">): void {
  const { journal, now, store } = services;

  route(
    app,
    services,
    {
      method: "GET",
      url: AUDIT,
      access: "config",
      summary: "who did what, newest first; `next` is `before` of the page that follows",
      query: auditQuery,
      answer: auditList,
    },
    async ({ query: { before, count = COUNT, ...filter } }) => {
      const page = await findAudit(store, filter, { before: before ?? null, count: Math.min(count, COUNT_MAX) });
      return { href: AUDIT, ...page, ...(await auditNames(store)) };
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: `${AUDIT}/export`,
      access: "config",
      summary: "the same as CSV, all of it, with the hashes that chain it",
      query: auditExportQuery,
      answer: null,
    },
    async ({ query: { _: _again, ...filter }, who, request, response }) => {
      await journal.audit(who, "audit-exported", "", request.ip, filter);
      const name = `audit-${new Date(now()).toISOString().replaceAll(/[:.]/g, "-")}.csv`;
      response.header("content-disposition", `attachment; filename="${name}"`);
      return response.type("text/csv; charset=utf-8").send(Readable.from(auditCsv(store, filter)));
    },
  );
}
