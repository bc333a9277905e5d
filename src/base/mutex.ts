/** A mutex of this process, or of all processes that share a database. */
export interface AnyMutex {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Work that must not overlap: each piece begins when the one before has ended, whether it succeeded or failed. */
export class Mutex implements AnyMutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Returns, or fails, as `work` does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when all work that has been given so far has ended. */
  async ended(): Promise<void> {
    await this.#last;
  }
}
