import { ClockLine } from "./clock-line.ts";

/** No picture is dated further ahead of the recorder's clock than this. */
const MAX_AHEAD_MS = 200;
/** Pictures that are dated faster than they were taken, because they would be ahead, take this share of what is left. */
const SQUEEZED = 1 / 4;
/** The least distance of two pictures: files of some kinds count milliseconds. */
const MIN_STEP_MS = 1;
/** Where even that would bring dates ahead by more than this, it is some ticks of the camera's clock. */
const MIN_STEP_AHEAD_MS = 225;
const MIN_STEP_TICKS = 2;
/** Dates that are wrong by no more than this stay. */
const TOLERATED_MS = 15;
/**
 * An error up to this is taken back in the dates alone, by so small a share of a picture's duration that the pictures
 * of one fragment of a file (0.6 s) still come before those of the next; `pts` keeps the camera's own spacing.
 */
const SMALL_MS = 100;
const SMALL_CORRECTION = 0.02;
/**
 * One up to this, of a camera whose clock runs right, comes from pictures that were late at the start: its spacing holds,
 * too, and the dates come faster.
 */
const START_MS = 500;
const START_CORRECTION = 0.08;
const RIGHT_SLOPE = 0.005;
/** A larger error is taken back in this time, but never by more than this share of a picture's duration. */
const CORRECTED_IN_MS = 2000;
const MAX_CORRECTION = 0.2;
/** An error that is larger than this is taken back at once: the dates leap. */
const LEAP_MS = 2000;
/** A picture that is dated ahead of its arrival by more than this (or this share of the pause before it), and stepped
 * there, is dated wrongly. */
const MISDATED_MS = 120;
const MISDATED_SHARE = 1 / 4;
/** A camera that has just begun may send what it had kept, all at once. */
const SETTLING_MS = 5000;
const MISDATED_SETTLING_MS = 500;
/** A picture whose date lies before the ones that were given by this much does not go on from them. */
const BEHIND_MS = 500;
/** So many pictures that fit each other, but not those before, are a camera clock that was set. */
const BELIEVED_PICTURES = 3;
/** Time that the recorder's clock goes back by, which no arrival can. */
const SET_BACK_MS = 250;
/** Before a first picture others may be shown that come after it, up to this. */
const MAX_LEADING_MS = 1000;
/** Share by which the usual distance follows the newest one. */
const USUAL_FOLLOWS = 0.1;

/** What a picture was dated. */
export interface Stamp {
  /** ticks of the camera's nominal clock rate since the first picture; in the order in which pictures are shown */
  readonly pts: number;
  /** epoch ms of the recorder's clock */
  readonly wallMs: number;
  /** the recorder's time leapt, while `pts` goes on as before */
  readonly jumped: boolean;
}

interface Knot {
  readonly mediaMs: number;
  readonly wallMs: number;
  /** the date minus `pts` */
  readonly offsetMs: number;
}

/** Pictures that do not go on from those before. */
interface Strangers {
  readonly rtpTime: number;
  readonly mediaMs: number;
  readonly count: number;
  /** the least of arrival minus camera time among them */
  readonly leastMs: number;
}

/**
 * Maps RTP time to the recorder's clock. The camera says how far two pictures are apart, arrival says when that was:
 * the line between both clocks is measured, and dates follow it by steps that nobody sees. A picture that comes late
 * is dated when it was taken; one whose time fits nothing is dated by its neighbours; a camera whose clock was set or
 * stands still is dated by arrival. Dates never go back and are never ahead of the recorder's clock by more than
 * 250 ms. What the camera reports about its clock (RTCP) is not trusted.
 */
export class WallClock {
  readonly #ticksPerMs: number;
  /** epoch ms of the first picture; all times here count from it, so that they keep their fractions */
  #epochMs = 0;
  #line: ClockLine | null = null;
  #startedMs = 0;
  #receivedMs = 0;
  /** RTP time of the newest picture that fitted, and its place on the unwrapped time of the camera */
  #rtpTime = 0;
  #rtpMediaMs = 0;
  /** the two newest pictures in the order of showing */
  #last: Knot = { mediaMs: 0, wallMs: 0, offsetMs: 0 };
  #before: Knot | null = null;
  /** the latest date that was given */
  #floorMs = 0;
  #usualStepMs = 0;
  /** dates minus `pts` */
  #offsetMs = 0;
  #strangers: Strangers | null = null;

  constructor(clockRate: number) {
    this.#ticksPerMs = clockRate / 1000;
  }

  /** `receivedMs`: epoch ms of the recorder's clock when the picture was complete. Call it in order of arrival. */
  at(rtpTime: number, receivedMs: number): Stamp {
    if (!this.#line) return this.#begin(rtpTime, receivedMs);
    const cameMs = receivedMs - this.#epochMs;
    const wasSetBack = cameMs < this.#receivedMs - SET_BACK_MS;
    if (wasSetBack) this.#setBack(cameMs - this.#receivedMs - this.#usualStepMs);
    const gapMs = Math.max(0, cameMs - this.#receivedMs);
    this.#receivedMs += gapMs;
    // Signed 32-bit distance: it survives the wrap every 13 hours, and B frames that go back.
    const mediaMs = this.#rtpMediaMs + ((rtpTime - this.#rtpTime) | 0) / this.#ticksPerMs;
    const reordered = this.#reordered(mediaMs);
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

  #stamp({ wallMs, offsetMs }: Knot, jumped: boolean): Stamp {
    return { pts: Math.round((wallMs - offsetMs) * this.#ticksPerMs), wallMs: this.#epochMs + wallMs, jumped };
  }

  /** A picture that is shown between the two newest (a B frame); null: it is none. */
  #reordered(mediaMs: number): Knot | null {
    const [before, last] = [this.#before, this.#last];
    const backMs = last.mediaMs - mediaMs;
    if (backMs <= 0) return null;
    if (!before) return backMs <= MAX_LEADING_MS ? { ...last, mediaMs, wallMs: last.wallMs - backMs } : null;
    if (mediaMs <= before.mediaMs) return null;
    const share = (mediaMs - before.mediaMs) / (last.mediaMs - before.mediaMs);
    return {
      mediaMs,
      wallMs: before.wallMs + share * (last.wallMs - before.wallMs),
      offsetMs: before.offsetMs + share * (last.offsetMs - before.offsetMs),
    };
  }

  /** Whether a picture goes on from the newest one. */
  #fits(mediaMs: number, gapMs: number): boolean {
    const line = this.#line as ClockLine;
    if (mediaMs <= this.#last.mediaMs || !line.isClock) return false;
    const wallMs = line.wallOf(mediaMs);
    if (wallMs < this.#floorMs - BEHIND_MS) return false;
    const stepMs = (mediaMs - this.#last.mediaMs) * line.slope;
    const isUsual = this.#usualStepMs === 0 || stepMs <= 2 * this.#usualStepMs;
    const isSettling = this.#receivedMs - this.#startedMs < SETTLING_MS && isUsual;
    const mostMs = isSettling ? MISDATED_SETTLING_MS : Math.max(MISDATED_MS, gapMs * MISDATED_SHARE);
    return wallMs - this.#receivedMs <= mostMs || stepMs - gapMs <= mostMs;
  }

  /** Dates the picture as the newest; true: the dates leap with it. */
  #advance(rtpTime: number, mediaMs: number, isUsual: boolean): boolean {
    const line = this.#line as ClockLine;
    line.add(mediaMs, this.#receivedMs);
    const stepMs = (mediaMs - this.#last.mediaMs) * line.slope;
    const naturalMs = this.#last.wallMs + stepMs;
    const errorMs = Math.min(line.wallOf(mediaMs), this.#receivedMs) - naturalMs;
    const isLeap = errorMs > LEAP_MS;
    const isRight = Math.abs(line.slope - 1) <= RIGHT_SLOPE;
    const changeMs = isLeap ? errorMs : correction(errorMs, stepMs, isRight);
    const wallMs = this.#dated(naturalMs + changeMs);
    const isOffset =
      isLeap || (Math.abs(errorMs) <= (isRight ? START_MS : SMALL_MS) && wallMs === naturalMs + changeMs);
    if (isOffset) this.#offsetMs += changeMs;
    if (isUsual) this.#learnStep(stepMs);
    this.#before = this.#last;
    this.#last = { mediaMs, wallMs, offsetMs: this.#offsetMs };
    this.#rtpTime = rtpTime;
    this.#rtpMediaMs = mediaMs;
    return isLeap;
  }

  /** After all dates that were given, and not ahead of the clock. */
  #dated(wallMs: number): number {
    const aheadMs = this.#floorMs - this.#receivedMs;
    const leastMs = aheadMs < MIN_STEP_AHEAD_MS ? MIN_STEP_MS : MIN_STEP_TICKS / this.#ticksPerMs;
    const leftMs = MAX_AHEAD_MS - aheadMs;
    const mostMs = wallMs - this.#receivedMs > MAX_AHEAD_MS ? leftMs * SQUEEZED : Number.POSITIVE_INFINITY;
    this.#floorMs += Math.max(leastMs, Math.min(wallMs - this.#floorMs, mostMs));
    return this.#floorMs;
  }

  #learnStep(stepMs: number): void {
    if (this.#usualStepMs === 0) this.#usualStepMs = stepMs;
    else this.#usualStepMs += (Math.min(stepMs, 2 * this.#usualStepMs) - this.#usualStepMs) * USUAL_FOLLOWS;
  }

  /** Dates a picture that does not go on from those before; after some that fit each other, they are believed. */
  #strange(rtpTime: number, gapMs: number, mediaMs: number): number {
    const line = this.#line as ClockLine;
    // Frames that are shown before the first one follow it at once, or there are none.
    this.#before ??= this.#last;
    const before = this.#strangers;
    const stepMs = before ? ((rtpTime - before.rtpTime) | 0) / this.#ticksPerMs : 0;
    const isNext = before !== null && stepMs > 0 && stepMs * line.slope <= gapMs + MISDATED_SETTLING_MS;
    const ownMs = isNext ? before.mediaMs + stepMs : 0;
    const delayMs = this.#receivedMs - ownMs * line.slope;
    this.#strangers = {
      rtpTime,
      mediaMs: ownMs,
      count: isNext ? before.count + 1 : 1,
      leastMs: isNext ? Math.min(before.leastMs, delayMs) : delayMs,
    };
    const isStanding = mediaMs === this.#last.mediaMs;
    // Of one alone, its neighbours know better than its arrival, which may be late.
    const isAlone = before === null && !isStanding && this.#usualStepMs > 0 && line.isClock;
    const wallMs = this.#dated(isAlone ? this.#floorMs + this.#usualStepMs : this.#receivedMs);
    if (!line.isClock) {
      this.#goOn(rtpTime, Math.max(mediaMs, this.#last.mediaMs), wallMs);
      line.add(this.#last.mediaMs, this.#receivedMs);
      this.#strangers = null;
    } else if (this.#strangers.count >= BELIEVED_PICTURES) {
      const believedMs = line.mediaOf(this.#strangers.leastMs + ownMs * line.slope);
      this.#goOn(rtpTime, Math.max(believedMs, this.#last.mediaMs + MIN_STEP_TICKS / this.#ticksPerMs), wallMs);
      this.#strangers = null;
    }
    return wallMs;
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
    this.#floorMs += byMs;
    this.#offsetMs += byMs;
    const moved = (knot: Knot): Knot => ({
      ...knot,
      wallMs: knot.wallMs + byMs,
      offsetMs: knot.offsetMs + byMs,
    });
    this.#last = moved(this.#last);
    this.#before &&= moved(this.#before);
  }
}

/** By how much the next picture is dated other than the camera's spacing says, ms. */
function correction(errorMs: number, stepMs: number, isRight: boolean): number {
  const sizeMs = Math.abs(errorMs);
  if (sizeMs <= TOLERATED_MS) return 0;
  const isAtStart = isRight && sizeMs <= START_MS;
  const share = sizeMs <= SMALL_MS ? SMALL_CORRECTION : isAtStart ? START_CORRECTION : MAX_CORRECTION;
  const mostMs = stepMs * share;
  return Math.sign(errorMs) * Math.min(mostMs, sizeMs * Math.min(1, stepMs / CORRECTED_IN_MS));
}
