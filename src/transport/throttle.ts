/** At most `limit` of the given jobs run at once; the others wait in order. Aborted waiters never start. */
export class Throttle {
  readonly #limit: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #lanes = new Map<string, Throttle>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get running(): number {
    return this.#running;
  }

  /** A throttle of its own for each server, so that a slow one delays no other. "": this one. */
  lane(server: string): Throttle {
    if (server === "") return this;
    const lane = this.#lanes.get(server) ?? new Throttle(this.#limit);
    this.#lanes.set(server, lane);
    return lane;
  }

  /** Runs the job when it is its turn; null when `signal` ended first. `next`: before all jobs that wait. */
  async run<T>(job: () => Promise<T>, signal?: AbortSignal, next = false): Promise<T | null> {
    if (this.#running >= this.#limit && !(await this.#turn(signal, next))) return null;
    if (signal?.aborted) return null;
    this.#running += 1;
    try {
      return await job();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(signal: AbortSignal | undefined, next: boolean): Promise<boolean> {
    while (this.#running >= this.#limit) {
      if (signal?.aborted) return false;
      await new Promise<void>((resolve) => {
        const go = (): void => {
          signal?.removeEventListener("abort", leave);
          resolve();
        };
        const leave = (): void => {
          const at = this.#waiting.indexOf(go);
          if (at >= 0) this.#waiting.splice(at, 1);
          resolve();
        };
        if (next) this.#waiting.unshift(go);
        else this.#waiting.push(go);
        signal?.addEventListener("abort", leave, { once: true });
      });
    }
    // It was woken, but the caller has left: the turn goes to the next in line.
    if (signal?.aborted) {
      this.#waiting.shift()?.();
      return false;
    }
    return true;
  }
}
