/** What is in the bucket, of an index in SQL: see `BucketIndex`. */
import { type Kysely, type Selectable, sql } from "kysely";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import type { AdoptedFile, BucketIndex, BucketObject, NewObject } from "./bucket-index.ts";
import type { IndexTables } from "../schema/index-tables.ts";
import { giveWayToNewer } from "../newer-wins.ts";
import { sqlUploads } from "./sql-uploads.ts";

const OBJECT_COLUMNS = ["id", "key", "version", "stream", "start", "end", "bytes", "head", "held"] as const;
const SLICE = 500;
const OBJECT = OBJECT_COLUMNS.map((column) => `o.${column}` as const);

export function sqlBucket(db: Kysely<IndexTables>): BucketIndex {
  const isLocked = sql<boolean>`exists (select 1 from lock l where (l.stream is null or l.stream = o.stream)
    and l.from_ms < o."end" and l.to_ms > o.start)`;
  const objects = (take: number, except: readonly number[] = []) => {
    const all = db.selectFrom("bucket_object as o").select(OBJECT).limit(take);
    return except.length === 0 ? all : all.where("o.id", "not in", except);
  };
  return {
    ...sqlUploads(db),

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
