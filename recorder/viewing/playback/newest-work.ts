/**
 * Reading for one viewer who asks faster than it is done (a held key, a program that floods): a few pieces are under way
 * at once, and of the others only the newest waits. Each piece holds groups of pictures and open files, so thousands of
 * them take all memory of the process that records.
 */
export class NewestWork {
  /** More than one, because a piece may hang for long where a disk does. */
  static readonly AT_ONCE = 4;
  #running = 0;
  #waiting: (() => Promise<void>) | null = null;

  /** Begins `work` now, or when there is room for it and nothing newer was asked for. Its errors are its own. */
  run(work: () => Promise<void>): void {
    this.#waiting = work;
    this.#begin();
  }

  /** What waits does not begin any more. */
  forget(): void {
    this.#waiting = null;
  }

  #begin(): void {
    const work = this.#waiting;
    if (!work || this.#running >= NewestWork.AT_ONCE) return;
    this.#waiting = null;
    this.#running += 1;
    void work().finally(() => {
      this.#running -= 1;
      this.#begin();
    });
  }
}
