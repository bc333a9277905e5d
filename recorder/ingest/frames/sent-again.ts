import { crc32 } from "node:zlib";

/** So many of the newest frames are remembered: one group of pictures at 30 frames a second with a key frame every 20 s. */
const REMEMBERED = 600;

/** A frame as it is known again. */
export interface KnownFrame {
  readonly rtpTime: number;
  readonly sign: string;
}

/**
 * Tells frames that a camera sends a second time, as some do with their last group after a stall: the same time and the same bytes,
 * while time has gone on. A clock that stands still does not go back, and what is coded anew has other bytes.
 */
export class SentAgain {
  /** by RTP time, in the order in which they came */
  readonly #frames = new Map<number, string>();
  #newest: number | null = null;
  #firstTime: number | null = null;
  /** the one before came a second time */
  #isRepeating = false;

  /** True: it came before. Call it for each frame. */
  isRepeated(rtpTime: number, nals: readonly Buffer[]): boolean {
    const sign = signOf(nals);
    this.#firstTime ??= rtpTime;
    const isBack = this.#newest !== null && ((rtpTime - this.#newest) | 0) < 0;
    // The last one of them has the newest time itself.
    const isOld = isBack || this.#isRepeating;
    this.#isRepeating = isOld && this.#frames.get(rtpTime) === sign;
    if (this.#isRepeating) return true;
    if (!isBack) this.#newest = rtpTime;
    // Set anew, so that it is the newest.
    this.#frames.delete(rtpTime);
    this.#frames.set(rtpTime, sign);
    if (this.#frames.size > REMEMBERED) this.#forgetOldest();
    return false;
  }

  /** The frames that are remembered, in the order in which they came. */
  get frames(): readonly KnownFrame[] {
    return Array.from(this.#frames, ([rtpTime, sign]) => ({ rtpTime, sign }));
  }

  /** RTP time of the first frame since the camera was called or its clock was set. */
  get firstTime(): number | null {
    return this.#firstTime;
  }

  /** What comes next is sent again, even if it has the newest time. */
  resume(): void {
    this.#isRepeating = true;
  }

  /** The camera's clock was set: times that come now were not those before. */
  clear(): void {
    this.#frames.clear();
    this.#newest = null;
    this.#firstTime = null;
  }

  #forgetOldest(): void {
    for (const time of this.#frames.keys()) {
      this.#frames.delete(time);
      return;
    }
  }
}

/** Equal for frames of equal bytes, and for others by no chance that matters. */
export function signOf(nals: readonly Buffer[]): string {
  let [sum, lengths] = [0, ""];
  for (const nal of nals) {
    sum = crc32(nal, sum);
    lengths += `${nal.length},`;
  }
  return lengths + sum;
}
