/** Recognises its storage: the same random name stands in the database and in a file beside the recordings. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeKeptFile } from "#recorder/store/kept-file.ts";
import { STORAGE_TAG } from "#recorder/store/tables/server-rows.ts";
import type { SettingsStore } from "./settings-store.ts";

export const STORAGE_TAG_FILE = "storage.tag";

/** A new one, in this file; returns it. */
export function writeStorageTag(file: string): string {
  const tag = randomUUID();
  writeKeptFile(file, `${tag}\n`);
  return tag;
}

export class StorageTag {
  readonly #settings: SettingsStore;
  readonly #file: string;
  #known: string | null = null;

  constructor(settings: SettingsStore, recordingsDir: string) {
    this.#settings = settings;
    this.#file = join(recordingsDir, STORAGE_TAG_FILE);
  }

  /**
   * False when another device (or an emptied one) is where the recordings were. The first storage is accepted as it is.
   */
  async isSame(): Promise<boolean> {
    this.#known ??= await this.#settings.internal(STORAGE_TAG);
    const there = await readFile(this.#file, "utf8").then(
      (text) => text.trim(),
      () => null,
    );
    if (this.#known !== null) return there === this.#known;
    if (there === null || there === "") await this.adopt();
    else await this.#keep(there);
    return true;
  }

  /** From now on this storage counts as the right one. */
  async adopt(): Promise<void> {
    await this.#keep(writeStorageTag(this.#file));
  }

  async #keep(tag: string): Promise<void> {
    await this.#settings.setInternal(STORAGE_TAG, tag);
    this.#known = tag;
  }
}
