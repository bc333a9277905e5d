/** GET /service/audit of an aggregator: its own audit and those of its servers as one list. Ours. */
import * as z from "zod/mini";
import { wireId } from "#protocol/scalars.ts";
import { failureBody } from "../error.ts";
import { auditEntry, auditFilter, auditList } from "./audit.ts";
import { queryCount } from "../list.ts";

/** Where a page ends: the time of its last entry, and in each audit the number below which the next page looks. */
export interface AuditPosition {
  /** server ms */
  readonly when: number;
  /** by server id; "own" = the aggregator's */
  readonly seqs: Readonly<Record<string, number>>;
}

const POSITION = /^\d{1,16}(~[\w-]{1,64}\.\d{1,16})*$/;
/** With the query's other parts it stays within what servers take as an address (16 KB), up to some 300 servers. */
const POSITION_MAX = 12_000;

export const writeAuditPosition = ({ when, seqs }: AuditPosition): string =>
  [when, ...Object.entries(seqs).map(([id, seq]) => `${id}.${seq}`)].join("~");
export function readAuditPosition(text: string): AuditPosition {
  const [when = "0", ...parts] = text.split("~");
  const seqs = parts.map((part): [string, number] => {
    const dot = part.lastIndexOf(".");
    return [part.slice(0, dot), Number(part.slice(dot + 1))];
  });
  return { when: Number(when), seqs: Object.fromEntries(seqs) };
}

const filter = {
  ...auditFilter,
  /** id of a server, or "own" */
  server: z.optional(z.string().check(z.regex(/^[\w-]{0,64}$/))),
};
export const auditOfAllQuery = z.strictObject({
  ...filter,
  before: z.optional(z.string().check(z.maxLength(POSITION_MAX), z.regex(POSITION))),
  count: z.optional(queryCount),
});
export const auditOfAllExportQuery = z.strictObject(filter);

const server = z.object({ id: wireId, name: z.string() });
export const auditOfAllList = z.object({
  ...auditList.shape,
  entries: z.array(z.object({ ...auditEntry.shape, /** null: of the aggregator itself */ server: z.nullable(server) })),
  next: z.nullable(z.string()),
  /** servers whose entries are missing, and why */
  notAsked: z.array(z.object({ ...server.shape, failure: failureBody })),
  servers: z.array(server),
});
