/** What is to be uploaded to the bucket, of an index in SQL: see `UploadIndex`. */
import { type Kysely, sql } from "kysely";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import type { IndexTables } from "../schema/index-tables.ts";
import { hasMotion, MAX_SEGMENT_MS } from "../sql-flavour.ts";
import { SEGMENT_COLUMNS, segmentRow } from "../sql-segments.ts";
import type { CopyAsk, UploadIndex } from "./bucket-index.ts";

/** The one row of the table. */
const ONE = 1;
/** Files of a stream that are summed at once. It takes some milliseconds, in which a database in this process holds up everybody else. */
const MOST_SUMMED = 5000;
const SEGMENT = SEGMENT_COLUMNS.map((column) => `s.${column}` as const);

export function sqlUploads(db: Kysely<IndexTables>): UploadIndex {
  const withoutCopy = sql<boolean>`not exists (select 1 from bucket_copy c where c.segment = s.id)`;
  const toCopy = ({ streamId, fromMs, beforeMs, motionOf }: CopyAsk) =>
    db
      .selectFrom("segment as s")
      .where(motionOf === null ? sql<boolean>`true` : hasMotion(motionOf))
      .where("s.stream", "=", streamId)
      .where("s.start", ">=", fromMs)
      .where("s.start", "<", beforeMs)
      .where("s.end", "<=", beforeMs)
      .where("s.closed", "=", 1)
      .where("s.bytes", ">", 0)
      .where("s.volume", "<>", BUCKET_VOLUME)
      .where(withoutCopy);
  return {
    async filesToCopy(ask, take) {
      const rows = await toCopy(ask).select(SEGMENT).orderBy("s.start").limit(take).execute();
      return rows.map(segmentRow);
    },

    async lockedToCopy(take) {
      const { rows } = await sql<Parameters<typeof segmentRow>[0]>`
        select distinct ${sql.join(SEGMENT.map((column) => sql.ref(column)))} from lock l
          join stream t on l.stream is null or t.id = l.stream
          join segment s on s.stream = t.id and s.start > l.from_ms - ${sql.lit(MAX_SEGMENT_MS)} and s.start < l.to_ms
        where s."end" > l.from_ms and s.closed = 1 and s.bytes > 0 and s.volume <> ${BUCKET_VOLUME} and ${withoutCopy}
        order by s.stream, s.start limit ${sql.lit(take)}`.execute(db);
      return rows.map(segmentRow);
    },

    async sumToCopy(ask) {
      const some = toCopy(ask).select(["s.bytes as bytes", "s.start as start"]).orderBy("s.start").limit(MOST_SUMMED);
      const summed = await db
        .selectFrom(some.as("due"))
        .select((eb) => [
          eb.fn.countAll<number>().as("files"),
          sql<number>`coalesce(sum(bytes), 0)`.as("bytes"),
          sql<number>`coalesce(min(start), 0)`.as("oldestMs"),
        ])
        .executeTakeFirstOrThrow();
      return { ...summed, isMore: summed.files >= MOST_SUMMED };
    },

    async fileFacts(segment) {
      const found = db.selectFrom("fragment").select(["data", "sha256"]).where("segment", "=", segment);
      const row = await found.executeTakeFirst();
      return row ? { fragments: row.data, sha256: row.sha256 } : null;
    },

    async keptUpload() {
      const row = await db.selectFrom("bucket_upload").selectAll().where("one", "=", ONE).executeTakeFirst();
      return row ? { key: row.key, uploadId: row.upload_id, plan: row.plan } : null;
    },

    async setUpload(upload) {
      if (upload === null) {
        await db.deleteFrom("bucket_upload").execute();
        return;
      }
      const row = { key: upload.key, upload_id: upload.uploadId, plan: upload.plan };
      await db
        .insertInto("bucket_upload")
        .values({ one: ONE, ...row })
        .onConflict((on) => on.column("one").doUpdateSet(row))
        .execute();
    },
  };
}
