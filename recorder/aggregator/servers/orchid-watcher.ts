/**
 * When one recorder is looked at: every 10 s with jitter, less often while it is down, and at once when somebody asks. Each
 * recorder has its own, so that a slow one delays nobody.
 */

export interface WatchPace {
  /** longest pause between two looks at a recorder that is well */
  readonly everyMs: number;
  /** longest pause while it is not */
  readonly downMs: number;
  /** for one look; with `everyMs` within 15 s, by which a dead one must be known */
  readonly timeoutMs: number;
  /** how soon after a look another one may be asked for by events */
  readonly restMs: number;
}
export const WATCH_PACE: WatchPace = { everyMs: 9500, downMs: 30_000, timeoutMs: 5000, restMs: 1000 };

export class OrchidWatcher {
  readonly #look: () => Promise<boolean>;
  readonly #pace: WatchPace;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #failures = 0;
  #isStopped = true;

  /** `look` answers whether the recorder is well; it never fails. */
  constructor(look: () => Promise<boolean>, pace: WatchPace) {
    this.#look = look;
    this.#pace = pace;
  }

  /** The first look is after `inMs`. */
  start(inMs: number): void {
    this.#isStopped = false;
    this.#schedule(inMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Resolves after a look that began after this call: one that is under way may have asked before the change. */
  refresh(): Promise<void> {
    this.#next ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#next = null;
      return this.#run();
    });
    return this.#next;
  }

  /** The same for what may come in swarms: soon, and once for all of them. */
  refreshSoon(): void {
    this.#schedule(this.#pace.restMs);
  }

  #run(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    if (this.#timer) clearTimeout(this.#timer);
    this.#dueMs = Number.POSITIVE_INFINITY;
    // A look that fails all the same must not be the last one.
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
