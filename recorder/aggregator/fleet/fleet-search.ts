/** Searches the fleet's rows by the rules of #domain/cameras/fleet.ts, among the cameras that somebody sees. */
import { type RawBuilder, sql } from "kysely";
import type { FleetFilter, FleetPlace, FleetWord } from "#domain/cameras/fleet.ts";
import type { Store } from "#recorder/store/store.ts";
import { textList } from "#recorder/store/text-list.ts";
import type { FleetId } from "./fleet-versions.ts";

/** What somebody sees, by `fleetKey` of cameras: of some servers all but a few, of others a few. */
export interface SeenFleet {
  readonly whole: readonly string[];
  readonly except: readonly string[];
  readonly only: readonly string[];
}

interface FleetSearch extends FleetFilter {
  readonly seen: SeenFleet;
  /** only what became other after this version */
  readonly newerThan: number | null;
}

type Condition = RawBuilder<unknown>;
const KEY = sql`orchid_id || '/' || camera_id`;
/** Not the column itself: SQLite would then go by the key through the rows, thirty times as many bytes as the index of searches has. */
const SERVER = sql`orchid_id || ''`;

/** A page of `limit` in their order; `next`: where it ended, null = nothing is left. */
export async function fleetPageOf(
  store: Store,
  search: FleetSearch,
  { after, limit }: { readonly after: FleetPlace | null; readonly limit: number },
): Promise<{ readonly page: readonly FleetId[]; readonly next: FleetPlace | null }> {
  const conditions = conditionsOf(store, search);
  if (after) conditions.push(sql`(sort_key, orchid_id, camera_id) > (${sql.join(after.map((text) => sql`${text}`))})`);
  const { rows } = await sql<{ orchid_id: string; camera_id: string; sort_key: string }>`
    select orchid_id, camera_id, sort_key from fleet_cameras where ${sql.join(conditions, sql` and `)}
    order by sort_key, orchid_id, camera_id limit ${limit + 1}`.execute(store);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    page: page.map(({ orchid_id: orchidId, camera_id: id }) => ({ orchidId, id })),
    next: last && rows.length > limit ? [last.sort_key, last.orchid_id, last.camera_id] : null,
  };
}

/** How many are found, by server; servers without any are left out. */
export async function fleetCountsOf(store: Store, search: FleetSearch): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ server: string; count: number }>`
    select ${SERVER} as server, count(*) as count from fleet_cameras
    where ${sql.join(conditionsOf(store, search), sql` and `)} group by ${SERVER}`.execute(store);
  return new Map(rows.map(({ server, count }) => [server, count]));
}

function conditionsOf(store: Store, { seen, words, orchidId, among, state, newerThan }: FleetSearch): Condition[] {
  const conditions = [isSeen(store, seen), ...words.map((word) => hasWord(store, word))];
  if (orchidId !== null) conditions.push(sql`orchid_id = ${orchidId}`);
  if (among) conditions.push(sql`${KEY} in ${textList(store, among)}`);
  if (newerThan !== null) conditions.push(sql`version > ${newerThan}`);
  if (state) {
    const isAway = sql`orchid_id in ${textList(store, state.away)}`;
    conditions.push(
      state.is === "unknown" ? sql`(state = ${state.is} or ${isAway})` : sql`(state = ${state.is} and not ${isAway})`,
    );
  }
  return conditions;
}

function isSeen(store: Store, { whole, except, only }: SeenFleet): Condition {
  const inWhole = sql`${SERVER} in ${textList(store, whole)}`;
  const most = except.length === 0 ? inWhole : sql`(${inWhole} and ${KEY} not in ${textList(store, except)})`;
  return only.length === 0 ? most : sql`(${most} or ${KEY} in ${textList(store, only)})`;
}

function hasWord(store: Store, { text, orchidIds }: FleetWord): Condition {
  const named = sql`found_by like ${`%${text.replaceAll(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
  return orchidIds.length === 0 ? named : sql`(${named} or orchid_id in ${textList(store, orchidIds)})`;
}
