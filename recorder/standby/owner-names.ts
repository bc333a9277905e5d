/** What owners were called last, on the disk: after a restart people read it also while the group's database is away. */
import * as z from "zod/mini";
import type { SettingsStore } from "#recorder/core/settings-store.ts";

const KEY = "standby-owner-names";
const names = z.record(z.string(), z.string());

export class OwnerNames {
  readonly #settings: Pick<SettingsStore, "internal" | "setInternal">;

  constructor(settings: Pick<SettingsStore, "internal" | "setInternal">) {
    this.#settings = settings;
  }

  async all(): Promise<ReadonlyMap<string, string>> {
    const stored = await this.#settings.internal(KEY);
    return new Map(stored === null ? [] : Object.entries(names.parse(JSON.parse(stored))));
  }

  async keep(owner: string, name: string): Promise<void> {
    await this.#write(new Map(await this.all()).set(owner, name));
  }

  async forget(owner: string): Promise<void> {
    const left = new Map(await this.all());
    if (left.delete(owner)) await this.#write(left);
  }

  async #write(all: ReadonlyMap<string, string>): Promise<void> {
    await this.#settings.setInternal(KEY, JSON.stringify(Object.fromEntries(all)));
  }
}
