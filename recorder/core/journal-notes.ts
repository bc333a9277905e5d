/** Events of the journal that another recorder is told, or has told: each keeps its id, so that it is there once. */
import type { Store } from "#recorder/store/store.ts";
import type { ServerEventRow } from "#recorder/store/tables/server-rows.ts";

/** A page of the events about these cameras, in an order that stays: `take` of them after the first `skip`. `from` up to `to`, epoch ms. */
export async function eventsAbout(
  store: Store,
  cameraIds: readonly string[],
  { take, skip }: { readonly take: number; readonly skip: number },
  { from = 0, to = Number.MAX_SAFE_INTEGER }: { readonly from?: number; readonly to?: number } = {},
): Promise<readonly ServerEventRow[]> {
  if (cameraIds.length === 0) return [];
  return store
    .selectFrom("server_events")
    .selectAll()
    .where("camera_id", "in", [...cameraIds])
    .where("when_ms", ">=", from)
    .where("when_ms", "<", to)
    .orderBy("when_ms")
    .orderBy("id")
    .limit(take)
    .offset(skip)
    .execute();
}

/** Does nothing where the event is here already. */
export async function takeInEvent(store: Store, row: ServerEventRow): Promise<void> {
  await store
    .insertInto("server_events")
    .values(row)
    .onConflict((on) => on.column("id").doNothing())
    .execute();
}

/** Removes those of these events that are about one of these cameras; resolves with how many that were. */
export async function forgetEvents(
  store: Store,
  cameraIds: readonly string[],
  ids: readonly string[],
): Promise<number> {
  if (cameraIds.length === 0 || ids.length === 0) return 0;
  const { numDeletedRows } = await store
    .deleteFrom("server_events")
    .where("id", "in", [...ids])
    .where("camera_id", "in", [...cameraIds])
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
