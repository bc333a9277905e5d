import { lerp } from "#base/geometry.ts";

/** The clock and callbacks of the thread the loop runs in; tests give their own. */
export interface LoopHost {
  /** performance.now() */
  now(): number;
  requestFrame(callback: () => void): number;
  cancelFrame(handle: number): void;
  setTimer(callback: () => void, ms: number): number;
  clearTimer(handle: number): void;
}

export interface LoopWork {
  /** ms between two presents, asked anew at each request */
  intervalMs(): number;
  /** The present is near: start what must be ready then (copies of frames). `renew`: also of what is ready, but older. */
  prepare(renew: boolean): void;
  /**
   * Draws what is dirty; false when there was nothing to draw, so the tick stays free. After true the loop waits for
   * `finished`, so that the GPU never has two pictures of the wall to work on: the second would be old when it is shown.
   */
  present(): boolean;
  /** A frame callback came after `waitMs`. */
  noteCallback(waitMs: number): void;
}

/** Copies start this long before the present they are for. */
const LEAD_MS = 10;
/** After a key or a click the wall stands still for this long, then plays for at least as long. */
const HOLD_MS = 150;
/** A copy that was made longer ago than this is made anew when the present comes. */
const READY_FOR_MS = 50;
const SMOOTHING = 0.3;
/** Frame callbacks jitter: one that comes this much early still counts as its tick. */
const SLACK_MS = 5;

/**
 * The only owner of requestAnimationFrame. Nothing dirty: nothing asked for. A request waits (on a timer, so that no
 * frame callback is spent) until the governed tick is near, then asks for one frame callback and presents in it.
 */
export class FrameLoop {
  readonly #host: LoopHost;
  readonly #work: LoopWork;
  #state: "idle" | "waiting" | "framing" = "idle";
  #handle = 0;
  #askedAtMs = 0;
  #lastPresentMs = Number.NEGATIVE_INFINITY;
  #urgent = false;
  #running = true;
  /** the GPU still works on the last present, since then */
  #unfinished = false;
  #unfinishedSinceMs = 0;
  /** how long that takes, and how long `prepare` does */
  #finishMs = 0;
  #prepareMs = 0;
  /** set while the next present is prepared, or going to be, before the GPU has finished the last one */
  #aheadTimer: number | null = null;
  #aheadAtMs: number | null = null;
  /** something became dirty meanwhile */
  #again = false;
  #heldFromMs = Number.NEGATIVE_INFINITY;

  constructor(host: LoopHost, work: LoopWork) {
    this.#host = host;
    this.#work = work;
  }

  /** True while a present is so near that frames may be prepared as they come. */
  get framing(): boolean {
    return this.#state === "framing" || this.#aheadAtMs !== null;
  }
  get idle(): boolean {
    return this.#state === "idle" && !this.#again;
  }

  /** The wall stands still because the user acted. */
  get held(): boolean {
    return this.#host.now() < this.#heldFromMs + HOLD_MS;
  }

  /** Something is dirty. `urgent`: as soon as the GPU is free, whatever the tick (the user acted). */
  request(urgent = false): void {
    if (!this.#running) return;
    if (urgent) this.#urgent = true;
    if (this.#state === "framing") return;
    if (this.#unfinished) {
      this.#again = true;
      this.#planAhead();
      return;
    }
    if (this.#state === "waiting") {
      if (!urgent) return;
      this.#host.clearTimer(this.#handle);
    }
    this.#wait();
  }

  /** The GPU has carried out the last present. */
  finished(): void {
    if (this.#unfinished) this.#finishMs = lerp(this.#finishMs, this.#host.now() - this.#unfinishedSinceMs, SMOOTHING);
    this.#unfinished = false;
    this.#dropPlan();
    if (!this.#again) return;
    this.#again = false;
    this.request();
  }

  /**
   * The user acted on the page: what the page has to show for it goes first. Only urgent presents happen for a moment; a
   * key that is held down does not stop the wall.
   */
  hold(): void {
    const now = this.#host.now();
    if (now - this.#heldFromMs >= 2 * HOLD_MS) this.#heldFromMs = now;
  }

  /** Hidden page or lost context: nothing is drawn until `resume`. */
  pause(): void {
    this.#running = false;
    this.#unfinished = false;
    this.#again = false;
    this.#dropPlan();
    this.#aheadAtMs = null;
    this.#cancel();
  }
  resume(): void {
    this.#running = true;
  }

  #dueInMs(): number {
    if (this.#urgent) return 0;
    const dueMs = Math.max(this.#lastPresentMs + this.#work.intervalMs(), this.#heldFromMs + HOLD_MS);
    return dueMs - this.#host.now();
  }

  #wait(): void {
    const wait = this.#dueInMs() - LEAD_MS;
    if (wait <= 1) return this.#begin();
    this.#state = "waiting";
    // Asked anew when it is over: the user may have acted meanwhile.
    this.#handle = this.#host.setTimer(() => this.#wait(), wait);
  }

  #begin(): void {
    this.#state = "framing";
    this.#prepare(this.#aheadAtMs === null || this.#host.now() - this.#aheadAtMs > READY_FOR_MS);
    this.#ask();
  }

  #prepare(renew: boolean): void {
    const fromMs = this.#host.now();
    this.#work.prepare(renew);
    this.#prepareMs = lerp(this.#prepareMs, this.#host.now() - fromMs, SMOOTHING);
  }

  /** A busy GPU is no reason to begin with the next present's copies only when it has finished this one. */
  #planAhead(): void {
    if (this.#aheadTimer !== null || this.#aheadAtMs !== null) return;
    const now = this.#host.now();
    const tickMs = this.#urgent ? 0 : this.#work.intervalMs();
    const nextMs = Math.max(
      this.#unfinishedSinceMs + Math.max(tickMs, this.#finishMs),
      this.#urgent ? 0 : this.#heldFromMs + HOLD_MS,
    );
    const plan = (): void => {
      this.#aheadTimer = null;
      this.#aheadAtMs = this.#host.now();
      this.#prepare(true);
    };
    this.#aheadTimer = this.#host.setTimer(plan, Math.max(0, nextMs - now - LEAD_MS - this.#prepareMs));
  }

  #dropPlan(): void {
    if (this.#aheadTimer !== null) this.#host.clearTimer(this.#aheadTimer);
    this.#aheadTimer = null;
  }

  #ask(): void {
    this.#askedAtMs = this.#host.now();
    this.#handle = this.#host.requestFrame(() => this.#frame());
  }

  #frame(): void {
    this.#work.noteCallback(this.#host.now() - this.#askedAtMs);
    if (this.#dueInMs() > SLACK_MS) return this.#ask();
    this.#state = "idle";
    this.#urgent = false;
    const at = this.#host.now();
    this.#aheadAtMs = null;
    this.#unfinished = true;
    this.#unfinishedSinceMs = at;
    if (this.#work.present()) this.#lastPresentMs = at;
    else this.finished();
  }

  #cancel(): void {
    if (this.#state === "waiting") this.#host.clearTimer(this.#handle);
    if (this.#state === "framing") this.#host.cancelFrame(this.#handle);
    this.#state = "idle";
  }
}

/** The loop's host in a window or worker. */
export const threadHost: LoopHost = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  setTimer: (callback, ms) => setTimeout(callback, ms),
  clearTimer: (handle) => clearTimeout(handle),
};
