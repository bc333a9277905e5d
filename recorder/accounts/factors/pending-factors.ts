import type { Store } from "#recorder/store/store.ts";

/** A key that was shown and not confirmed is forgotten after this. */
const PENDING_MS = 15 * 60_000;

/** Keys of one-time codes that were shown and wait for their first code, sealed; one for each account, on all nodes. */
export class PendingFactors {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The one before is forgotten. */
  async put(userId: string, sealedKey: string): Promise<void> {
    const now = this.#now();
    await this.#store.deleteFrom("pending_factors").where("until_ms", "<=", now).execute();
    const row = { user_id: userId, sealed_key: sealedKey, until_ms: now + PENDING_MS };
    await this.#store
      .insertInto("pending_factors")
      .values(row)
      .onConflict((on) => on.column("user_id").doUpdateSet(row))
      .execute();
  }

  async of(userId: string): Promise<string | null> {
    const row = this.#store.selectFrom("pending_factors").select("sealed_key").where("user_id", "=", userId);
    return (await row.where("until_ms", ">", this.#now()).executeTakeFirst())?.sealed_key ?? null;
  }

  /** False: another was quicker, or it was begun anew. */
  async take(userId: string, sealedKey: string): Promise<boolean> {
    const row = this.#store.deleteFrom("pending_factors").where("user_id", "=", userId);
    return (await row.where("sealed_key", "=", sealedKey).executeTakeFirst()).numDeletedRows > 0n;
  }

  async forget(userId: string): Promise<void> {
    await this.#store.deleteFrom("pending_factors").where("user_id", "=", userId).execute();
  }
}
