/** What is wrong, as the node that sends the mails has told it: in the database, so that another one goes on from there. */
import * as z from "zod/mini";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { isKnown } from "#domain/failures/known.ts";
import { type Incident, TRIGGERS } from "#domain/servers/notifications.ts";
import { readFailure } from "#protocol/rest/error.ts";
import type { Store } from "#recorder/store/store.ts";
import type { NotificationEventRow } from "#recorder/store/tables/aggregator-rows.ts";

const ROWS_AT_ONCE = 500;
const KEY = "internal.notification-incidents";
const NONE = "[]";

export class StoredIncidents {
  readonly #store: Store;
  /** as this node has read or written it last */
  #text = NONE;

  constructor(store: Store) {
    this.#store = store;
  }

  /** To go on from. */
  async read(): Promise<Incident[]> {
    await this.#store
      .insertInto("settings")
      .values({ key: KEY, value: NONE })
      .onConflict((on) => on.column("key").doNothing())
      .execute();
    this.#text = await this.#now();
    return readIncidents(this.#text);
  }

  /** To look at only: another node writes them. */
  async look(): Promise<Incident[]> {
    return readIncidents(await this.#now());
  }

  /** What is open now and what waits for its mail, both or neither. False: another node has written since this one has read. */
  async write(open: readonly Incident[], waiting: readonly NotificationEventRow[]): Promise<boolean> {
    const text = JSON.stringify(open);
    if (text === this.#text && waiting.length === 0) return true;
    const isWritten = await this.#store.transaction().execute(async (store) => {
      const own = store.updateTable("settings").set({ value: text }).where("key", "=", KEY);
      const { numUpdatedRows } = await own.where("value", "=", this.#text).executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      for (let at = 0; at < waiting.length; at += ROWS_AT_ONCE)
        await store
          .insertInto("notification_events")
          .values(waiting.slice(at, at + ROWS_AT_ONCE))
          .execute();
      return true;
    });
    if (isWritten) this.#text = text;
    return isWritten;
  }

  async #now(): Promise<string> {
    const row = this.#store.selectFrom("settings").select("value").where("key", "=", KEY);
    return (await row.executeTakeFirst())?.value ?? NONE;
  }
}

const incidents = z.array(
  z.object({
    trigger: z.enum(TRIGGERS),
    orchidId: z.string(),
    cameraId: z.nullable(z.string()),
    told: z.pipe(
      z.unknown(),
      z.transform((stored): Failure => readFailure(stored, isKnown) ?? failure("network/no-response")),
    ),
    sinceMs: z.number(),
    toldMs: z.nullable(z.number()),
    goodSinceMs: z.nullable(z.number()),
  }),
);

function readIncidents(text: string): Incident[] {
  try {
    return incidents.parse(JSON.parse(text));
  } catch {
    // Written by another version: what is wrong is reported anew.
    return [];
  }
}
