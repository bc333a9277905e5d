/** The accounts as sign-in reads them: by name and by id. */
import type { Store } from "#recorder/store/store.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";

export class AccountRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  byName(username: string): Promise<UserRow | undefined> {
    return this.#store
      .selectFrom("users")
      .selectAll()
      .where("username_key", "=", username.toLowerCase())
      .executeTakeFirst();
  }

  byId(id: string): Promise<UserRow | undefined> {
    return this.#store.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  }

  async all(): Promise<ReadonlyMap<string, UserRow>> {
    return new Map((await this.#store.selectFrom("users").selectAll().execute()).map((user) => [user.id, user]));
  }

  /**
   * Checking the password takes time, so this is asked only after the new session is in the table: a password changed
   * before that has ended all sessions of its time, and one changed later ends the new session with the rest.
   */
  async isAsChecked({ id, password_hash }: UserRow): Promise<boolean> {
    return (await this.byId(id))?.password_hash === password_hash;
  }
}
