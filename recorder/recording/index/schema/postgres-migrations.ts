/** How an index in PostgreSQL became what it is; why, is said in sqlite-migrations.ts. Migrations are only ever added. */
import { type Kysely, type Migration, sql } from "kysely";
import { changedMarks } from "./changed-marks.ts";
import { foundHolds } from "./found-holds.ts";
import { givenMarks } from "./given-marks.ts";
import { runStatements } from "./run-statements.ts";

const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`create table stream(id text primary key, camera text not null default '', bytes bigint not null default 0,
            recorded_ms double precision not null default 0, segments bigint not null default 0)`,
      sql`create table segment(id bigint generated always as identity primary key, stream text not null,
            start double precision not null, "end" double precision not null, file text not null unique,
            bytes bigint not null, frames bigint not null, closed integer not null)`,
      sql`create index segment_time on segment(stream, start, "end", bytes, closed)`,
      sql`create index segment_open on segment(id) where closed = 0`,
      sql`create table fragment(segment bigint primary key references segment(id) on delete cascade, data bytea not null)`,
      // Triggers keep the sums, because adding up a year of segments at every request is too slow.
      sql`create function count_segment() returns trigger language plpgsql as $$ begin
            if tg_op = 'INSERT' then
              insert into stream(id) values (new.stream) on conflict do nothing;
              update stream set bytes = bytes + new.bytes, recorded_ms = recorded_ms + (new."end" - new.start),
                segments = segments + 1 where id = new.stream;
            elsif tg_op = 'UPDATE' then
              update stream set bytes = bytes + new.bytes - old.bytes,
                recorded_ms = recorded_ms + (new."end" - new.start) - (old."end" - old.start) where id = new.stream;
            else
              update stream set bytes = bytes - old.bytes, recorded_ms = recorded_ms - (old."end" - old.start),
                segments = segments - 1 where id = old.stream;
            end if;
            return null;
          end $$`,
      sql`create trigger segment_added after insert or delete on segment for each row execute function count_segment()`,
      sql`create trigger segment_grown after update of bytes, start, "end" on segment for each row
            execute function count_segment()`,
      sql`create table event(id bigint generated always as identity primary key, stream text not null,
            start double precision not null, stop double precision, score double precision not null, unique(stream, start))`,
      sql`create index event_open on event(id) where stop is null`,
      sql`create table lock(id bigint generated always as identity primary key, stream text,
            from_ms double precision not null, to_ms double precision not null, note text not null,
            created_ms double precision not null, created_by text not null default '')`,
      sql`create table bookmark(id bigint generated always as identity primary key, stream text,
            time_ms double precision not null, stop_ms double precision, text text not null,
            created_ms double precision not null, created_by text not null default '')`,
      sql`create index bookmark_time on bookmark(time_ms)`,
    ]);
  },
};

const volumes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`alter table segment add column volume text not null default ''`,
      sql`create table volume(name text primary key, tag text not null)`,
      sql`create table stored(volume text not null, stream text not null, bytes bigint not null default 0,
            recorded_ms double precision not null default 0, segments bigint not null default 0,
            primary key(volume, stream))`,
      sql`create index segment_volume on segment(volume, stream, start, "end") where volume <> ''`,
      sql`create function count_stored() returns trigger language plpgsql as $$ begin
            if tg_op <> 'INSERT' then
              update stored set bytes = bytes - old.bytes, recorded_ms = recorded_ms - (old."end" - old.start),
                segments = segments - 1 where volume = old.volume and stream = old.stream;
            end if;
            if tg_op <> 'DELETE' and new.volume <> '' then
              insert into stored(volume, stream) values (new.volume, new.stream) on conflict do nothing;
              update stored set bytes = bytes + new.bytes, recorded_ms = recorded_ms + (new."end" - new.start),
                segments = segments + 1 where volume = new.volume and stream = new.stream;
            end if;
            return null;
          end $$`,
      sql`create trigger stored_added after insert on segment for each row when (new.volume <> '')
            execute function count_stored()`,
      sql`create trigger stored_grown after update of bytes, start, "end", volume on segment for each row
            when (new.volume <> '' or old.volume <> '') execute function count_stored()`,
      sql`create trigger stored_gone after delete on segment for each row when (old.volume <> '')
            execute function count_stored()`,
    ]);
  },
};

const digests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`alter table fragment add column sha256 bytea`,
      sql`create table damage(segment bigint primary key references segment(id) on delete cascade, what text not null,
            found_ms double precision not null)`,
      sql`create table scrub(one integer primary key check (one = 1), after_id bigint not null,
            began_ms double precision not null, checked bigint not null, ended_ms double precision)`,
    ]);
  },
};

const bucket: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`create table bucket_object(id bigint generated always as identity primary key, key text not null unique,
            version text not null, stream text not null, start double precision not null, "end" double precision not null,
            bytes bigint not null, files integer not null, head text not null, held integer not null)`,
      sql`create index bucket_object_time on bucket_object(stream, start, "end")`,
      sql`create index bucket_object_end on bucket_object("end")`,
      sql`create index bucket_object_held on bucket_object(id) where held = 1`,
      sql`create table bucket_copy(segment bigint primary key references segment(id) on delete cascade,
            object bigint not null references bucket_object(id), place bigint not null)`,
      sql`create index bucket_copy_object on bucket_copy(object)`,
      sql`create table bucket_upload(one integer primary key check (one = 1), key text not null, upload_id text not null,
            plan text not null)`,
    ]);
  },
};

const watched: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table watched(stream text not null, start double precision not null, stop double precision not null,
      primary key(stream, start))`.execute(db);
  },
};

const sums: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await runStatements(db, [
      sql`create table bucket_sum(one integer primary key check (one = 1), objects bigint not null, bytes bigint not null,
            files bigint not null, held bigint not null)`,
      sql`insert into bucket_sum select 1, count(*), coalesce(sum(bytes), 0), coalesce(sum(files), 0), coalesce(sum(held), 0)
            from bucket_object`,
      sql`create function count_bucket_object() returns trigger language plpgsql as $$ begin
            if tg_op <> 'INSERT' then
              update bucket_sum set objects = objects - 1, bytes = bytes - old.bytes, files = files - old.files,
                held = held - old.held;
            end if;
            if tg_op <> 'DELETE' then
              update bucket_sum set objects = objects + 1, bytes = bytes + new.bytes, files = files + new.files,
                held = held + new.held;
            end if;
            return null;
          end $$`,
      sql`create trigger bucket_object_counted after insert or delete or update of bytes, files, held on bucket_object
            for each row execute function count_bucket_object()`,
      sql`create table comparison(one integer primary key check (one = 1), at_ms double precision not null,
            files bigint not null, adopted bigint not null, dropped bigint not null, unreadable bigint not null)`,
      sql`alter table scrub add column hurried integer not null default 0`,
    ]);
  },
};

/** By name, in order; every database stores the names: never rename one. */
export const postgresMigrations: Record<string, Migration> = {
  "001-first": first,
  "002-volumes": volumes,
  "003-digests": digests,
  "004-bucket": bucket,
  "005-watched": watched,
  "006-sums": sums,
  "007-found-holds": foundHolds,
  "008-given-marks": givenMarks,
  "009-changed-marks": changedMarks,
};
