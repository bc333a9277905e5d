import type { NalGroup } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import { type KnownFrame, type SentAgain, signOf } from "./sent-again.ts";

/** Equal times are proof where they lie so far behind the first one of their connection: a clock that begins anew has not come so far. */
const CLOCK_GOES_ON_MS = 20_000;
/** What was kept comes in this share of the time that it shows, or in less. */
const BURST_SHARE = 1 / 2;
const BURST_LEAST_MS = 100;
/** Nothing is held longer for what does not come. */
const HELD_MS = 1000;
const TICKS_PER_MS = 90;

interface Opened {
  /** to be taken now */
  readonly frames: readonly NalGroup[];
  /** the connection goes on from the one before: so many ticks are added to its RTP times; null = not, or not yet known */
  readonly goesOnBy: number | null;
}

/**
 * Tells the first frames of a connection that were recorded by the one before, which some cameras send again: their last group. Equal
 * bytes alone are no proof, because a still scene has them again and again. Proof is
 *  - the same time and the same bytes, where the camera's clock goes on over its connections, or
 *  - a frame that came only once before, and all that followed it until the connection broke, in order and faster than they
 *    were taken: new ones come at the pace of time.
 * While it may be the second, frames are held.
 */
export class OpeningFrames {
  #earlier: SentAgain | null;
  #known: readonly KnownFrame[] = [];
  /** where in `known` the first one was found, and the next one should be */
  #from = -1;
  #next = -1;
  #held: NalGroup[] = [];

  /** `earlier`: what the connection before has brought; null = nothing */
  constructor(earlier: SentAgain | null) {
    this.#earlier = earlier;
  }

  /** The connection's first frames are known. */
  get isOver(): boolean {
    return this.#earlier === null;
  }

  /** `slices`: the frame without parameter sets */
  add(group: NalGroup, slices: readonly Buffer[]): Opened {
    const earlier = this.#earlier;
    if (!earlier) return { frames: [group], goesOnBy: null };
    const sign = signOf(slices);
    const isFirst = this.#held.length === 0;
    this.#held.push(group);
    if (isFirst) {
      if (this.#isSameTime(earlier, { rtpTime: group.rtpTime, sign })) return this.#end(0);
      this.#find(earlier, sign);
    } else if (this.#known[this.#next]?.sign !== sign) return this.#end(null);
    if (this.#from < 0 || !this.#isFast(group, BURST_LEAST_MS)) return this.#end(null);
    const met = this.#known[this.#next];
    const isLast = this.#next + 1 === this.#known.length;
    // Who brings all of a connection once more begins each of them with the same: those are frames of their own.
    const isFromMiddle = this.#known[this.#from]?.rtpTime !== earlier.firstTime;
    // A single one shows no pace.
    const isProof = met !== undefined && isFromMiddle && (isFirst || this.#isFast(group, 0));
    if (isLast && !isProof) return this.#end(null);
    this.#next += 1;
    if (!isLast) return NOTHING_YET;
    this.#held = [];
    return this.#end(((met?.rtpTime ?? 0) - group.rtpTime) | 0);
  }

  /** Called now and then: gives up what is held when nothing follows. */
  release(nowMs: number): readonly NalGroup[] {
    const since = this.#held[0]?.receivedMs;
    return since !== undefined && nowMs - since > HELD_MS ? this.#end(null).frames : [];
  }

  #isSameTime(earlier: SentAgain, { rtpTime, sign }: KnownFrame): boolean {
    const hasGoneOn = ((rtpTime - (earlier.firstTime ?? rtpTime)) | 0) / TICKS_PER_MS >= CLOCK_GOES_ON_MS;
    return hasGoneOn && earlier.frames.some((one) => one.rtpTime === rtpTime && one.sign === sign);
  }

  #find(earlier: SentAgain, sign: string): void {
    this.#known = earlier.frames;
    const at = this.#known.findIndex((one) => one.sign === sign);
    const isOnce = this.#known.findLastIndex((one) => one.sign === sign) === at;
    this.#from = this.#next = isOnce ? at : -1;
  }

  #isFast({ receivedMs }: NalGroup, leastMs: number): boolean {
    const [from, to] = [this.#known[this.#from], this.#known[this.#next]];
    const tookMs = receivedMs - (this.#held[0]?.receivedMs ?? receivedMs);
    const showsMs = from && to ? ((to.rtpTime - from.rtpTime) | 0) / TICKS_PER_MS : 0;
    return tookMs <= Math.max(leastMs, showsMs * BURST_SHARE);
  }

  #end(goesOnBy: number | null): Opened {
    const frames = this.#held;
    this.#held = [];
    this.#known = [];
    this.#earlier = null;
    return { frames, goesOnBy };
  }
}

const NOTHING_YET: Opened = { frames: [], goesOnBy: null };
