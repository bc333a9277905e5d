import { ArrivalRhythm } from "./arrival-rhythm.ts";
import { ClockLine } from "./clock-line.ts";
import { BackwardTimes } from "./frames/backward-times.ts";
import { between, type DatedFrame, movedBy } from "./frames/dated-frame.ts";
import { correction, GivenDates, isInDatesAlone, isRightSlope } from "./given-dates.ts";

/** An error that is larger than this is taken back at once: the dates leap. */
const LEAP_MS = 2000;
/** A frame that is dated ahead of its arrival by more than this (or this share of the pause before it), and stepped
 * there, is dated wrongly. */
const MISDATED_MS = 120;
const MISDATED_SHARE = 1 / 4;
/** A camera that has just begun may send what it had kept, all at once. */
const SETTLING_MS = 5000;
const MISDATED_SETTLING_MS = 500;
/** A frame whose date lies before the ones that were given by this much does not go on from them. */
const BEHIND_MS = 500;
/** So many frames that fit each other, but not those before, are a camera clock that was set. */
const BELIEVED_FRAMES = 3;
/**
 * The first of them follows the one before at the usual distance; when the next comes neither faster nor slower than its own clock
 * says (these shares of it) and is later than that by more than this, the camera had paused.
 */
const EVEN = { least: 0.6, most: 1.5 };
const PAUSED_MS = 120;
const PAUSED_STEPS = 1.5;
/** Time that the recorder's clock goes back by, which no arrival can. */
const SET_BACK_MS = 250;
/** The least distance of two frames by the camera's clock. */
const LEAST_TICKS = 2;
/** Share by which the usual distance follows the newest one. */
const USUAL_FOLLOWS = 0.1;

/** What a frame was dated. */
export interface Stamp {
  /** ticks of the camera's nominal clock rate since the first frame; in the order in which frames are shown */
  readonly pts: number;
  /** epoch ms of the recorder's clock */
  readonly wallMs: number;
  /** the recorder's time leapt, while `pts` goes on as before */
  readonly jumped: boolean;
}

/** Gives frames their dates, in the order in which they come. */
export interface FrameClock {
  at(rtpTime: number, receivedMs: number): Stamp;
  /** frames may come out of order */
  isReordered: boolean;
  /** it is known that what the camera counts runs backwards */
  isBackward?: boolean;
}

/** Frames that do not go on from those before. */
interface Strangers {
  readonly rtpTime: number;
  /** by the clock as it was before, as if they followed */
  readonly mediaMs: number;
  readonly count: number;
  /** the first one does not follow by far: the clock was set, and does not just run otherwise than it was thought to */
  readonly isSet: boolean;
  /** the newest one's date */
  readonly wallMs: number;
  /** the least of their delays by `mediaMs` */
  readonly leastMs: number;
}

/**
 * Maps RTP time to the recorder's clock. The camera says how far two frames are apart, arrival says when that was:
 * the line between both clocks is measured, and dates follow it by steps that nobody sees. A frame that comes late
 * is dated when it was taken; one whose time fits nothing is dated by its neighbours; a camera whose clock was set or
 * stands still is dated by arrival. Dates never go back and are never ahead of the recorder's clock by more than
 * 250 ms. What the camera reports about its clock (RTCP) is not trusted.
 */
export class WallClock implements FrameClock {
  readonly #ticksPerMs: number;
  /** epoch ms of the first frame; all times here count from it, so that they keep their fractions */
  #epochMs = 0;
  #line: ClockLine | null = null;
  #startedMs = 0;
  #receivedMs = 0;
  /** RTP time of the newest frame that fitted, and its place on the unwrapped time of the camera */
  #rtpTime = 0;
  #rtpMediaMs = 0;
  /** the two newest frames in the order of showing */
  #last: DatedFrame = { mediaMs: 0, wallMs: 0, offsetMs: 0 };
  #before: DatedFrame | null = null;
  readonly #dates: GivenDates;
  #usualStepMs = 0;
  readonly #backward = new BackwardTimes();
  isBackward = false;
  readonly #arrivals = new ArrivalRhythm();
  /** dates minus `pts` */
  #offsetMs = 0;
  #strangers: Strangers | null = null;

  constructor(clockRate: number) {
    this.#ticksPerMs = clockRate / 1000;
    this.#dates = new GivenDates(this.#ticksPerMs);
  }

  /** Frames may come out of order. */
  set isReordered(isReordered: boolean) {
    this.#dates.isReordered = isReordered;
  }

  /** `receivedMs`: epoch ms of the recorder's clock when the frame was complete. Call it in order of arrival. */
  at(rtpTime: number, receivedMs: number): Stamp {
    if (!this.#line) return this.#begin(rtpTime, receivedMs);
    const cameMs = receivedMs - this.#epochMs;
    const wasSetBack = cameMs < this.#receivedMs - SET_BACK_MS;
    if (wasSetBack) this.#setBack(cameMs - this.#receivedMs - this.#usualStepMs);
    const gapMs = Math.max(0, cameMs - this.#receivedMs);
    this.#receivedMs += gapMs;
    this.#arrivals.came(gapMs);
    // Signed 32-bit distance: it survives the wrap every 13 hours, and B frames that go back.
    const mediaMs = this.#rtpMediaMs + ((rtpTime - this.#rtpTime) | 0) / this.#ticksPerMs;
    const isBackward = this.#before === null && (this.isBackward || this.#backward.add(mediaMs));
    const reordered = isBackward ? null : between(this.#before, this.#last, mediaMs);
    if (reordered) {
      this.#rtpTime = rtpTime;
      this.#rtpMediaMs = mediaMs;
      return this.#stamp(reordered, wasSetBack);
    }
    if (!this.#fits(mediaMs, gapMs)) {
      const wallMs = this.#strange(rtpTime, gapMs, mediaMs);
      return this.#stamp({ mediaMs, wallMs, offsetMs: this.#offsetMs }, wasSetBack);
    }
    const strangersBefore = this.#strangers;
    this.#strangers = null;
    const hasLeapt = this.#advance(rtpTime, mediaMs, strangersBefore === null);
    return this.#stamp(this.#last, wasSetBack || hasLeapt);
  }

  #begin(rtpTime: number, receivedMs: number): Stamp {
    this.#epochMs = receivedMs;
    this.#line = new ClockLine(0, 0);
    this.#rtpTime = rtpTime;
    return this.#stamp(this.#last, false);
  }

  #stamp({ wallMs, offsetMs }: DatedFrame, jumped: boolean): Stamp {
    return { pts: Math.round((wallMs - offsetMs) * this.#ticksPerMs), wallMs: this.#epochMs + wallMs, jumped };
  }

  /** Whether a frame goes on from the newest one. */
  #fits(mediaMs: number, gapMs: number): boolean {
    const line = this.#line as ClockLine;
    if (mediaMs <= this.#last.mediaMs || !line.isClock) return false;
    const wallMs = line.wallOf(mediaMs);
    if (wallMs < this.#dates.latestMs - BEHIND_MS) return false;
    const stepMs = (mediaMs - this.#last.mediaMs) * line.slope;
    const isUsual = this.#usualStepMs === 0 || stepMs <= 2 * this.#usualStepMs;
    const isSettling = this.#receivedMs - this.#startedMs < SETTLING_MS && isUsual;
    const mostMs = isSettling ? MISDATED_SETTLING_MS : Math.max(MISDATED_MS, gapMs * MISDATED_SHARE);
    return wallMs - this.#receivedMs <= mostMs || stepMs - gapMs <= mostMs;
  }

  /** Dates the frame as the newest; true: the dates leap with it. */
  #advance(rtpTime: number, mediaMs: number, isUsual: boolean): boolean {
    const line = this.#line as ClockLine;
    line.add(mediaMs, this.#receivedMs);
    const stepMs = (mediaMs - this.#last.mediaMs) * line.slope;
    const naturalMs = this.#last.wallMs + stepMs;
    const errorMs = Math.min(line.wallOf(mediaMs), this.#receivedMs) - naturalMs;
    const isLeap = errorMs > LEAP_MS;
    const isRight = isRightSlope(line.slope);
    const changeMs = isLeap ? errorMs : correction(errorMs, stepMs, isRight);
    const { latestMs } = this.#dates;
    const wallMs = this.#dates.next(naturalMs + changeMs, this.#receivedMs);
    const isOffset = isLeap || (isInDatesAlone(errorMs, isRight) && wallMs === naturalMs + changeMs);
    // Frames whose time fitted nothing may have been dated behind the one that this goes on from: `pts` is after theirs.
    if (isOffset) this.#offsetMs += Math.min(changeMs, wallMs - latestMs - LEAST_TICKS / this.#ticksPerMs);
    if (isUsual) this.#learnStep(stepMs);
    this.#before = this.#last;
    this.#last = { mediaMs, wallMs, offsetMs: this.#offsetMs };
    this.#rtpTime = rtpTime;
    this.#rtpMediaMs = mediaMs;
    return isLeap;
  }

  #learnStep(stepMs: number): void {
    if (this.#usualStepMs === 0) this.#usualStepMs = stepMs;
    else this.#usualStepMs += (Math.min(stepMs, 2 * this.#usualStepMs) - this.#usualStepMs) * USUAL_FOLLOWS;
  }

  /** Dates a frame that does not go on from those before; after some that fit each other, they are believed. */
  #strange(rtpTime: number, gapMs: number, mediaMs: number): number {
    const line = this.#line as ClockLine;
    // Frames that are shown before the first one follow it at once, or there are none.
    this.#before ??= this.#last;
    const before = this.#strangers;
    const stepMs = before ? ((rtpTime - before.rtpTime) | 0) / this.#ticksPerMs : 0;
    const isNext = before !== null && stepMs > 0 && stepMs * line.slope <= gapMs + MISDATED_SETTLING_MS;
    const isStanding = mediaMs === this.#last.mediaMs;
    // Of the first one, its neighbours know better than its arrival, which may be late.
    const isFirst = before === null && !isStanding && this.#usualStepMs > 0 && line.isClock;
    const ownMs = isNext ? before.mediaMs + stepMs : this.#last.mediaMs + this.#usualStepMs / line.slope;
    const naturalMs = isNext ? before.wallMs + stepMs * line.slope : this.#dates.latestMs + this.#usualStepMs;
    const hasPaused = isNext && this.#hasPaused(naturalMs, gapMs, stepMs * line.slope);
    const isSet = isNext ? before.isSet : line.isKnown || this.#isFarOff(mediaMs);
    const isNatural = isFirst || (isNext && isSet && !hasPaused);
    const arrivalMs = hasPaused ? this.#receivedMs : this.#arrivals.dateOf(this.#receivedMs, this.#dates.latestMs);
    const wallMs = this.#dates.next(isNatural ? naturalMs : arrivalMs, this.#receivedMs);
    const delayMs = this.#receivedMs - line.wallOf(ownMs);
    this.#strangers = {
      rtpTime,
      mediaMs: hasPaused ? line.mediaOf(this.#receivedMs) : ownMs,
      count: isNext ? before.count + 1 : 1,
      isSet,
      wallMs,
      leastMs: hasPaused ? 0 : isNext ? Math.min(before.leastMs, delayMs) : delayMs,
    };
    if (!line.isClock) {
      this.#goOn(rtpTime, Math.max(mediaMs, this.#last.mediaMs), wallMs);
      line.add(this.#last.mediaMs, this.#receivedMs);
      this.#strangers = null;
    } else if (this.#strangers.count >= BELIEVED_FRAMES) {
      this.#believe(this.#strangers, line);
      this.#strangers = null;
    }
    return wallMs;
  }

  /** From here on the camera's clock counts as the strangers do. */
  #believe({ rtpTime, mediaMs, wallMs, leastMs, isSet }: Strangers, line: ClockLine): void {
    // How fast a clock runs that is not known yet, only arrival tells.
    const believedMs = isSet ? mediaMs : mediaMs + leastMs / line.slope;
    this.#goOn(rtpTime, Math.max(believedMs, this.#last.mediaMs + LEAST_TICKS / this.#ticksPerMs), wallMs);
    if (isSet) line.restart(this.#last.mediaMs, this.#receivedMs);
  }

  #isFarOff(mediaMs: number): boolean {
    const stepMs = mediaMs - this.#last.mediaMs;
    return stepMs < -BEHIND_MS || stepMs > LEAP_MS;
  }

  #hasPaused(naturalMs: number, gapMs: number, stepMs: number): boolean {
    const isEven = gapMs >= EVEN.least * stepMs && gapMs <= EVEN.most * stepMs;
    return isEven && this.#receivedMs - naturalMs > Math.max(PAUSED_MS, PAUSED_STEPS * this.#usualStepMs);
  }

  /** From here the camera's clock counts as `mediaMs`. */
  #goOn(rtpTime: number, mediaMs: number, wallMs: number): void {
    this.#rtpTime = rtpTime;
    this.#rtpMediaMs = mediaMs;
    this.#last = { mediaMs, wallMs, offsetMs: this.#offsetMs };
    this.#before = this.#last;
  }

  /** The recorder's own clock was set back: all dates move with it. */
  #setBack(byMs: number): void {
    this.#line?.shift(byMs);
    this.#receivedMs += byMs;
    this.#startedMs += byMs;
    this.#dates.latestMs += byMs;
    this.#offsetMs += byMs;
    this.#last = movedBy(this.#last, byMs);
    this.#before &&= movedBy(this.#before, byMs);
  }
}
