/** So many frames that come at the pace of their times are no longer what was kept while there was no connection. */
const PACED_FRAMES = 3;
const PACED_SHARE = 1 / 2;
/** What comes later than this by then, comes so because the camera's clock stood while there was no connection. */
const LATE_MS = 500;
/** The lateness is watched for this many frames. */
const WATCHED_FRAMES = 200;
const TICKS_PER_MS = 90;

/**
 * Whether a camera's clock stood between two connections, of which the second goes on from the first: then its frames stay late
 * although they come at the pace of their times.
 */
export class PausedTime {
  #before: { readonly rtpTime: number; readonly receivedMs: number } | null = null;
  #watched = 0;
  #paced = 0;

  /** Enough frames were watched to know whether the clock stood. */
  get isOver(): boolean {
    return this.#watched >= WATCHED_FRAMES || this.#paced >= PACED_FRAMES;
  }

  /** Ticks by which times must be moved on from here. `wallMs`: what the frame was dated. */
  add(rtpTime: number, receivedMs: number, wallMs: number): number {
    const before = this.#before;
    this.#before = { rtpTime, receivedMs };
    this.#watched += 1;
    if (!before) return 0;
    const stepMs = ((rtpTime - before.rtpTime) | 0) / TICKS_PER_MS;
    this.#paced = stepMs > 0 && receivedMs - before.receivedMs >= stepMs * PACED_SHARE ? this.#paced + 1 : 0;
    const lateMs = receivedMs - wallMs;
    return this.#paced >= PACED_FRAMES && lateMs > LATE_MS ? Math.round(lateMs * TICKS_PER_MS) : 0;
  }
}
