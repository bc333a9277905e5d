/** Who did what on the server, and how long it is kept. */
import type { Failure } from "#domain/failures/failure.ts";
import type { Result } from "#base/result.ts";
import { type AuditFilter, auditQueryOf } from "#domain/accounts/audit.ts";
import { ticket } from "#protocol/rest/accounts/ticket.ts";
import { type AuditPage as Page, auditPage } from "#protocol/rest/server/audit.ts";
import { settings } from "#protocol/rest/server/settings.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";
import { ticketCall } from "../ticket-call.ts";

type AuditPage = Page;
export type AuditEntry = Page["entries"][number];

export interface AuditActions {
  /** Newest first; `before`: `next` of the page before, null = the first page. */
  readonly list: (
    filter: AuditFilter,
    before: string | null,
    signal?: AbortSignal,
  ) => Promise<Result<AuditPage, Failure>>;
  /** The address, valid for one use, at which the browser fetches all of it as CSV. */
  readonly exportAddress: (filter: AuditFilter) => Promise<Result<string, Failure>>;
  /** days */
  readonly keptDays: (signal?: AbortSignal) => Promise<Result<number, Failure>>;
  readonly keepDays: (days: number) => Promise<Result<number, Failure>>;
}

const SETTINGS = "/service/settings";

export const createAuditActions = (http: HttpClient): AuditActions => ({
  list: async (filter, before, signal) =>
    await http.json(
      {
        path: "/service/audit",
        query: { ...auditQueryOf(filter), ...(before === null ? {} : { before }) },
        ...(signal ? { signal } : {}),
      },
      auditPage,
    ),
  exportAddress: async (filter) => {
    const query = new URLSearchParams(
      Object.entries(auditQueryOf(filter)).map(([name, value]) => [name, String(value)]),
    ).toString();
    const path = query === "" ? "/service/audit/export" : `/service/audit/export?${query}`;
    return answeredWith(await http.json(ticketCall(path), ticket), ({ url }) => http.addressOf(url));
  },
  keptDays: async (signal) =>
    answeredWith(
      await http.json({ path: SETTINGS, ...(signal ? { signal } : {}) }, settings),
      ({ auditDays }) => auditDays,
    ),
  keepDays: async (auditDays) =>
    answeredWith(
      await http.json({ method: "PATCH", path: SETTINGS, body: { auditDays } }, settings),
      ({ auditDays: kept }) => kept,
    ),
});
