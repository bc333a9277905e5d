/** With every picture since, the longest pause counts for this much less. */
const PAUSE_FADES = 0.9;

/** How old a stream's newest picture is, and how old it usually becomes before the next one. */
export class PicturePause {
  #lastMs: number | null = null;
  #pauseMs = 0;
  #isFirst = true;

  /** The longest usual pause between two pictures. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** Of the newest picture; null before the first one. */
  ageMs(nowMs: number): number | null {
    return this.#lastMs === null ? null : nowMs - this.#lastMs;
  }

  /** The time without a connection is no pause of the camera. */
  connects(): void {
    this.#isFirst = true;
  }

  picture(nowMs: number): void {
    const pauseMs = this.#isFirst ? 0 : (this.ageMs(nowMs) ?? 0);
    this.#pauseMs = Math.max(pauseMs, this.#pauseMs * PAUSE_FADES);
    this.#lastMs = nowMs;
    this.#isFirst = false;
  }
}
