/** So many things are done at once, the others wait in their order; says how old the oldest of them is. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #ages = new Map<object, number>();

  constructor(most: number) {
    this.#free = most;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const mark = {};
    this.#ages.set(mark, 0);
    try {
      return await work();
    } finally {
      this.#ages.delete(mark);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  /**
   * Call it now and then: returns how many calls the longest of what is under way has seen. Counted in calls and not in time,
   * because a process that had no processor for a while has not waited for a disk.
   */
  age(): number {
    let oldest = 0;
    for (const [mark, age] of this.#ages) {
      this.#ages.set(mark, age + 1);
      oldest = Math.max(oldest, age + 1);
    }
    return oldest;
  }
}
