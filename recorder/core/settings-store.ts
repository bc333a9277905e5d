/** Settings that an administrator can change while the recorder runs. */
import { settings, type Settings, type SettingsPatch } from "#protocol/rest/server/settings.ts";
import type { Store } from "#recorder/store/store.ts";
import { type Bus, QUIET_BUS } from "#recorder/nodes/bus.ts";
import * as z from "zod/mini";
import { everyone } from "./audience.ts";
import type { EventHub } from "./event-hub.ts";

/** On the bus: another server has changed them. */
const TOPIC = "settings";

export class SettingsStore {
  readonly #store: Store;
  readonly #hub: EventHub;
  readonly #bus: Bus;
  #known: Settings | null = null;
  #changes = 0;
  readonly #listeners = new Set<(now: Settings) => Promise<void>>();

  constructor(store: Store, hub: EventHub, bus: Bus = QUIET_BUS) {
    this.#store = store;
    this.#hub = hub;
    this.#bus = bus;
    const forget = (): void => {
      this.#known = null;
      this.#changes += 1;
    };
    bus.on(TOPIC, z.null(), forget);
    bus.onMissed(forget);
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
    this.#bus.publish(TOPIC, null);
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
}

async function write(store: Store, key: string, value: string): Promise<void> {
  await store
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
