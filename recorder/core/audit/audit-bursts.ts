/**
 * What comes many times in a row (pictures of a recording, refusals of a program that tries again) is one entry at once,
 * and one more for all the others of a minute: with their number and the whole time that they are about.
 */
const BURST_MS = 60_000;
/** Different ones at the same time; more are written one by one. */
const BURSTS_MAX = 1000;

interface Burst {
  count: number;
  fromMs: number | null;
  toMs: number | null;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly write: (rest: Rest) => void;
}

interface Rest {
  readonly count: number;
  readonly start?: number;
  readonly stop?: number;
}

export class AuditBursts {
  readonly #bursts = new Map<string, Burst>();

  /** True: the caller writes this one. Otherwise `write` is called later for all of the minute. `timeMs`: 0 = of no time. */
  isFirst(key: string, timeMs: number, write: (rest: Rest) => void): boolean {
    const burst = this.#bursts.get(key);
    if (burst === undefined) {
      if (this.#bursts.size >= BURSTS_MAX) return true;
      const timer = setTimeout(() => this.#end(key), BURST_MS);
      timer.unref();
      this.#bursts.set(key, { count: 0, fromMs: null, toMs: null, timer, write });
      return true;
    }
    burst.count += 1;
    if (timeMs > 0) {
      burst.fromMs = Math.min(burst.fromMs ?? timeMs, timeMs);
      burst.toMs = Math.max(burst.toMs ?? timeMs, timeMs);
    }
    return false;
  }

  /** Writes what is gathered. */
  close(): void {
    for (const key of this.#bursts.keys()) this.#end(key);
  }

  #end(key: string): void {
    const burst = this.#bursts.get(key);
    if (burst === undefined) return;
    clearTimeout(burst.timer);
    this.#bursts.delete(key);
    const { count, fromMs, toMs, write } = burst;
    if (count === 0) return;
    write({ count, ...(fromMs === null || toMs === null ? {} : { start: fromMs, stop: toMs }) });
  }
}
