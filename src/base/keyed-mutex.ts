import { Mutex } from "./mutex.ts";

/** A mutex for each key: work with the same key does not overlap, other work does. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, { readonly mutex: Mutex; users: number }>();

  /** Returns, or fails, as `work` does. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#mutexes.get(key) ?? { mutex: new Mutex(), users: 0 };
    this.#mutexes.set(key, entry);
    entry.users += 1;
    try {
      return await entry.mutex.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#mutexes.delete(key);
    }
  }
}
