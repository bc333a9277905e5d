import type { RtspMessage } from "#recorder/rtp/rtsp-wire.ts";

/** How long the right answer is waited for. */
const WAITED_MS = 250;

/**
 * An answer with the number of a request that was answered before. It is that request's, sent twice or behind a greeting that was taken
 * for it; or the camera numbers its answers wrongly, and it belongs to the request that waits. The right one follows, or it does not.
 */
export class DoubtfulAnswer {
  #timer: NodeJS.Timeout | undefined;
  #areNumbersWrong = false;

  /** `oldest`: the request that waits, undefined = none does */
  isDoubtful(sequence: number, oldest: number | undefined): boolean {
    return !this.#areNumbersWrong && oldest !== undefined && sequence > 0 && sequence < oldest;
  }

  /** Takes it for the answer that is waited for, unless `drop` is called before. */
  hold(message: RtspMessage, take: (message: RtspMessage) => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#areNumbersWrong = true;
      take(message);
    }, WAITED_MS);
  }

  /** An answer came that is no doubt the right one, or none is waited for any more. */
  drop(): void {
    clearTimeout(this.#timer);
  }
}
