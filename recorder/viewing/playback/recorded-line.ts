import { ENOUGH_BITS_PER_SECOND } from "../transcoding/rendition.ts";
import type { BandwidthEstimate } from "../output/bandwidth-estimate.ts";

/** A picture that is on its way for so much longer than it was sent early has come too late. */
const LATE_MS = 1000;

/** The way of recorded pictures to a viewer that says what has come: tells when it takes less than is sent, or perhaps more. */
export class RecordedLine {
  readonly #line: BandwidthEstimate;
  /** true when the line asks for another rendition: another player goes on from this time instead */
  readonly changed: (fromMs: number) => boolean;

  constructor(line: BandwidthEstimate, changed: (fromMs: number) => boolean) {
    this.#line = line;
    this.changed = changed;
  }

  /** What was sent `leadMs` early comes too late: nothing more is to be sent for now, and the line is asked for less. */
  isLate(leadMs: number, nextMs: number): boolean {
    const nowMs = performance.now();
    if (this.#line.behindMs(nowMs) <= leadMs + LATE_MS) return false;
    if (this.#line.lower(nowMs)) this.changed(nextMs);
    return true;
  }

  /** Asked where pictures begin that need no others: a line that has done well is asked for more. True: by another player. */
  isTakenOver(nextMs: number): boolean {
    this.#line.tryMore(ENOUGH_BITS_PER_SECOND, performance.now());
    return this.changed(nextMs);
  }
}
