/** The audit as CSV (RFC 4180), newest first. */
import type { AuditEntry } from "#protocol/rest/server/audit.ts";
import type { Store } from "#recorder/store/store.ts";
import { type AuditFilter, findAudit } from "./audit-query.ts";

const BATCH = 1000;
const HEAD = [
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
  // Spreadsheets take it for UTF-8 by this mark only.
  yield `\uFEFF${lineOf(HEAD)}`;
  let before: number | null = null;
  do {
    const page = await findAudit(store, filter, { before, count: BATCH });
    yield page.entries.map((entry) => lineOf(cellsOf(entry))).join("");
    before = page.next;
  } while (before !== null);
}

const time = (ms: number | null): string => (ms === null ? "" : new Date(ms).toISOString());

const cellsOf = (entry: AuditEntry): string[] => [
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

const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(",")}\r\n`;

/** A name that somebody typed is no formula of a spreadsheet. */
function quoted(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
