/**
 * How far behind this process is with a live feed. Waiting in this process counts, but only as far as the frame is also
 * later after its capture than the earliest frame was: a burst that comes ahead of its time is not late, however long
 * its end waits.
 */
export class Lateness {
  #leastLagMs = Number.POSITIVE_INFINITY;

  /** ms; `wallMs` of capture, `sentMs` when it was handed over to this process, both on this machine's clock as `nowMs` is */
  of(wallMs: number, sentMs: number, nowMs: number): number {
    const lagMs = nowMs - wallMs;
    this.#leastLagMs = Math.min(this.#leastLagMs, lagMs);
    return Math.max(0, Math.min(nowMs - sentMs, lagMs - this.#leastLagMs));
  }
}
