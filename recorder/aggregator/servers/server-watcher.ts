/**
 * When one recorder is checked: every 10 s with jitter, less often while it is down, and at once when somebody asks.
 * Each recorder has its own watcher, so that a slow one delays no other.
 */

export interface WatchPace {
  /** longest pause between two checks of a recorder that is well */
  readonly everyMs: number;
  /** longest pause while it is not */
  readonly downMs: number;
  /**
   * time limit of one check; together with `everyMs` it keeps within the 15 s in which a dead recorder must be noticed
   */
  readonly timeoutMs: number;
  /** how soon after a check events may ask for another one */
  readonly restMs: number;
}
export const WATCH_PACE: WatchPace = { everyMs: 9500, downMs: 30_000, timeoutMs: 5000, restMs: 1000 };

export class ServerWatcher {
  readonly #look: () => Promise<boolean>;
  readonly #pace: WatchPace;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #failures = 0;
  #isStopped = true;

  /** `look` resolves with whether the recorder is well; it never rejects. */
  constructor(look: () => Promise<boolean>, pace: WatchPace) {
    this.#look = look;
    this.#pace = pace;
  }

  /** The first check comes after `inMs`. */
  start(inMs: number): void {
    this.#isStopped = false;
    this.#schedule(inMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Resolves after a check that began after this call: a check under way may have read the old state. */
  refresh(): Promise<void> {
    this.#next ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#next = null;
      return this.#run();
    });
    return this.#next;
  }

  /** The same for requests that may come in swarms: one check soon, for all of them. */
  refreshSoon(): void {
    this.#schedule(this.#pace.restMs);
  }

  #run(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    if (this.#timer) clearTimeout(this.#timer);
    this.#dueMs = Number.POSITIVE_INFINITY;
    // A check that fails unexpectedly must not be the last one.
    const looked = this.#look().catch(() => false);
    this.#running = looked.then((isWell) => {
      this.#running = null;
      this.#failures = isWell ? 0 : this.#failures + 1;
      this.#schedule(this.#pause());
    });
    return this.#running;
  }

  #dueMs = Number.POSITIVE_INFINITY;

  #schedule(inMs: number): void {
    const dueMs = performance.now() + inMs;
    if (this.#isStopped || dueMs >= this.#dueMs) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => void this.refresh(), inMs);
    this.#timer.unref();
  }

  #pause(): number {
    const { everyMs, downMs } = this.#pace;
    const longest = Math.min(downMs, everyMs * 1.5 ** Math.max(0, this.#failures - 1));
    return longest * (0.8 + 0.2 * Math.random());
  }
}
