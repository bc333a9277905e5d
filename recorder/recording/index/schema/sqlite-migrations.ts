/** How an index in SQLite became what it is. Migrations are only ever added. */
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { changedMarks } from "./changed-marks.ts";
import { foundHolds } from "./found-holds.ts";
import { givenMarks } from "./given-marks.ts";
import type { IndexTables } from "./index-tables.ts";
import { runStatements } from "./run-statements.ts";

const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      // Triggers keep the sums, because adding up a year of segments at every request is too slow.
      sql`create table stream(id text primary key, camera text not null default '', bytes integer not null default 0,
            recorded_ms real not null default 0, segments integer not null default 0) without rowid`,
      sql`create table segment(id integer primary key autoincrement, stream text not null, start real not null,
            "end" real not null, file text not null unique, bytes integer not null, frames integer not null,
            closed integer not null)`,
      sql`create index segment_time on segment(stream, start, "end", bytes, closed)`,
      sql`create index segment_open on segment(id) where closed = 0`,
      // In a table of their own, so that reading segments does not read their fragment lists too.
      sql`create table fragment(segment integer primary key references segment(id) on delete cascade, data blob not null)`,
      sql`create trigger segment_added after insert on segment begin
            insert into stream(id) values (new.stream) on conflict do nothing;
            update stream set bytes = bytes + new.bytes, recorded_ms = recorded_ms + (new."end" - new.start),
              segments = segments + 1 where id = new.stream;
          end`,
      sql`create trigger segment_grown after update of bytes, start, "end" on segment begin
            update stream set bytes = bytes + new.bytes - old.bytes,
              recorded_ms = recorded_ms + (new."end" - new.start) - (old."end" - old.start) where id = new.stream;
          end`,
      sql`create trigger segment_gone after delete on segment begin
            update stream set bytes = bytes - old.bytes, recorded_ms = recorded_ms - (old."end" - old.start),
              segments = segments - 1 where id = old.stream;
          end`,
      sql`create table event(id integer primary key autoincrement, stream text not null, start real not null, stop real,
            score real not null, unique(stream, start))`,
      sql`create index event_open on event(id) where stop is null`,
      sql`create table lock(id integer primary key autoincrement, stream text, from_ms real not null, to_ms real not null,
            note text not null, created_ms real not null)`,
      sql`create table bookmark(id integer primary key autoincrement, stream text, time_ms real not null, text text not null,
            created_ms real not null)`,
      sql`create index bookmark_time on bookmark(time_ms)`,
    ]);
  },
};

/** Bookmarks may cover a range, and both kinds of marks have an owner ("" = made before owners were stored). */
const ownedMarks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`alter table bookmark add column stop_ms real`,
      sql`alter table bookmark add column created_by text not null default ''`,
      sql`alter table lock add column created_by text not null default ''`,
    ]);
  },
};

/** Each file is on a volume. Rows of the one folder have no name of one, so that this costs them nothing. */
const volumes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`alter table segment add column volume text not null default ''`,
      sql`create table volume(name text primary key, tag text not null) without rowid`,
      sql`create table stored(volume text not null, stream text not null, bytes integer not null default 0,
            recorded_ms real not null default 0, segments integer not null default 0,
            primary key(volume, stream)) without rowid`,
      sql`create index segment_volume on segment(volume, stream, start, "end") where volume <> ''`,
      sql`create trigger stored_added after insert on segment when new.volume <> '' begin
            insert into stored(volume, stream) values (new.volume, new.stream) on conflict do nothing;
            update stored set bytes = bytes + new.bytes, recorded_ms = recorded_ms + (new."end" - new.start),
              segments = segments + 1 where volume = new.volume and stream = new.stream;
          end`,
      sql`create trigger stored_grown after update of bytes, start, "end" on segment when new.volume <> '' begin
            update stored set bytes = bytes + new.bytes - old.bytes,
              recorded_ms = recorded_ms + (new."end" - new.start) - (old."end" - old.start)
              where volume = new.volume and stream = new.stream;
          end`,
      sql`create trigger stored_moved after update of volume on segment when new.volume <> old.volume begin
            update stored set bytes = bytes - old.bytes, recorded_ms = recorded_ms - (old."end" - old.start),
              segments = segments - 1 where volume = old.volume and stream = old.stream;
            insert into stored(volume, stream) select new.volume, new.stream where new.volume <> ''
              on conflict do nothing;
            update stored set bytes = bytes + new.bytes, recorded_ms = recorded_ms + (new."end" - new.start),
              segments = segments + 1 where volume = new.volume and stream = new.stream;
          end`,
      sql`create trigger stored_gone after delete on segment when old.volume <> '' begin
            update stored set bytes = bytes - old.bytes, recorded_ms = recorded_ms - (old."end" - old.start),
              segments = segments - 1 where volume = old.volume and stream = old.stream;
          end`,
    ]);
  },
};

/** What is read again later is compared with what was written. */
const digests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`alter table fragment add column sha256 blob`,
      sql`create table damage(segment integer primary key references segment(id) on delete cascade, what text not null,
            found_ms real not null)`,
      sql`create table scrub(one integer primary key check (one = 1), after_id integer not null, began_ms real not null,
            checked integer not null, ended_ms real)`,
    ]);
  },
};

/** Copies of files in the bucket of an S3 service. */
const bucket: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`create table bucket_object(id integer primary key autoincrement, key text not null unique, version text not null,
            stream text not null, start real not null, "end" real not null, bytes integer not null,
            files integer not null, head text not null, held integer not null)`,
      sql`create index bucket_object_time on bucket_object(stream, start, "end")`,
      sql`create index bucket_object_end on bucket_object("end")`,
      sql`create index bucket_object_held on bucket_object(id) where held = 1`,
      sql`create table bucket_copy(segment integer primary key references segment(id) on delete cascade,
            object integer not null references bucket_object(id), place integer not null)`,
      sql`create index bucket_copy_object on bucket_copy(object)`,
      sql`create table bucket_upload(one integer primary key check (one = 1), key text not null, upload_id text not null,
            plan text not null)`,
    ]);
  },
};

/** Where nobody has watched what moves, nothing is known to stand still. */
const watched: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table watched(stream text not null, start real not null, stop real not null,
      primary key(stream, start)) without rowid`.execute(db);
  },
};

/** What is asked again and again is kept, because adding up a million objects each time is too slow. */
const sums: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`create table bucket_sum(one integer primary key check (one = 1), objects integer not null, bytes integer not null,
            files integer not null, held integer not null)`,
      sql`insert into bucket_sum select 1, count(*), coalesce(sum(bytes), 0), coalesce(sum(files), 0), coalesce(sum(held), 0)
            from bucket_object`,
      sql`create trigger bucket_object_added after insert on bucket_object begin
            update bucket_sum set objects = objects + 1, bytes = bytes + new.bytes, files = files + new.files, held = held + new.held;
          end`,
      sql`create trigger bucket_object_changed after update of bytes, files, held on bucket_object begin
            update bucket_sum set bytes = bytes + new.bytes - old.bytes, files = files + new.files - old.files,
              held = held + new.held - old.held;
          end`,
      sql`create trigger bucket_object_gone after delete on bucket_object begin
            update bucket_sum set objects = objects - 1, bytes = bytes - old.bytes, files = files - old.files, held = held - old.held;
          end`,
      sql`create table comparison(one integer primary key check (one = 1), at_ms real not null, files integer not null,
            adopted integer not null, dropped integer not null, unreadable integer not null)`,
      sql`alter table scrub add column hurried integer not null default 0`,
    ]);
  },
};

/** By name, in order; every database stores the names: never rename one. */
const migrations: Record<string, Migration> = {
  "001-first": first,
  "002-owned-marks": ownedMarks,
  "003-volumes": volumes,
  "004-digests": digests,
  "005-bucket": bucket,
  "006-watched": watched,
  "007-sums": sums,
  "008-found-holds": foundHolds,
  "009-given-marks": givenMarks,
  "010-changed-marks": changedMarks,
};

/** Brings a database up to date; rethrows the error of a failed migration. */
export async function migrateIndex(db: Kysely<IndexTables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
