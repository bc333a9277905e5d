/** With every frame since, the longest pause counts for this much less. */
const PAUSE_FADES = 0.9;

/** How old a stream's newest frame is, and how old it usually becomes before the next one. */
export class FramePause {
  #lastMs: number | null = null;
  #pauseMs = 0;
  #isFirst = true;

  /** The longest usual pause between two frames. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** Of the newest frame; null before the first one. */
  ageMs(nowMs: number): number | null {
    return this.#lastMs === null ? null : nowMs - this.#lastMs;
  }

  /** The time without a connection is no pause of the camera. */
  connects(): void {
    this.#isFirst = true;
  }

  frame(nowMs: number): void {
    const pauseMs = this.#isFirst ? 0 : (this.ageMs(nowMs) ?? 0);
    this.#pauseMs = Math.max(pauseMs, this.#pauseMs * PAUSE_FADES);
    this.#lastMs = nowMs;
    this.#isFirst = false;
  }
}
