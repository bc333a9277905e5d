import { ENOUGH_BITS_PER_SECOND } from "../transcoding/rendition.ts";
import type { BandwidthEstimate } from "../output/bandwidth-estimate.ts";

/** A frame has come too late when it was on its way this much longer than the time it was sent early. */
const LATE_MS = 1000;

/**
 * Watches the line of recorded frames to a viewer that acknowledges them: reports when it carries less than is sent, or
 * perhaps more.
 */
export class RecordedLine {
  readonly #line: BandwidthEstimate;
  /** true when the line needs another rendition: another player continues from this time instead */
  readonly changed: (fromMs: number) => boolean;

  constructor(line: BandwidthEstimate, changed: (fromMs: number) => boolean) {
    this.#line = line;
    this.changed = changed;
  }

  /** What was sent `leadMs` early comes too late: sending pauses for now, and a lower bit rate is chosen. */
  isLate(leadMs: number, nextMs: number): boolean {
    const nowMs = performance.now();
    if (this.#line.behindMs(nowMs) <= leadMs + LATE_MS) return false;
    if (this.#line.lower(nowMs)) this.changed(nextMs);
    return true;
  }

  /** Called at frames that need no others: a line that has done well is given more. True: by another player. */
  isTakenOver(nextMs: number): boolean {
    this.#line.tryMore(ENOUGH_BITS_PER_SECOND, performance.now());
    return this.changed(nextMs);
  }
}
