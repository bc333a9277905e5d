/** Passwords of programs: random and long, stored as hashes, named, and each for itself withdrawn. */
import { APP_PASSWORD_PREFIX } from "#domain/accounts/app-password.ts";
import { hashSecret, newId, newSecret } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { AppPasswordRow } from "#recorder/store/tables/account-rows.ts";

/** Programs come many times a second; when they came last need not be known better than this. */
const NOTED_MS = 60_000;

export class AppPasswords {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  ofUser(userId: string): Promise<AppPasswordRow[]> {
    const all = this.#store.selectFrom("app_passwords").selectAll().where("user_id", "=", userId);
    return all.orderBy("created_ms").execute();
  }

  async make(
    userId: string,
    name: string,
    isViewOnly = false,
  ): Promise<{ readonly row: AppPasswordRow; readonly secret: string }> {
    const secret = APP_PASSWORD_PREFIX + newSecret();
    const row = {
      id: newId(),
      user_id: userId,
      name,
      hash: hashSecret(secret),
      view_only: isViewOnly ? 1 : 0,
      created_ms: this.#now(),
      used_ms: null,
      used_address: "",
    };
    await this.#store.insertInto("app_passwords").values(row).execute();
    return { row, secret };
  }

  /** Null: it is none of this account's. Its use is noted. */
  async use(userId: string, secret: string, address: string): Promise<{ readonly isViewOnly: boolean } | null> {
    const row = await this.#store
      .selectFrom("app_passwords")
      .selectAll()
      .where("hash", "=", hashSecret(secret))
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (!row) return null;
    const now = this.#now();
    if (row.used_ms === null || row.used_address !== address || Math.abs(now - row.used_ms) >= NOTED_MS)
      await this.#store
        .updateTable("app_passwords")
        .set({ used_ms: now, used_address: address })
        .where("id", "=", row.id)
        .execute();
    return { isViewOnly: row.view_only === 1 };
  }

  /** The name of the one that was withdrawn; null = there was none. */
  async remove(userId: string, id: string): Promise<string | null> {
    const row = await this.#store
      .deleteFrom("app_passwords")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returningAll()
      .executeTakeFirst();
    return row?.name ?? null;
  }
}
