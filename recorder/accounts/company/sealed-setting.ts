import * as z from "zod/mini";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { Vault } from "#recorder/store/vault.ts";

/** A setting with a secret in it: kept as one sealed text, read once. */
export class SealedSetting<T> {
  readonly #name: string;
  readonly #schema: z.ZodMiniType<T>;
  readonly #settings: Pick<SettingsStore, "internal" | "setInternal">;
  readonly #vault: Pick<Vault, "seal" | "open">;
  #known: T | null | undefined;
  /** counts changes: what was read before the latest change is not kept after it */
  #changes = 0;

  constructor(
    name: string,
    schema: z.ZodMiniType<T>,
    settings: Pick<SettingsStore, "internal" | "setInternal">,
    vault: Pick<Vault, "seal" | "open">,
  ) {
    this.#name = name;
    this.#schema = schema;
    this.#settings = settings;
    this.#vault = vault;
  }

  /** Null: nobody has set it, or it was sealed with another key. */
  async get(): Promise<T | null> {
    if (this.#known !== undefined) return this.#known;
    const changes = this.#changes;
    const sealed = (await this.#settings.internal(this.#name)) ?? "";
    const text = sealed === "" ? null : this.#vault.open(sealed, this.#name);
    const read = text === null ? null : this.#schema.safeParse(JSON.parse(text));
    const known = read?.success ? read.data : null;
    if (changes === this.#changes) this.#known = known;
    return known;
  }

  /** Null removes it. */
  async set(value: T | null): Promise<void> {
    await this.#settings.setInternal(
      this.#name,
      value === null ? "" : this.#vault.seal(JSON.stringify(value), this.#name),
    );
    this.#changes += 1;
    this.#known = undefined;
  }
}
