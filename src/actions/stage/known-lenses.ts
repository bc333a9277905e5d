import { parseLens } from "#domain/dewarp/config.ts";
import type { Lens } from "#domain/dewarp/lens.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";

const KEY = "proscenium.lenses";
/** Streams that are remembered; the oldest is dropped first. */
const KEPT = 200;

/** Lenses that were found in streams' frames, kept in this browser: a page that opens again begins with them. */
export class KnownLenses {
  readonly #storage: KeyValueStorage;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
  }

  /** null = none is known, or the stored value cannot be read. */
  get(streamId: string): Lens | null {
    const read = parseLens(this.#all()[streamId]);
    return read.ok ? read.value : null;
  }

  keep(streamId: string, lens: Lens): void {
    const { [streamId]: _old, ...others } = this.#all();
    const entries = [...Object.entries(others), [streamId, lens]].slice(-KEPT);
    this.#storage.write(KEY, JSON.stringify(Object.fromEntries(entries)));
  }

  #all(): Readonly<Record<string, unknown>> {
    try {
      const read: unknown = JSON.parse(this.#storage.read(KEY) ?? "{}");
      return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : {};
    } catch {
      return {};
    }
  }
}
