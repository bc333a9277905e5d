/** What the report says when a damaged database was put aside. */
import { failure } from "#domain/failures/failure.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Log } from "#recorder/core/log.ts";
import type { ReplacedDatabase } from "#recorder/store/kept-store.ts";

export async function tellReplaced(
  { log, journal }: { readonly log: Log; readonly journal: Journal },
  { aside, reason, copyMs }: ReplacedDatabase,
): Promise<void> {
  log.error({ aside, reason, copyMs }, "the database was damaged: the newest sound copy took its place");
  const told =
    aside === ""
      ? failure("event/database-missing", { time: copyMs })
      : failure("event/database-replaced", { file: aside, time: copyMs });
  await journal.event("Database Replaced", told);
  // Entries between the copy and now are not there: the audit says so itself.
  await journal.audit(null, "database-replaced", aside, "", { since: copyMs });
}
