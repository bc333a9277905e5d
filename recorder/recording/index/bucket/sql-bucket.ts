/** What is in the bucket, of an index in SQL: see `BucketIndex`. */
import { type Kysely, type Selectable, sql } from "kysely";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import type { AdoptedFile, BucketIndex, BucketObject, CopyAsk, NewObject } from "./bucket-index.ts";
import type { IndexTables } from "../schema/index-tables.ts";
import { giveWayToNewer } from "../newer-wins.ts";
import { hasMotion, MAX_SEGMENT_MS } from "../sql-flavour.ts";
import { SEGMENT_COLUMNS, segmentRow } from "../sql-segments.ts";

const OBJECT_COLUMNS = ["id", "key", "version", "stream", "start", "end", "bytes", "head", "held"] as const;
/** The one row of the table. */
const ONE = 1;
const SLICE = 500;
/** Of a stream: some milliseconds, in which a database in this process holds up everybody else. */
const MOST_SUMMED = 5000;
const SEGMENT = SEGMENT_COLUMNS.map((column) => `s.${column}` as const);
const OBJECT = OBJECT_COLUMNS.map((column) => `o.${column}` as const);

export function sqlBucket(db: Kysely<IndexTables>): BucketIndex {
  const withoutCopy = sql<boolean>`not exists (select 1 from bucket_copy c where c.segment = s.id)`;
  const isLocked = sql<boolean>`exists (select 1 from lock l where (l.stream is null or l.stream = o.stream)
    and l.from_ms < o."end" and l.to_ms > o.start)`;
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
  const objects = (take: number, except: readonly number[] = []) => {
    const all = db.selectFrom("bucket_object as o").select(OBJECT).limit(take);
    return except.length === 0 ? all : all.where("o.id", "not in", except);
  };
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

    async addObject(object, copies) {
      await db.transaction().execute(async (tx) => {
        const id = await putObject(tx, object);
        for (const { segment, offset } of copies) await putCopy(tx, id, segment, offset);
        await tx.deleteFrom("bucket_upload").execute();
      });
    },

    async adoptObject(object, files) {
      return db.transaction().execute(async (tx) => {
        const id = await putObject(tx, object);
        let fresh = 0;
        for (const file of files) {
          const known = await tx
            .selectFrom("segment")
            .select("id")
            .where("file", "=", file.row.file)
            .executeTakeFirst();
          const segment = known?.id ?? (await putFile(tx, file));
          if (!known) fresh += 1;
          await putCopy(tx, id, segment, file.offset);
        }
        return fresh;
      });
    },

    async outOfReach(files, away) {
      const out = new Set(files.map(({ id }) => id));
      if (away.includes(BUCKET_VOLUME)) return out;
      const ids = [...out];
      for (let at = 0; at < ids.length; at += SLICE) {
        const some = db
          .selectFrom("bucket_copy")
          .select("segment")
          .where("segment", "in", ids.slice(at, at + SLICE));
        for (const { segment } of await some.execute()) out.delete(segment);
      }
      return out;
    },

    async copyOf(segment) {
      const row = await db
        .selectFrom("bucket_copy as c")
        .innerJoin("bucket_object as o", "o.id", "c.object")
        .innerJoin("segment as s", "s.id", "c.segment")
        .leftJoin("fragment as f", "f.segment", "c.segment")
        .select([...OBJECT, "c.place", "s.bytes as size", "f.sha256"])
        .where("c.segment", "=", segment)
        .executeTakeFirst();
      return row ? { object: objectRow(row), offset: row.place, bytes: row.size, sha256: row.sha256 } : null;
    },

    async filesGone(segments) {
      for (let at = 0; at < segments.length; at += SLICE) {
        const ids = segments.slice(at, at + SLICE);
        await db.transaction().execute(async (tx) => {
          await tx
            .updateTable("segment")
            .set({ volume: BUCKET_VOLUME })
            .where("id", "in", ids)
            .where(sql<boolean>`exists (select 1 from bucket_copy c where c.segment = segment.id)`)
            .execute();
          await tx.deleteFrom("damage").where("segment", "in", ids).execute();
          await tx.deleteFrom("segment").where("id", "in", ids).where("volume", "<>", BUCKET_VOLUME).execute();
        });
      }
    },

    async objectsAfter(key, take) {
      const rows = await objects(take).where("o.key", ">", key).orderBy("o.key").execute();
      return rows.map(objectRow);
    },

    async objectsBefore({ beforeMs, of, notOf = [] }, take, except) {
      let found = objects(take, except).where("o.end", "<=", beforeMs).where(sql<boolean>`not ${isLocked}`);
      if (of) found = found.where("o.stream", "in", [...of]);
      if (notOf.length > 0) found = found.where("o.stream", "not in", [...notOf]);
      return (await found.orderBy("o.end").execute()).map(objectRow);
    },

    async emptyObjects(take, except) {
      const isEmpty = sql<boolean>`not exists (select 1 from bucket_copy c where c.object = o.id)`;
      return (await objects(take, except).where(isEmpty).execute()).map(objectRow);
    },

    async objectsToHold(isHeld, take) {
      const found = objects(take)
        .where("o.held", "=", isHeld ? 0 : 1)
        .where("o.found", "=", 0);
      return (await found.where(isHeld ? isLocked : sql<boolean>`not ${isLocked}`).execute()).map(objectRow);
    },

    async setHeld(id, isHeld) {
      await db
        .updateTable("bucket_object")
        .set({ held: isHeld ? 1 : 0 })
        .where("id", "=", id)
        .execute();
    },

    async ownFoundHolds() {
      const { numUpdatedRows } = await db
        .updateTable("bucket_object")
        .set({ held: 1, found: 0 })
        .where("found", "=", 1)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },

    async dropObject(id) {
      return db.transaction().execute(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom("segment")
          .where("volume", "=", BUCKET_VOLUME)
          .where("id", "in", (eb) => eb.selectFrom("bucket_copy").select("segment").where("object", "=", id))
          .executeTakeFirstOrThrow();
        await tx.deleteFrom("bucket_copy").where("object", "=", id).execute();
        await tx.deleteFrom("bucket_object").where("id", "=", id).execute();
        return Number(numDeletedRows);
      });
    },

    async forgetBucket() {
      await db.deleteFrom("bucket_upload").execute();
      const emptied = async (work: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<void> => {
        // In slices: whoever records waits for no more than one.
        while ((await work()).numDeletedRows > 0n);
      };
      const lost = db.selectFrom("segment").select("id").where("volume", "=", BUCKET_VOLUME).limit(SLICE);
      await emptied(() => db.deleteFrom("segment").where("id", "in", lost).executeTakeFirstOrThrow());
      const copies = db.selectFrom("bucket_copy").select("segment").limit(SLICE);
      await emptied(() => db.deleteFrom("bucket_copy").where("segment", "in", copies).executeTakeFirstOrThrow());
      const held = db.selectFrom("bucket_object").select("id").limit(SLICE);
      await emptied(() => db.deleteFrom("bucket_object").where("id", "in", held).executeTakeFirstOrThrow());
    },

    async bucketSums() {
      const all = await db.selectFrom("bucket_sum").selectAll().executeTakeFirstOrThrow();
      // The first of each stream: the index of their times knows no first of all.
      const { rows } = await sql<{ oldest: number | null }>`select min(first) as oldest from (select
        (select o.start from bucket_object o where o.stream = t.id order by o.start limit 1) as first from stream t) f`.execute(
        db,
      );
      const { found } = await db
        .selectFrom("bucket_object")
        .select((eb) => eb.fn.countAll<number>().as("found"))
        .where("found", "=", sql.lit(1))
        .executeTakeFirstOrThrow();
      const only = await db
        .selectFrom("stored")
        .select([sql<number>`coalesce(sum(segments), 0)`.as("files"), sql<number>`coalesce(sum(bytes), 0)`.as("bytes")])
        .where("volume", "=", BUCKET_VOLUME)
        .executeTakeFirstOrThrow();
      return {
        objects: all.objects,
        held: all.held,
        found,
        stored: { files: all.files, bytes: all.bytes, oldestMs: rows[0]?.oldest ?? 0 },
        only: { files: only.files, bytes: only.bytes },
      };
    },
  };
}

type Transaction = Kysely<IndexTables>;

async function putObject(tx: Transaction, object: NewObject): Promise<number> {
  const { key, version, streamId, startMs, endMs, bytes, head, isHeld, isFoundHeld = false, files } = object;
  const [held, found] = [isHeld ? 1 : 0, isFoundHeld ? 1 : 0];
  const row = { version, stream: streamId, start: startMs, end: endMs, bytes, head, held, found, files };
  const { id } = await tx
    .insertInto("bucket_object")
    .values({ key, ...row })
    .onConflict((on) => on.column("key").doUpdateSet(row))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Its file may have been removed meanwhile. */
async function putCopy(tx: Transaction, object: number, segment: number, place: number): Promise<void> {
  await sql`insert into bucket_copy(segment, object, place) select id, ${sql.lit(object)}, ${sql.lit(place)} from segment where id = ${segment}
    on conflict(segment) do update set object = ${sql.lit(object)}, place = ${sql.lit(place)}`.execute(tx);
}

async function putFile(tx: Transaction, { row, fragments, sha256 }: AdoptedFile): Promise<number> {
  const { streamId: stream, startMs: start, endMs: end, file, bytes, frames } = row;
  const { id } = await tx
    .insertInto("segment")
    .values({ stream, start, end, file, bytes, frames, volume: BUCKET_VOLUME, closed: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.insertInto("fragment").values({ segment: id, data: fragments, sha256 }).execute();
  await giveWayToNewer(tx, [id]);
  return id;
}

const objectRow = (
  row: Pick<Selectable<IndexTables["bucket_object"]>, (typeof OBJECT_COLUMNS)[number]>,
): BucketObject => ({
  id: row.id,
  key: row.key,
  version: row.version,
  streamId: row.stream,
  startMs: row.start,
  endMs: row.end,
  bytes: row.bytes,
  head: row.head,
  isHeld: row.held === 1,
});
