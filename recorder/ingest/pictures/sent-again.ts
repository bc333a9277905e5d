import type { NalGroup } from "#recorder/rtp/nal-depacketizer.ts";

/** So many of the newest pictures are remembered: a group of key pictures every 20 s at 15 pictures a second. */
const REMEMBERED = 300;
/** These bytes at a unit's end, and the lengths of all, tell pictures of one time apart. */
const END_BYTES = 16;

/**
 * Tells pictures that a camera sends a second time, as some do with their last group after a stall: the same time and the same bytes,
 * while time has gone on. A clock that stands still does not go back, and what is coded anew has other bytes.
 */
export class SentAgain {
  /** by RTP time, in the order in which they came */
  readonly #pictures = new Map<number, string>();
  #newest: number | null = null;
  /** the one before came a second time */
  #isRepeating = false;

  /** True: it came before. Call it for each picture. */
  isRepeated({ rtpTime, nals }: NalGroup): boolean {
    const picture = signOf(nals);
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

  /** The camera's clock was set: times that come now were not those before. */
  clear(): void {
    this.#pictures.clear();
    this.#newest = null;
  }

  #forgetOldest(): void {
    for (const time of this.#pictures.keys()) {
      this.#pictures.delete(time);
      return;
    }
  }
}

const signOf = (nals: readonly Buffer[]): string =>
  `${nals.map(({ length }) => length).join()} ${nals.at(-1)?.toString("latin1", Math.max(0, (nals.at(-1)?.length ?? 0) - END_BYTES)) ?? ""}`;
