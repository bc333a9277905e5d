/** The audit: who did what, when, from where, with which cameras and which recorded time, and how it ended. Ours. */
import * as z from "zod/mini";
import { AUDIT_RESULTS } from "#domain/accounts/audit.ts";
import { wireId, wireNumber } from "#protocol/scalars.ts";
import { failureBody } from "../error.ts";
import { queryCount, queryTimeMs } from "../list.ts";

const name = z.string().check(z.maxLength(200));
const actions = z.pipe(
  z.string().check(z.regex(/^[a-z0-9,-]{0,2000}$/)),
  z.transform((text) => text.split(",").filter((one) => one !== "")),
);

export const auditFilter = {
  /** within [start, stop); 0 or absent = open */
  start: z.optional(queryTimeMs),
  stop: z.optional(queryTimeMs),
  user: z.optional(name),
  /** comma list */
  action: z.optional(actions),
  /** id */
  camera: z.optional(z.string().check(z.regex(/^[\w-]{0,64}$/))),
  result: z.optional(z.enum(AUDIT_RESULTS)),
  address: z.optional(name),
  /** anywhere in name, action, target, address or details */
  search: z.optional(name),
  _: z.optional(z.string()),
};

/** GET /service/audit: `before` is `next` of the page before. */
export const auditQuery = z.strictObject({
  ...auditFilter,
  before: z.optional(queryCount),
  count: z.optional(queryCount),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/** GET /service/audit/export: as CSV. */
export const auditExportQuery = z.strictObject(auditFilter);

export const auditEntry = z.object({
  /** its number in the chain */
  seq: wireNumber,
  /** server ms */
  when: wireNumber,
  /** empty: nobody had signed in, or the server itself */
  userId: z.string(),
  username: z.string(),
  action: z.string(),
  /** what it was done to: ids, comma separated, or a path */
  target: z.string(),
  /** its name, where it is one account, stage, group or server that is still there; otherwise empty */
  targetName: z._default(z.string(), ""),
  address: z.string(),
  cameras: z.array(z.object({ id: wireId, name: z.string() })),
  /** the recorded time that it is about, server ms */
  from: z.nullable(wireNumber),
  to: z.nullable(wireNumber),
  result: z.enum(AUDIT_RESULTS),
  detail: z.record(z.string(), z.unknown()),
  /** SHA-256 over this entry and the hash of the one before */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditList = z.object({
  href: z.optional(z.string()),
  entries: z.array(auditEntry),
  /** null: there is nothing older */
  next: z.nullable(wireNumber),
  /** users and actions that there are, for filters */
  users: z.array(z.string()),
  actions: z.array(z.string()),
  /** the last entry that was removed for its age; seq 0 = none was */
  removed: z.object({ seq: wireNumber, hash: z.string() }),
});
export type AuditList = z.infer<typeof auditList>;

/** What a client reads: of a recorder, or of an aggregator with its servers (`auditOfAllList`). */
export const auditPage = z.object({
  ...auditList.shape,
  entries: z.array(
    z.object({
      ...auditEntry.shape,
      /** null: of the aggregator itself; absent: of the only server that was asked */
      server: z.optional(z.nullable(z.object({ id: wireId, name: z.string() }))),
    }),
  ),
  /** as text: it is only given back */
  next: z.pipe(
    z.nullable(z.union([z.number(), z.string()])),
    z.transform((next) => (next === null ? null : String(next))),
  ),
  notAsked: z._default(z.array(z.object({ id: wireId, name: z.string(), failure: failureBody })), []),
  servers: z._default(z.array(z.object({ id: wireId, name: z.string() })), []),
});
export type AuditPage = z.infer<typeof auditPage>;
