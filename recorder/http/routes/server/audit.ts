/** Who did what: pages of the audit, and all of it as CSV. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { auditExportQuery, auditList, auditQuery } from "#protocol/rest/server/audit.ts";
import { auditCsv } from "#recorder/core/audit/audit-csv.ts";
import { auditNames, findAudit } from "#recorder/core/audit/audit-query.ts";
import type { CommonUses } from "#recorder/http/services.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { route } from "#recorder/http/route.ts";

export const AUDIT = "/service/audit";
export const AUDIT_COUNT = 100;
export const AUDIT_COUNT_MAX = 1000;

export function auditRoutes(app: FastifyInstance, services: CommonUses<"journal" | "now" | "store">): void {
  const { store } = services;

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
    async ({ query: { before, count = AUDIT_COUNT, ...filter } }) => {
      const page = await findAudit(store, filter, { before: before ?? null, count: Math.min(count, AUDIT_COUNT_MAX) });
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
    async ({ query: { _: _again, ...filter }, who, request, response }) =>
      sendAuditCsv(services, { who, request, response, filter }, Readable.from(auditCsv(store, filter))),
  );
}

/** Taking it along is an entry itself. */
export async function sendAuditCsv(
  { journal, now }: CommonUses<"journal" | "now">,
  ask: {
    readonly who: Identity;
    readonly request: FastifyRequest;
    readonly response: FastifyReply;
    readonly filter: Readonly<Record<string, unknown>>;
  },
  csv: Readable,
): Promise<FastifyReply> {
  const { who, request, response, filter } = ask;
  await journal.audit(who, "audit-exported", "", request.ip, filter);
  const name = `audit-${new Date(now()).toISOString().replaceAll(/[:.]/g, "-")}.csv`;
  response.header("content-disposition", `attachment; filename="${name}"`);
  return response.type("text/csv; charset=utf-8").send(csv);
}
