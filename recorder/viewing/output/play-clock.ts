/**
 * When recorded frames are due: play time runs at `rate` from `startMs`, and stands still while paused. Pure: the
 * caller passes the time.
 */
export class PlayClock {
  readonly #rate: number;
  readonly #startMs: number;
  #elapsedMs = 0;
  #runningSince: number | null;

  /** `nowMs`: any clock that does not jump, the same in every call */
  constructor(startMs: number, rate: number, nowMs: number) {
    this.#startMs = startMs;
    this.#rate = rate;
    this.#runningSince = nowMs;
  }

  /** ms of real time until this recorded time is due; negative when it is late */
  dueInMs(wallMs: number, nowMs: number): number {
    return ((wallMs - this.#startMs) * Math.sign(this.#rate)) / Math.abs(this.#rate) - this.#elapsed(nowMs);
  }

  /** the recorded time that is due now */
  position(nowMs: number): number {
    return this.#startMs + this.#elapsed(nowMs) * this.#rate;
  }

  pause(nowMs: number): void {
    this.#elapsedMs = this.#elapsed(nowMs);
    this.#runningSince = null;
  }

  resume(nowMs: number): void {
    this.#runningSince ??= nowMs;
  }

  #elapsed(nowMs: number): number {
    return this.#elapsedMs + (this.#runningSince === null ? 0 : nowMs - this.#runningSince);
  }
}
