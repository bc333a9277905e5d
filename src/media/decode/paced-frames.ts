/**
 * Recorded frames from the wire to their moment. Keeps what `DecodeAhead` has decoded in the order of play, and
 * presents each frame when the playback clock reaches it. When it is late, it plays faster until it has caught up. When
 * it is very late, it requests a new start at the clock's time.
 */
import type { ClockMember, SharedClock } from "../shared-clock.ts";
import type { DecodedFrame, EncodedFrame } from "./encoded-frame.ts";
import { DecodeAhead, type PacedDecoder, type Playing } from "./decode-ahead.ts";
import { GapAhead } from "./gap-ahead.ts";
import { isDue, nextDueInFastPlay, PresentQueue, showsEvery } from "./present-queue.ts";
import { TileTime } from "./tile-time.ts";

interface PacedHandlers {
  /** the frame's moment has come; the receiver owns it */
  show(frame: DecodedFrame): void;
  /** too far behind: play again from `timeMs` (server ms) */
  restart(timeMs: number): void;
  /** everything up to the end has been shown */
  drained(): void;
  /** everything before a gap has been shown, or there was nothing; server ms, in the order of time */
  gapReached(fromMs: number, toMs: number): void;
}

/** Where every frame is shown, a late one follows no sooner than a display can show the one before it. */
const EVERY_FRAME_MS = 15;
/** A pause a little ahead of the shown frame means that the wall's clock is ahead of this tile; it is not a seek. */
const CONTINUE_WITHIN_MS = 250;

export class PacedFrames implements ClockMember {
  readonly #decoder: PacedDecoder;
  readonly #handlers: PacedHandlers;
  readonly #queue = new PresentQueue();
  readonly #ahead: DecodeAhead;
  #clock: SharedClock | null = null;
  #rate = 1;
  /** a single frame was requested: it is decoded forward, whatever the rate */
  #still = false;
  /** everything for that single frame has arrived: the frames that its decoding needs, and the frame itself */
  #stillComplete = false;
  readonly #time = new TileTime();
  #presentedAtMs = 0;
  #awaitingFirst = false;
  #ended = false;
  #drained = false;
  readonly #gap = new GapAhead();
  #shown: { readonly wallMs: number; readonly durationMs: number } | null = null;

  constructor(decoder: PacedDecoder, handlers: PacedHandlers) {
    this.#decoder = decoder;
    this.#handlers = handlers;
    this.#ahead = new DecodeAhead(decoder, {
      playing: () => this.#playing(),
      arrived: (frame) => this.#arrive(frame),
      reversed: (frames) => this.#takePart(frames),
      flushed: () => this.#clock?.wake(),
    });
  }

  /** Frames that have arrived and are not shown yet. */
  get waiting(): number {
    return this.#queue.length + this.#ahead.waiting;
  }
  get shownWallMs(): number {
    return this.#shown?.wallMs ?? 0;
  }
  get awaitingFirst(): boolean {
    return this.#awaitingFirst;
  }

  /** Nothing is recorded where the play begins, so no first frame arrives before the gap's end. */
  get waitsInGap(): boolean {
    return this.#awaitingFirst && this.#gap.begins;
  }

  /** A new start: drops everything that waits. `timeMs` is where the tile's time begins. */
  begin(clock: SharedClock, rate: number, paused: boolean, timeMs: number): void {
    this.clear();
    this.#useClock(clock);
    this.#rate = rate;
    this.#still = paused;
    this.#time.localMs = timeMs;
    this.#awaitingFirst = true;
  }

  /**
   * True when a pause or resume at `timeMs` needs nothing from the recorder: the shown frame is the right one, or the
   * right one is here.
   */
  canContinue(rate: number, timeMs: number): boolean {
    const shown = this.#shown;
    if (!shown || rate !== this.#rate || this.#awaitingFirst || this.#drained) return false;
    // an emptied decoder needs a key frame, unless everything is here already
    if (this.#decoder.needsKey && !this.#ended && !(rate < 0)) return false;
    const end = shown.wallMs + shown.durationMs;
    if (timeMs + 0.5 >= shown.wallMs && timeMs + 0.5 < end) return true;
    const beyond = rate > 0 ? timeMs - end : shown.wallMs - timeMs;
    return beyond > -1 && beyond <= CONTINUE_WITHIN_MS * Math.abs(rate) && this.#queue.covers(timeMs, rate);
  }

  /** Pause or resume without a new start; the clock has been set already. */
  continue(paused: boolean, timeMs: number): void {
    if (!paused) this.#still = false;
    this.#time.localMs = timeMs;
    this.#clock?.ready(this, performance.now());
  }

  /** A single new frame is wanted (a step): drops what waits, keeps the clock. */
  beginStep(): void {
    this.#forget();
    this.#still = true;
    this.#awaitingFirst = true;
  }

  /** The next frame in forward order if it is here already: a step without the recorder. */
  stepForward(): boolean {
    const frame = this.#rate > 0 ? this.#queue.takeFirst() : null;
    if (!frame) return false;
    this.#time.localMs = frame.wallMs;
    this.#present(frame);
    this.#ahead.feed();
    return true;
  }

  push(frame: EncodedFrame): void {
    this.#gap.passed();
    if (this.#still && !frame.pre) this.#stillComplete = true;
    this.#ahead.push(frame);
  }

  endGroup(): void {
    this.#ahead.endGroup();
    this.#ahead.feed();
  }

  /** Nothing follows. */
  end(): void {
    // A step beyond the first or last frame: the shown frame stays.
    if (this.#still && this.#awaitingFirst && this.waiting === 0) {
      this.#awaitingFirst = false;
      return;
    }
    this.#ahead.endGroup();
    this.#ended = true;
    this.#ahead.feed();
    this.#clock?.wake();
  }

  /** Nothing is recorded in this stretch: the clock runs on without frames. */
  gap(fromMs: number, toMs: number): void {
    this.#gap.report(fromMs, toMs);
    this.#ahead.feed();
    this.#reachGap();
    if (this.#awaitingFirst && this.#idle) {
      this.#gap.begins = true;
      this.#clock?.readyInGap(this, performance.now());
    }
    this.#clock?.wake();
  }

  /** A frame that arrives decoded (JPEG), or the decoder's output. */
  decoded(frame: DecodedFrame): void {
    this.#ahead.decoded(frame);
  }

  /** The decoder has room again, or was rebuilt. */
  progress(): void {
    this.#ahead.feed();
  }

  pump(nowMs: number): number {
    const clock = this.#clock;
    if (!clock || this.#awaitingFirst) return Number.POSITIVE_INFINITY;
    const clockMs = this.#time.advance(clock, this.#rate, nowMs);
    const restMs = showsEvery(this.#rate) ? this.#presentedAtMs + EVERY_FRAME_MS - nowMs : 0;
    const frame = restMs > 0 ? null : this.#queue.takeToShow(this.#time.localMs, this.#rate);
    if (frame) this.#present(frame);
    this.#ahead.feed();
    this.#reachGap();
    if (this.#queue.length === 0) return this.#dry(clock, clockMs, nowMs);
    if (!clock.running) return Number.POSITIVE_INFINITY;
    const dueMs = this.#queue.nextDueMs(this.#rate) ?? this.#time.localMs;
    this.#restartWhenLate(clockMs, nowMs);
    if (isDue(dueMs, this.#time.localMs, this.#rate)) return frame ? EVERY_FRAME_MS : Math.max(0, restMs);
    return this.#time.untilMs(dueMs, clockMs, this.#rate);
  }

  /**
   * Fast play shows one frame for each stride: the newest frame here belongs to an earlier stride, and more frames will
   * come.
   */
  lacks(clockMs: number): boolean {
    if (this.#ended || this.#drained || this.#gap.isLast || this.#still) return false;
    const newest = this.#queue.last ?? this.#shown;
    return newest === null || isDue(nextDueInFastPlay(newest, this.#rate), clockMs, this.#rate);
  }

  clear(): void {
    this.#forget();
    this.#shown = null;
  }

  /** Leaves the clock and frees what waits. */
  stop(): void {
    this.clear();
    this.#clock?.leave(this);
    this.#clock = null;
  }

  #useClock(clock: SharedClock): void {
    if (this.#clock !== clock) this.#clock?.leave(this);
    this.#clock = clock;
    clock.join(this);
  }

  #forget(): void {
    this.#queue.clear();
    this.#ahead.clear();
    this.#ended = false;
    this.#drained = false;
    this.#gap.forget();
    this.#stillComplete = false;
    this.#awaitingFirst = false;
  }

  /** The queue is empty: the tile's time stops at the end of the shown frame, unless there is nothing to wait for. */
  #dry(clock: SharedClock, clockMs: number, nowMs: number): number {
    if (this.#ended && this.#idle) {
      this.#ended = false;
      this.#drained = true;
      this.#handlers.drained();
      return Number.POSITIVE_INFINITY;
    }
    if (!clock.running) return Number.POSITIVE_INFINITY;
    const shown = this.#shown;
    if (!this.#gap.isLast && !this.#drained && shown) {
      this.#time.waitBehind(shown, this.#rate);
      if (clock.alone) clock.rebase(this.#time.localMs, nowMs);
      else this.#restartWhenLate(clockMs, nowMs);
    }
    return Number.POSITIVE_INFINITY;
  }

  get #idle(): boolean {
    return this.#queue.length === 0 && this.#ahead.isIdle;
  }

  #reachGap(): void {
    // a stopped clock brings no tile to a gap: a tile that shows a frame is still before it
    const canReach = this.#awaitingFirst ? this.#idle : this.#clock?.running === true;
    const gap = canReach ? this.#gap.reach(this.#time.localMs, this.#rate, this.#idle) : null;
    if (gap) this.#handlers.gapReached(gap.fromMs, gap.toMs);
  }

  #restartWhenLate(clockMs: number, nowMs: number): void {
    if (this.#time.mustRestart(clockMs, this.#rate, nowMs)) this.#handlers.restart(clockMs);
  }

  #arrive(frame: DecodedFrame): void {
    this.#queue.push(frame);
    if (this.#awaitingFirst) this.#first();
    this.#clock?.wake();
  }

  /** After a seek the first frame is shown at once, before the clock runs. */
  #first(): void {
    const nowMs = performance.now();
    if (this.#gap.begins && this.#clock?.running) this.#time.localMs = this.#clock.now(nowMs);
    const frame = this.#queue.takeDue(this.#time.localMs, this.#rate) ?? this.#queue.takeFirst();
    if (!frame) return;
    this.#awaitingFirst = false;
    this.#time.begin(nowMs);
    this.#present(frame);
    this.#clock?.ready(this, nowMs);
  }

  #present(frame: DecodedFrame): void {
    this.#shown = { wallMs: frame.wallMs, durationMs: frame.durationMs };
    this.#presentedAtMs = performance.now();
    this.#handlers.show(frame);
  }

  #playing(): Playing {
    return {
      rate: this.#rate,
      still: this.#still,
      localMs: this.#time.localMs,
      queued: this.#queue.length,
      // Also flushes for a single frame, once it is here. Flushing earlier, while the frames before it still arrive,
      // would make the decoder wait for a key frame that never comes.
      isLast: this.#ended || this.#gap.isLast || (this.#stillComplete && this.#awaitingFirst),
    };
  }

  /** The reversed frames of a part of a group, in the order of play. */
  #takePart(frames: readonly DecodedFrame[]): void {
    for (const frame of frames) this.#queue.push(frame);
    if (this.#awaitingFirst) this.#first();
    this.#clock?.wake();
  }
}
