import { hashSecret } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";

/** Nodes whose clocks differ by less agree on what was used. */
const CLOCKS_APART_MS = 60 * 60_000;

/** What counts once, on whichever node it comes: of two that come together only one counts. */
export class UsedOnce {
  readonly #store: Store;
  readonly #now: () => number;

  /** `now`: epoch ms */
  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** False: it was used before. `untilMs`: from then on it does not count anyway. */
  async take(kind: string, name: string, untilMs: number): Promise<boolean> {
    await this.#store
      .deleteFrom("used_once")
      .where("until_ms", "<=", this.#now() - CLOCKS_APART_MS)
      .execute();
    const { numInsertedOrUpdatedRows = 0n } = await this.#store
      .insertInto("used_once")
      .values({ key: hashSecret(`${kind} ${name}`), until_ms: untilMs })
      .onConflict((on) => on.column("key").doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }
}
