/** The index of recordings in any SQL database that kysely speaks to, with the tables of index-tables.ts. */
import type { Kysely } from "kysely";
import type { IndexTables } from "./schema/index-tables.ts";
import type { RecordingIndex } from "./recording-index.ts";
import { sqlArchives } from "./sql-archives.ts";
import { sqlBucket } from "./bucket/sql-bucket.ts";
import type { SqlFlavour } from "./sql-flavour.ts";
import { sqlDigests } from "./sql-digests.ts";
import { sqlMarks } from "./sql-marks.ts";
import { sqlMotion } from "./sql-motion.ts";
import { sqlNotes } from "./notes/sql-notes.ts";
import { sqlSegments } from "./sql-segments.ts";
import { sqlThinning } from "./thinning/sql-thinning.ts";
import { sqlVolumes } from "./sql-volumes.ts";

export const sqlIndex = (db: Kysely<IndexTables>, flavour: SqlFlavour): RecordingIndex => ({
  ...sqlSegments(db, flavour),
  ...sqlVolumes(db),
  ...sqlArchives(db),
  ...sqlMotion(db),
  ...sqlMarks(db),
  ...sqlNotes(db),
  ...sqlDigests(db),
  ...sqlBucket(db),
  ...sqlThinning(db),
  close: () => db.destroy(),
});
