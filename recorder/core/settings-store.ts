/** Settings that an administrator can change while the recorder runs. */
import { randomUUID } from "node:crypto";
import { settings, type Settings, type SettingsPatch } from "#protocol/rest/server/settings.ts";
import type { Store } from "#recorder/store/store.ts";
import type { EventHub } from "./event-hub.ts";
import { everyone } from "./event-hub.ts";

export class SettingsStore {
  readonly #store: Store;
  readonly #hub: EventHub;
  #known: Settings | null = null;
  #changes = 0;
  readonly #listeners = new Set<(now: Settings) => Promise<void>>();

  constructor(store: Store, hub: EventHub) {
    this.#store = store;
    this.#hub = hub;
  }

  async get(): Promise<Settings> {
    if (this.#known) return this.#known;
    const changes = this.#changes;
    const rows = await this.#store.selectFrom("settings").selectAll().where("key", "not like", "internal.%").execute();
    const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
    const read = settings.parse(stored);
    // Somebody else may have changed them meanwhile.
    if (changes === this.#changes) this.#known = read;
    return read;
  }

  /** Called after each change; whoever has made it waits for this. */
  onChange(listener: (now: Settings) => Promise<void>): void {
    this.#listeners.add(listener);
  }

  /** All of them are changed, or none. */
  async patch(ask: SettingsPatch): Promise<Settings> {
    await this.#store.transaction().execute(async (transaction) => {
      for (const [key, value] of Object.entries(ask))
        if (value !== undefined) await write(transaction, key, JSON.stringify(value));
    });
    this.#known = null;
    this.#changes += 1;
    this.#hub.publish("config-modified", "settings", "1", everyone);
    const now = await this.get();
    for (const listener of this.#listeners) await listener(now);
    return now;
  }

  /** Facts of the recorder itself, for example its uuid; stored under `internal.` */
  async internal(name: string): Promise<string | null> {
    const key = `internal.${name}`;
    const row = await this.#store.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
    return row?.value ?? null;
  }

  async setInternal(name: string, value: string): Promise<void> {
    await write(this.#store, `internal.${name}`, value);
  }

  /** The server's own identifier, made when it is first asked for. */
  async uuid(): Promise<string> {
    const known = await this.internal("uuid");
    if (known !== null) return known;
    const made = randomUUID();
    await this.setInternal("uuid", made);
    return made;
  }
}

async function write(store: Store, key: string, value: string): Promise<void> {
  await store
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
