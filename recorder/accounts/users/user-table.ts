/** The rows of accounts in the database, and what belongs to them. */
import type { Store } from "#recorder/store/store.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import type { SignsInBy } from "./user-rows.ts";

export class UserTable {
  readonly #store: Store;

  /** `store`: of a transaction, where changes belong together */
  constructor(store: Store) {
    this.#store = store;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#store.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined;
  }

  all(): Promise<UserRow[]> {
    return this.#store.selectFrom("users").selectAll().orderBy("username_key").execute();
  }

  row(id: string): Promise<UserRow | undefined> {
    return this.#store.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  }

  byName(username: string): Promise<UserRow | undefined> {
    const key = username.toLowerCase();
    return this.#store.selectFrom("users").selectAll().where("username_key", "=", key).executeTakeFirst();
  }

  /** The account that cannot be deleted. */
  superUser(): Promise<UserRow | undefined> {
    return this.#store.selectFrom("users").selectAll().where("super_user", "=", 1).executeTakeFirst();
  }

  bySubject(by: SignsInBy, subject: string): Promise<UserRow | undefined> {
    const own = this.#store.selectFrom("users").selectAll().where("signs_in_by", "=", by);
    return own.where("provider_subject", "=", subject).executeTakeFirst();
  }

  async forgetSubjects(by: SignsInBy): Promise<void> {
    await this.#store.updateTable("users").set({ provider_subject: "" }).where("signs_in_by", "=", by).execute();
  }

  async insert(row: UserRow): Promise<UserRow> {
    await this.#store.insertInto("users").values(row).execute();
    return row;
  }

  async update(id: string, change: Partial<UserRow>): Promise<void> {
    await this.#store.updateTable("users").set(change).where("id", "=", id).execute();
  }

  /** What the user has shared is on everybody's wall, so it goes to the account that cannot be deleted. The rest is deleted. */
  async remove(id: string): Promise<void> {
    const heir = await this.superUser();
    for (const table of ["stages", "fisheye_views", "fisheye_patrols"] as const) {
      if (heir)
        await this.#store
          .updateTable(table)
          .set({ owner_id: heir.id })
          .where("owner_id", "=", id)
          .where("shared", "=", 1)
          .execute();
      await this.#store.deleteFrom(table).where("owner_id", "=", id).execute();
    }
    await this.#store.deleteFrom("users").where("id", "=", id).execute();
  }

  async hasPasskey(id: string): Promise<boolean> {
    const one = this.#store.selectFrom("passkeys").select("id").where("user_id", "=", id).limit(1);
    return (await one.executeTakeFirst()) !== undefined;
  }

  /** Ids of all who have a passkey. */
  async withPasskey(): Promise<ReadonlySet<string>> {
    const rows = await this.#store.selectFrom("passkeys").select("user_id").distinct().execute();
    return new Set(rows.map(({ user_id }) => user_id));
  }

  async deletePasskeys(id: string): Promise<void> {
    await this.#store.deleteFrom("passkeys").where("user_id", "=", id).execute();
  }

  /** Whoever changes a password expects that nobody else is in any more. */
  async deleteAppPasswords(id: string): Promise<void> {
    await this.#store.deleteFrom("app_passwords").where("user_id", "=", id).execute();
  }
}
