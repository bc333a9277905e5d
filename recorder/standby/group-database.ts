/**
 * The database in which the recorders of a group meet: who is there, who stands in for whom, and the cameras of owners. All times are of
 * its clock, which is the same for all. Whatever it cannot do rejects.
 */
import type { Pool, QueryResultRow } from "pg";
import type * as z from "zod/mini";
import { LEASE_MS } from "#domain/standby/lease.ts";
import { verifyWritable } from "#recorder/store/postgres-writable.ts";
import {
  beat,
  card,
  forgotten,
  groupOwner,
  type GroupOwner,
  type GroupRecorder,
  named,
  recorder,
  SCHEMA,
  standIn,
  type StandIn,
} from "./group-tables.ts";

/** Who waits longer knows nothing in time. */
const ANSWER_MS = 2500;

interface Self {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly role: string;
}

/** What a recorder learns when it says that it is there. */
interface Beat {
  /** of its cameras, as the database has them */
  readonly version: string;
  /** since the database was started */
  readonly upMs: number;
  /** the clock of the database, epoch ms */
  readonly nowMs: number;
  /** names: of an owner those that can stand in for it now, of others the owners of the group, also those that are away */
  readonly counterparts: readonly string[];
}

const COLUMNS = "r.id, r.name, r.address, r.version";
const STAND_IN = `${COLUMNS}, (extract(epoch from s.since) * 1000)::float8 as since_ms, s.ended is not null as is_over, s.closed as is_closed, s.clock_off_ms`;

export class GroupDatabase {
  readonly #url: string;
  readonly #group: string;
  readonly #keyTag: string;
  #pool: Pool | null = null;
  #isPrepared = false;

  /** `keyTag`: of the secret; whoever has another one can read no cameras of ours, nor we of theirs. "" is of an earlier release */
  constructor(url: string, group: string, keyTag: string) {
    this.#url = url;
    this.#group = group;
    this.#keyTag = keyTag;
  }

  /** Says that this recorder is there; `isWell`: and can do what it is for, so that its lease is renewed. The first one it has anyway. */
  async beat({ id, name, address, role }: Self, isWell: boolean): Promise<Beat> {
    const [row] = await this.#ask(
      beat,
      `insert into standby_recorders as r (group_name, id, name, address, role, key_tag, lease_until)
       values ($1, $2, $3, $4, $5, $8, clock_timestamp() + $6 * interval '1 millisecond')
       on conflict (group_name, id) do update set name = excluded.name, address = excluded.address, role = excluded.role, key_tag = excluded.key_tag,
         lease_until = case when $7 then excluded.lease_until else r.lease_until end
       returning r.version, (extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000)::float8 as up_ms,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
         array(select o.name from standby_recorders o where o.group_name = r.group_name and o.id <> r.id
           and o.key_tag in ('', r.key_tag) and case when r.role = 'owner' then o.role <> 'owner' and o.lease_until >= clock_timestamp() else o.role = 'owner' end
           order by o.name) as counterparts`,
      [id, name, address, role, LEASE_MS, isWell, this.#keyTag],
    );
    if (!row) throw new Error("the database of the group has no row of this recorder");
    return { version: row.version, upMs: row.up_ms, nowMs: row.now_ms, counterparts: row.counterparts };
  }

  /** All cameras of an owner, sealed, by their ids. */
  async publish(owner: string, cards: ReadonlyMap<string, string>, version: string): Promise<void> {
    await this.#ask(
      named,
      `with old as (delete from standby_cameras where group_name = $1 and owner = $2 and not id = any($3::text[])),
       put as (insert into standby_cameras(group_name, owner, id, sealed)
         select $1, $2, c.id, c.sealed from unnest($3::text[], $4::text[]) as c(id, sealed)
         on conflict (group_name, owner, id) do update set sealed = excluded.sealed)
       update standby_recorders set version = $5 where group_name = $1 and id = $2 returning id`,
      [owner, [...cards.keys()], [...cards.values()], version],
    );
  }

  cards(owner: string): Promise<readonly z.infer<typeof card>[]> {
    return this.#ask(card, "select id, sealed from standby_cameras where group_name = $1 and owner = $2", [owner]);
  }

  /** Those of the same secret, by name, also those that are away. */
  owners(): Promise<readonly GroupOwner[]> {
    return this.#ask(
      groupOwner,
      `select ${COLUMNS}, r.lease_until >= clock_timestamp() as is_there,
         (select count(*)::int from standby_cameras c where c.group_name = r.group_name and c.owner = r.id) as cameras,
         (select h.name from standby_recorders h where h.group_name = r.group_name and h.id = r.holder and h.lease_until >= clock_timestamp()) as stood_in_by
       from standby_recorders r where r.group_name = $1 and r.role = 'owner' and r.key_tag in ('', $2) order by r.name, r.id`,
      [this.#keyTag],
    );
  }

  mirrors(): Promise<readonly GroupRecorder[]> {
    return this.#ask(
      recorder,
      `select ${COLUMNS} from standby_recorders r where r.group_name = $1 and r.role = 'mirror' order by r.id`,
      [],
    );
  }

  /**
   * Takes one owner of the same secret whose lease is over, and whom nobody stands in for who is there: two at once get different ones. Resolves with its
   * id; null = there is none.
   */
  async take(standby: string): Promise<string | null> {
    const [taken] = await this.#ask(
      named,
      `with free as (select r.id from standby_recorders r
         where r.group_name = $1 and r.role = 'owner' and r.id <> $2 and r.key_tag in ('', $3) and r.lease_until < clock_timestamp()
           and (r.holder is null or not exists (select 1 from standby_recorders h
             where h.group_name = $1 and h.id = r.holder and h.lease_until >= clock_timestamp()))
         order by r.lease_until limit 1 for update skip locked),
       taken as (update standby_recorders r set holder = $2 from free where r.group_name = $1 and r.id = free.id returning r.id)
       insert into standby_stand_ins(group_name, owner, standby, since) select $1, id, $2, clock_timestamp() from taken
       on conflict (group_name, owner, standby) do update set since = excluded.since, ended = null, closed = false
       returning owner as id`,
      [standby, this.#keyTag],
    );
    return taken?.id ?? null;
  }

  /** For whom a standby stands in, or did so, as long as not all is handed back. */
  standInsOf(standby: string): Promise<readonly StandIn[]> {
    return this.#ask(
      standIn,
      `select ${STAND_IN} from standby_stand_ins s join standby_recorders r on r.group_name = s.group_name and r.id = s.owner
       where s.group_name = $1 and s.standby = $2`,
      [standby],
    );
  }

  /** Who stands in for an owner, or did so. */
  standInsFor(owner: string): Promise<readonly StandIn[]> {
    return this.#ask(
      standIn,
      `select ${STAND_IN} from standby_stand_ins s join standby_recorders r on r.group_name = s.group_name and r.id = s.standby
       where s.group_name = $1 and s.owner = $2`,
      [owner],
    );
  }

  /** What a standby does, or has, whatever became of the row. */
  async remember(standby: string, owner: string, isOver: boolean): Promise<void> {
    await this.#ask(
      named,
      `insert into standby_stand_ins(group_name, owner, standby, since, ended, closed)
       select $1, $3, $2, clock_timestamp(), case when $4 then clock_timestamp() end, $4
       on conflict (group_name, owner, standby) do nothing returning owner as id`,
      [standby, owner, isOver],
    );
  }

  /** The owner records again. */
  async end(owner: string): Promise<void> {
    await this.#ask(
      named,
      `with over as (update standby_stand_ins set ended = clock_timestamp() where group_name = $1 and owner = $2 and ended is null)
       update standby_recorders set holder = null where group_name = $1 and id = $2 returning id`,
      [owner],
    );
  }

  /** All files of the standby are whole. `clockOffMs`: see clock.ts */
  async close(owner: string, standby: string, clockOffMs: number): Promise<void> {
    await this.#ask(
      named,
      `update standby_stand_ins set closed = true, clock_off_ms = $4 where group_name = $1 and owner = $2 and standby = $3 and ended is not null
       returning owner as id`,
      [owner, standby, clockOffMs],
    );
  }

  /** The owner has all that the standby had for it. */
  async settle(owner: string, standby: string): Promise<void> {
    await this.#ask(
      named,
      `delete from standby_stand_ins where group_name = $1 and owner = $2 and standby = $3 and closed returning owner as id`,
      [owner, standby],
    );
  }

  /** An owner that does not come back is in the group no more. False: it is there. */
  async forget(owner: string): Promise<boolean> {
    const [row] = await this.#ask(
      forgotten,
      `with gone as (delete from standby_recorders where group_name = $1 and id = $2 and lease_until < clock_timestamp() returning id),
       cards as (delete from standby_cameras c using gone where c.group_name = $1 and c.owner = gone.id),
       stood as (delete from standby_stand_ins s using gone where s.group_name = $1 and s.owner = gone.id)
       select exists(select from gone) or not exists(select from standby_recorders where group_name = $1 and id = $2) as is_gone`,
      [owner],
    );
    return row?.is_gone ?? false;
  }

  async dispose(): Promise<void> {
    await this.#pool?.end();
  }

  /** The group is the first parameter of each. */
  async #ask<T>(row: z.ZodMiniType<T>, text: string, values: readonly unknown[]): Promise<T[]> {
    const pool = (this.#pool ??= await openPool(this.#url));
    if (!this.#isPrepared) {
      await pool.query(SCHEMA);
      this.#isPrepared = true;
    }
    const { rows } = await pool.query<QueryResultRow>(text, [this.#group, ...values]);
    return rows.map((one) => row.parse(one));
  }
}

async function openPool(url: string): Promise<Pool> {
  const pg = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: "proscenium standby",
    verify: verifyWritable,
  });
  // A connection that breaks while nobody asks: the next question makes another one.
  pool.on("error", () => undefined);
  return pool;
}
