/** The most that one key frame may move the clock: less than anybody can see in a timeline. */
const MAX_CORRECTION_MS = 10;
/** A larger error is a jump, not drift: the timeline starts anew. */
const MAX_ERROR_MS = 2000;
/**
 * At the start a camera may send its buffered frames at once: its time then runs ahead of the clock and is pulled back.
 */
const SETTLING_MS = 5000;
const MAX_AHEAD_SETTLING_MS = 250;

/**
 * Maps RTP time to the recorder's clock. The first packet counts as captured when it came; from then on the camera's
 * own spacing holds, pulled by at most 10 ms per key frame toward the time of arrival. What the camera reports about
 * its clock (RTCP) is not trusted.
 */
export class WallClock {
  readonly #clockRate: number;
  #lastRtpTime: number | null = null;
  #unwrapped = 0;
  #offsetMs = 0;
  #startedMs = 0;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /**
   * `anchor`: this moment may move the clock (a key frame; for audio every second or so).
   * `jumped`: what comes now does not continue what came before.
   */
  at(rtpTime: number, receivedMs: number, anchor: boolean): { pts: number; wallMs: number; jumped: boolean } {
    const first = this.#lastRtpTime === null;
    // Signed 32-bit distance: it survives the wrap every 13 hours, and B frames that go back.
    const step = (rtpTime - (this.#lastRtpTime ?? rtpTime)) | 0;
    this.#unwrapped += step;
    this.#lastRtpTime = rtpTime;
    const pts = this.#unwrapped;
    const mediaMs = (pts / this.#clockRate) * 1000;
    if (first) {
      this.#offsetMs = receivedMs - mediaMs;
      this.#startedMs = receivedMs;
      return { pts, wallMs: receivedMs, jumped: false };
    }
    const errorMs = receivedMs - (mediaMs + this.#offsetMs);
    const settling = receivedMs - this.#startedMs < SETTLING_MS;
    const jumped = Math.abs(errorMs) > MAX_ERROR_MS || (settling && errorMs < -MAX_AHEAD_SETTLING_MS);
    if (jumped) this.#offsetMs += errorMs;
    else if (anchor) this.#offsetMs += Math.min(MAX_CORRECTION_MS, Math.max(-MAX_CORRECTION_MS, errorMs));
    return { pts, wallMs: mediaMs + this.#offsetMs, jumped };
  }
}
