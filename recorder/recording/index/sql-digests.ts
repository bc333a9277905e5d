/** Digests of files and what the scrub found, of an index in SQL: see `DigestIndex`. */
import { type Kysely, sql } from "kysely";
import { DAMAGES, type Damage } from "#domain/recordings/damage.ts";
import type { IndexTables } from "./schema/index-tables.ts";
import { packedFragments } from "./fragment-index.ts";
import type { DigestIndex } from "./digest-index.ts";
import { MAX_SEGMENT_MS } from "./sql-flavour.ts";
import { SEGMENT_COLUMNS, segmentRow } from "./sql-segments.ts";

/** The one row of the table. */
const ONE = 1;
const SEGMENT = SEGMENT_COLUMNS.map((column) => `s.${column}` as const);
const damageOf = (text: string | null): Damage | null => DAMAGES.find((known) => known === text) ?? null;

export function sqlDigests(db: Kysely<IndexTables>): DigestIndex {
  return {
    async filesToCheck(afterId: number, take: number) {
      const rows = await db
        .selectFrom("segment as s")
        .innerJoin("fragment as f", "f.segment", "s.id")
        .leftJoin("damage as d", "d.segment", "s.id")
        .select([...SEGMENT, "f.sha256", "d.what"])
        .where("s.id", ">", afterId)
        .where("s.closed", "=", 1)
        .orderBy("s.id")
        .limit(take)
        .execute();
      return rows.map((row) => ({ ...segmentRow(row), sha256: row.sha256, damage: damageOf(row.what) }));
    },

    async offered(streamIds, afterId, take, { fromMs, toMs }) {
      const rows = await db
        .selectFrom("segment as s")
        .innerJoin("fragment as f", "f.segment", "s.id")
        .select([...SEGMENT, "f.sha256"])
        .where("s.stream", "in", [...streamIds])
        .where("s.id", ">", afterId)
        .where("s.closed", "=", 1)
        .where("s.start", ">", fromMs - MAX_SEGMENT_MS)
        .where("s.start", "<", toMs)
        .where("s.end", ">", fromMs)
        .orderBy("s.id")
        .limit(take)
        .execute();
      return rows.map((row) => ({ ...segmentRow(row), sha256: row.sha256 }));
    },

    async lastFileId(): Promise<number> {
      const { rows } = await sql<{ last: number | null }>`select max(id) as last from segment`.execute(db);
      return rows[0]?.last ?? 0;
    },

    async filesAfter(afterId: number): Promise<number> {
      const { rows } = await sql<{ first: number | null; last: number | null; files: number }>`
        select (select min(id) from segment) as first, (select max(id) from segment) as last,
          (select coalesce(sum(segments), 0) from stream) as files`.execute(db);
      const { first = null, last = null, files = 0 } = rows[0] ?? {};
      if (first === null || last === null || afterId >= last) return 0;
      const share = (last - Math.max(afterId, first - 1)) / (last - first + 1);
      return Math.round(files * share);
    },

    async setDigest(id: number, sha256: Uint8Array): Promise<void> {
      await db.updateTable("fragment").set({ sha256 }).where("segment", "=", id).where("sha256", "is", null).execute();
    },

    async packFragments({ id, startMs }): Promise<void> {
      const row = await db.selectFrom("fragment").select("data").where("segment", "=", id).executeTakeFirst();
      const data = row ? packedFragments(startMs, row.data) : null;
      if (!row || data === null) return;
      // A newer segment may take some of its time meanwhile.
      await db.updateTable("fragment").set({ data }).where("segment", "=", id).where("data", "=", row.data).execute();
    },

    async setDamage(id: number, damage: Damage | null, foundMs: number): Promise<void> {
      if (damage === null) {
        await db.deleteFrom("damage").where("segment", "=", id).execute();
        return;
      }
      // The row may have been removed while the file was read.
      await sql`insert into damage(segment, what, found_ms) select id, ${damage}, ${sql.lit(foundMs)} from segment where id = ${id}
        on conflict(segment) do update set what = ${damage}`.execute(db);
    },

    async damaged(take: number) {
      const { count } = await db
        .selectFrom("damage")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom("damage as d")
        .innerJoin("segment as s", "s.id", "d.segment")
        .select([...SEGMENT, "d.what", "d.found_ms"])
        .orderBy("s.start", "desc")
        .limit(take)
        .execute();
      const files = rows.map((row) => ({
        ...segmentRow(row),
        damage: damageOf(row.what) ?? "different",
        foundMs: row.found_ms,
      }));
      return { count, files };
    },

    async damagedBetween(streamIds, fromMs, toMs) {
      if (streamIds.length === 0) return [];
      // There are few damaged files: the statement starts from them and not from all recordings.
      const { rows } = await sql<{ stream: string; start: number; end: number }>`
        select s.stream, s.start, s."end" from damage d cross join segment s
        where s.id = d.segment and s.stream in (${sql.join([...streamIds])}) and s.start < ${toMs} and s."end" > ${fromMs}
          and not exists (select 1 from bucket_copy c where c.segment = s.id)
        order by s.start`.execute(db);
      return rows.map(({ stream, start, end }) => ({ streamId: stream, startMs: start, endMs: end }));
    },

    async scrubState() {
      const row = await db.selectFrom("scrub").selectAll().where("one", "=", ONE).executeTakeFirst();
      if (!row) return null;
      return {
        afterId: row.after_id,
        beganMs: row.began_ms,
        checked: row.checked,
        endedMs: row.ended_ms,
        ...(row.hurried === 1 ? { isHurried: true as const } : {}),
      };
    },

    async comparison() {
      const row = await db.selectFrom("comparison").selectAll().where("one", "=", ONE).executeTakeFirst();
      if (!row) return null;
      const { at_ms: atMs, files, adopted, dropped, unreadable } = row;
      return { atMs, files, adopted, dropped, unreadable };
    },

    async setComparison({ atMs, ...counts }): Promise<void> {
      const row = { at_ms: atMs, ...counts };
      await db
        .insertInto("comparison")
        .values({ one: ONE, ...row })
        .onConflict((on) => on.column("one").doUpdateSet(row))
        .execute();
    },

    async setScrubState({ afterId, beganMs, checked, endedMs, isHurried = false }): Promise<void> {
      const hurried = isHurried ? 1 : 0;
      const row = { after_id: afterId, began_ms: beganMs, checked, ended_ms: endedMs, hurried };
      await db
        .insertInto("scrub")
        .values({ one: ONE, ...row })
        .onConflict((on) => on.column("one").doUpdateSet(row))
        .execute();
    },
  };
}
