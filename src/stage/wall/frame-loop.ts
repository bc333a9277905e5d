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

interface LoopWork {
  /** ms between two presents, read anew at each request */
  intervalMs(): number;
  /**
   * The present is near: start what must be ready then (copies of frames). `renew`: also replace what is ready but
   * older.
   */
  prepare(renew: boolean): void;
  /**
   * Draws what is dirty; false when there was nothing to draw, so the tick stays free. After true the loop waits for
   * `finished`, so that the GPU never works on two presents of the wall: the second would be old when it is shown.
   */
  present(): boolean;
  /** A frame callback came after `waitMs`. */
  noteCallback(waitMs: number): void;
}

/** Copies start this long before the present they are for. */
const LEAD_MS = 10;
/** The wall stands still for this long after a key or a click, then plays for at least as long. */
const HOLD_MS = 150;
/** A frame that has been ready for longer than this is prepared again when the present comes. */
const READY_FOR_MS = 50;
const SMOOTHING = 0.3;
/** Frame callbacks jitter: one that comes this much early still counts for its tick. */
const SLACK_MS = 5;

/**
 * The only owner of requestAnimationFrame. While nothing is dirty it requests nothing. A request waits (on a timer, so
 * that no frame callback is spent) until the governed tick is near, then asks for one frame callback and presents in
 * it.
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
  /** since when the GPU has worked on the last present */
  #unfinished = false;
  #unfinishedSinceMs = 0;
  /** how long the GPU needs for a present, and how long `prepare` takes */
  #finishMs = 0;
  #prepareMs = 0;
  /** set while the next present is prepared, or is going to be, before the GPU has finished the last one */
  #aheadTimer: number | null = null;
  #aheadAtMs: number | null = null;
  /** something became dirty in the meantime */
  #again = false;
  #heldFromMs = Number.NEGATIVE_INFINITY;

  constructor(host: LoopHost, work: LoopWork) {
    this.#host = host;
    this.#work = work;
  }

  /** True while a present is near enough that frames may be prepared as they arrive. */
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

  /** Something is dirty. `urgent`: present as soon as the GPU is free, whatever the tick (the user acted). */
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
   * The user acted on the page: the page shows its reaction first. Only urgent presents happen for a moment; a key that
   * is held down does not stop the wall.
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
    // Checked again when the pause is over: the user may have acted in the meantime.
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

  /** The copies for the next present begin while the GPU is still busy with this one. */
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
