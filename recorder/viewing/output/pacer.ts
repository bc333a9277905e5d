import type { PlayClock } from "./play-clock.ts";

/** Above this nothing more is sent until the viewer has received some. */
const MAX_WAITING_BYTES = 256 * 1024;
/** Frames that were sent but not acknowledged, in real time beyond the lead: a viewer that stalls gets no more. */
const MAX_UNACKNOWLEDGED_MS = 4000;
/** How often a full pipe is checked again. */
const LOOK_AGAIN_MS = 20;
const LONGEST_SLEEP_MS = 250;

/**
 * Holds a player back: until a frame is due (minus the lead), while paused, while the viewer or the codec is behind.
 */
export class Pacer {
  readonly #clock: PlayClock;
  readonly #leadMs: number;
  readonly #waitingBytes: () => number;
  readonly #ready: () => boolean;
  readonly #signal: AbortSignal;
  #paused = false;
  #acknowledgedMs: number | null = null;
  #passedMs: number | null = null;
  #wake: (() => void) | null = null;

  constructor(
    clock: PlayClock,
    leadMs: number,
    pipe: { readonly waitingBytes: () => number; readonly ready: () => boolean },
    signal: AbortSignal,
  ) {
    this.#clock = clock;
    this.#leadMs = leadMs;
    this.#waitingBytes = pipe.waitingBytes;
    this.#ready = pipe.ready;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#wake?.(), { once: true });
  }

  get paused(): boolean {
    return this.#paused;
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#clock.pause(performance.now());
  }

  resume(): void {
    this.#paused = false;
    this.#clock.resume(performance.now());
    this.#wake?.();
  }

  acknowledge(wallMs: number): void {
    this.#acknowledgedMs = wallMs;
    this.#wake?.();
  }

  /** Resolves when the frame of this time may be sent: true; false when the play has ended. */
  async pass(wallMs: number): Promise<boolean> {
    while (!this.#signal.aborted) {
      const sleepMs = this.#mustWaitMs(wallMs);
      if (sleepMs <= 0) {
        this.#passedMs = wallMs;
        return true;
      }
      await this.#sleep(sleepMs);
    }
    return false;
  }

  /** Resolves after the time, or at once when the play has ended. */
  async sleep(ms: number): Promise<void> {
    if (!this.#signal.aborted) await this.#sleep(ms);
  }

  /** Resolves when it is not paused (any more): true; false when the play has ended. */
  async running(): Promise<boolean> {
    while (this.#paused && !this.#signal.aborted) await this.#sleep(LONGEST_SLEEP_MS);
    return !this.#signal.aborted;
  }

  #mustWaitMs(wallMs: number): number {
    if (this.#paused) return LONGEST_SLEEP_MS;
    if (this.#waitingBytes() > MAX_WAITING_BYTES || !this.#ready()) return LOOK_AGAIN_MS;
    const now = performance.now();
    // Measured to the last frame sent, not to the next one: there may be a gap between them.
    if (this.#acknowledgedMs !== null && this.#passedMs !== null) {
      const behindMs = this.#clock.dueInMs(this.#passedMs, now) - this.#clock.dueInMs(this.#acknowledgedMs, now);
      if (behindMs > this.#leadMs + MAX_UNACKNOWLEDGED_MS) return LONGEST_SLEEP_MS;
    }
    const due = this.#clock.dueInMs(wallMs, now) - this.#leadMs;
    return due <= 1 ? 0 : Math.min(due, LONGEST_SLEEP_MS);
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        if (this.#wake === wake) this.#wake = null;
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#wake = wake;
    });
  }
}
