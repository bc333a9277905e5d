/** The tables in which the recorders of a group meet, and the rows that are read of them. */
import * as z from "zod/mini";

/** Steps are only ever added; every one may be done again. */
export const SCHEMA = `
create table if not exists standby_recorders(group_name text not null, id text not null, name text not null, address text not null,
  role text not null, lease_until timestamptz not null, holder text, version text not null default '', primary key(group_name, id));
create table if not exists standby_cameras(group_name text not null, owner text not null, id text not null, sealed text not null,
  primary key(group_name, owner, id));
create table if not exists standby_stand_ins(group_name text not null, owner text not null, standby text not null,
  since timestamptz not null, ended timestamptz, closed boolean not null default false, primary key(group_name, owner, standby));
alter table standby_recorders add column if not exists key_tag text not null default '';
alter table standby_stand_ins add column if not exists clock_off_ms float8 not null default 0;`;

export const beat = z.object({
  version: z.string(),
  up_ms: z.number(),
  now_ms: z.number(),
  counterparts: z.array(z.string()),
});
export const recorder = z.object({ id: z.string(), name: z.string(), address: z.string(), version: z.string() });
export const groupOwner = z.object({
  ...recorder.shape,
  /** its lease is not over */
  is_there: z.boolean(),
  cameras: z.number(),
  /** the name of the recorder that stands in for it and is there; null = nobody does */
  stood_in_by: z.nullable(z.string()),
});
export const standIn = z.object({
  ...recorder.shape,
  since_ms: z.number(),
  is_over: z.boolean(),
  is_closed: z.boolean(),
  /** of the clock of the one that stood in, from the group's, when it closed its files */
  clock_off_ms: z.number(),
});
export const card = z.object({ id: z.string(), sealed: z.string() });
export const named = z.object({ id: z.string() });
export const forgotten = z.object({ is_gone: z.boolean() });

/** Another recorder of the group. `version`: of its cameras */
export type GroupRecorder = z.infer<typeof recorder>;
/** One whose cameras others record while it is away. */
export type GroupOwner = z.infer<typeof groupOwner>;
/** The other recorder, and since when one stands in for the other. closed: the files are whole, and can be fetched */
export type StandIn = z.infer<typeof standIn>;
