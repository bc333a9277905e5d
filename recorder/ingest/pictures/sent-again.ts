import { crc32 } from "node:zlib";

/** So many of the newest pictures are remembered: a group of key pictures every 20 s at 30 pictures a second. */
const REMEMBERED = 600;

/** A picture as it is known again. */
export interface KnownPicture {
  readonly rtpTime: number;
  readonly sign: string;
}

/**
 * Tells pictures that a camera sends a second time, as some do with their last group after a stall: the same time and the same bytes,
 * while time has gone on. A clock that stands still does not go back, and what is coded anew has other bytes.
 */
export class SentAgain {
  /** by RTP time, in the order in which they came */
  readonly #pictures = new Map<number, string>();
  #newest: number | null = null;
  #firstTime: number | null = null;
  /** the one before came a second time */
  #isRepeating = false;

  /** True: it came before. Call it for each picture. */
  isRepeated(rtpTime: number, nals: readonly Buffer[]): boolean {
    const picture = signOf(nals);
    this.#firstTime ??= rtpTime;
    const isBack = this.#newest !== null && ((rtpTime - this.#newest) | 0) < 0;
    // The last one of them has the newest time itself.
    const isOld = isBack || this.#isRepeating;
    this.#isRepeating = isOld && this.#pictures.get(rtpTime) === picture;
    if (this.#isRepeating) return true;
    if (!isBack) this.#newest = rtpTime;
    // Set anew, so that it is the newest.
    this.#pictures.delete(rtpTime);
    this.#pictures.set(rtpTime, picture);
    if (this.#pictures.size > REMEMBERED) this.#forgetOldest();
    return false;
  }

  /** The pictures that are remembered, in the order in which they came. */
  get pictures(): readonly KnownPicture[] {
    return Array.from(this.#pictures, ([rtpTime, sign]) => ({ rtpTime, sign }));
  }

  /** RTP time of the first picture since the camera was called or its clock was set. */
  get firstTime(): number | null {
    return this.#firstTime;
  }

  /** What comes next is sent again, even if it has the newest time. */
  resume(): void {
    this.#isRepeating = true;
  }

  /** The camera's clock was set: times that come now were not those before. */
  clear(): void {
    this.#pictures.clear();
    this.#newest = null;
    this.#firstTime = null;
  }

  #forgetOldest(): void {
    for (const time of this.#pictures.keys()) {
      this.#pictures.delete(time);
      return;
    }
  }
}

/** Equal for pictures of equal bytes, and for others by no chance that matters. */
export function signOf(nals: readonly Buffer[]): string {
  let [sum, lengths] = [0, ""];
  for (const nal of nals) {
    sum = crc32(nal, sum);
    lengths += `${nal.length},`;
  }
  return lengths + sum;
}
