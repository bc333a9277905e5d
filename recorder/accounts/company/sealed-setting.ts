import * as z from "zod/mini";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { Vault } from "#recorder/store/vault.ts";

/** A setting with a secret in it: kept as one sealed text. Another server of the same database may change it, so the text is looked at each time. */
export class SealedSetting<T> {
  readonly #name: string;
  readonly #schema: z.ZodMiniType<T>;
  readonly #settings: Pick<SettingsStore, "internal" | "setInternal">;
  readonly #vault: Pick<Vault, "seal" | "open">;
  /** what was read last, and of which text */
  #known: { readonly sealed: string; readonly value: T | null } | null = null;

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
    const sealed = (await this.#settings.internal(this.#name)) ?? "";
    if (this.#known?.sealed === sealed) return this.#known.value;
    const text = sealed === "" ? null : this.#vault.open(sealed, this.#name);
    const read = text === null ? null : this.#schema.safeParse(JSON.parse(text));
    const value = read?.success ? read.data : null;
    this.#known = { sealed, value };
    return value;
  }

  /** Null removes it. */
  async set(value: T | null): Promise<void> {
    await this.#settings.setInternal(
      this.#name,
      value === null ? "" : this.#vault.seal(JSON.stringify(value), this.#name),
    );
  }
}
