/** The audits of the aggregator and of its servers as one CSV, newest first; servers that could not be asked are in it. */
import { englishText } from "#domain/failures/english.ts";
import type { AuditPosition } from "#protocol/rest/server/audit-of-all.ts";
import { AUDIT_HEAD, auditCells, csvBegin, csvLine } from "#recorder/core/audit/audit-csv.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { auditOfAll, type AuditOfAllParts, type FilterOfAll, type NotAsked } from "./audit-of-all.ts";

/** Entries of each server that are in memory at a time. */
const BATCH = 200;
const COLUMNS = AUDIT_HEAD.length;

export async function* auditOfAllCsv(
  parts: AuditOfAllParts,
  who: Identity,
  filter: FilterOfAll,
): AsyncGenerator<string> {
  yield csvBegin(["server", ...AUDIT_HEAD]);
  const missing = new Map<string, NotAsked>();
  let before: AuditPosition | null = null;
  do {
    const page = await auditOfAll(parts, who, filter, { before, count: BATCH });
    for (const one of page.notAsked) missing.set(one.id, one);
    yield page.entries.map((entry) => csvLine([entry.server?.name ?? "", ...auditCells(entry)])).join("");
    before = page.next;
  } while (before !== null);
  for (const { name, failure } of missing.values()) {
    const words = `not asked: ${englishText(failure)}`;
    yield csvLine([name, words, ...Array.from({ length: COLUMNS - 1 }, () => "")]);
  }
}
