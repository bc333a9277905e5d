/** The audit as CSV (RFC 4180), newest first. */
import type { AuditEntry } from "#protocol/rest/server/audit.ts";
import type { Store } from "#recorder/store/store.ts";
import { type AuditFilter, findAudit } from "./audit-query.ts";

const CSV_BATCH = 1000;
export const AUDIT_HEAD = [
  "number",
  "time",
  "user",
  "action",
  "result",
  "address",
  "cameras",
  "recorded from",
  "recorded to",
  "target",
  "details",
  "user id",
  "hash",
];

export async function* auditCsv(store: Store, filter: AuditFilter): AsyncGenerator<string> {
  yield csvBegin(AUDIT_HEAD);
  let before: number | null = null;
  do {
    const page = await findAudit(store, filter, { before, count: CSV_BATCH });
    yield page.entries.map((entry) => csvLine(auditCells(entry))).join("");
    before = page.next;
  } while (before !== null);
}

/** Spreadsheets take it for UTF-8 by this mark only. */
export const csvBegin = (head: readonly string[]): string => `\uFEFF${csvLine(head)}`;

const time = (ms: number | null): string => (ms === null ? "" : new Date(ms).toISOString());

export const auditCells = (entry: AuditEntry): string[] => [
  String(entry.seq),
  time(entry.when),
  entry.username,
  entry.action,
  entry.result,
  entry.address,
  entry.cameras.map(({ id, name }) => name || id).join("; "),
  time(entry.from),
  time(entry.to),
  entry.targetName || entry.target,
  JSON.stringify(entry.detail),
  entry.userId,
  entry.hash,
];

export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(",")}\r\n`;

/**
 * A name that somebody typed is no formula of a spreadsheet. Some leave out space before it, and some read the wide signs
 * of East Asian keyboards as the narrow ones.
 */
function quoted(cell: string): string {
  const text = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
