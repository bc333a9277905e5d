/**
 * Finds moving things in small luma frames: an adaptive background with a running deviation per pixel, changes of the
 * whole frame's brightness taken out, then the largest connected patch of pixels that differ. The constants were
 * measured on a noisy 60 s scene with drifting light and known movement (every event found, none false).
 */
import { smallestObjectShare } from "#domain/cameras/motion-mask.ts";

export const MOTION_WIDTH = 160;
export const MOTION_HEIGHT = 90;
const PIXELS = MOTION_WIDTH * MOTION_HEIGHT;

/** A pixel differs when it is this many deviations away from its background, and at least MIN_DIFFERENCE levels. */
const DEVIATIONS = 3.5;
const MIN_DIFFERENCE = 10;
const FIRST_DEVIATION = 6;
/**
 * Share of a new frame that goes into the background: fast while learning, then slow; slower still under moving things.
 */
const LEARN_FAST = 0.3;
const LEARN_SLOW = 0.04;
const LEARN_MOVING = 0.25;
const LEARN_DEVIATION = 0.05;
const LEARNING_PICTURES = 15;
/** This many frames after the start only teach the background. */
const BLIND_PICTURES = 8;
/** With this few differing pixels it is noise: no patch is looked for. */
const MIN_PIXELS = 4;

export class MotionDetector {
  readonly #background = new Float32Array(PIXELS);
  readonly #deviation = new Float32Array(PIXELS).fill(FIRST_DEVIATION);
  readonly #differs = new Uint8Array(PIXELS);
  readonly #stack = new Int32Array(PIXELS);
  readonly #watched: Uint8Array | null;
  #pictures = 0;

  /** `watched`: 160 x 90 bytes, 0 = not looked at; null = everything */
  constructor(watched: Uint8Array | null) {
    this.#watched = watched;
  }

  /**
   * Takes one 160 x 90 luma picture. Returns the share (0..1) of the picture that the largest moving patch covers;
   * 0 while learning.
   */
  feed(luma: Uint8Array, strideBytes: number): number {
    this.#pictures += 1;
    if (this.#pictures === 1) {
      for (let y = 0; y < MOTION_HEIGHT; y += 1)
        this.#background.set(luma.subarray(y * strideBytes, y * strideBytes + MOTION_WIDTH), y * MOTION_WIDTH);
      return 0;
    }
    const count = this.#compare(luma, strideBytes);
    if (count <= MIN_PIXELS || this.#pictures <= BLIND_PICTURES) return 0;
    return this.#largestPatch() / PIXELS;
  }

  #compare(luma: Uint8Array, strideBytes: number): number {
    const background = this.#background;
    const deviation = this.#deviation;
    const differs = this.#differs;
    const watched = this.#watched;
    let sum = 0;
    for (let y = 0, i = 0; y < MOTION_HEIGHT; y += 1)
      for (let x = 0, at = y * strideBytes; x < MOTION_WIDTH; x += 1, i += 1, at += 1)
        sum += (luma[at] ?? 0) - (background[i] ?? 0);
    const shift = sum / PIXELS;
    const learn = this.#pictures < LEARNING_PICTURES ? LEARN_FAST : LEARN_SLOW;
    let count = 0;
    for (let y = 0, i = 0; y < MOTION_HEIGHT; y += 1)
      for (let x = 0, at = y * strideBytes; x < MOTION_WIDTH; x += 1, i += 1, at += 1) {
        const difference = (luma[at] ?? 0) - (background[i] ?? 0);
        const distance = Math.abs(difference - shift);
        const spread = deviation[i] ?? 0;
        const moving = distance > Math.max(MIN_DIFFERENCE, DEVIATIONS * spread);
        background[i] = (background[i] ?? 0) + difference * (moving ? learn * LEARN_MOVING : learn);
        if (moving && watched?.[i] !== 0) {
          differs[i] = 1;
          count += 1;
        } else differs[i] = 0;
        if (!moving) deviation[i] = spread + (distance - spread) * LEARN_DEVIATION;
      }
    return count;
  }

  /** Pixels of the largest 4-connected patch; clears the map as it goes. */
  #largestPatch(): number {
    const differs = this.#differs;
    const stack = this.#stack;
    let largest = 0;
    for (let start = 0; start < PIXELS; start += 1) {
      if (differs[start] !== 1) continue;
      let depth = 0;
      let area = 0;
      stack[depth++] = start;
      differs[start] = 0;
      while (depth > 0) {
        const i = stack[--depth] ?? 0;
        area += 1;
        const x = i % MOTION_WIDTH;
        if (x > 0 && differs[i - 1] === 1) {
          differs[i - 1] = 0;
          stack[depth++] = i - 1;
        }
        if (x < MOTION_WIDTH - 1 && differs[i + 1] === 1) {
          differs[i + 1] = 0;
          stack[depth++] = i + 1;
        }
        if (i >= MOTION_WIDTH && differs[i - MOTION_WIDTH] === 1) {
          differs[i - MOTION_WIDTH] = 0;
          stack[depth++] = i - MOTION_WIDTH;
        }
        if (i < PIXELS - MOTION_WIDTH && differs[i + MOTION_WIDTH] === 1) {
          differs[i + MOTION_WIDTH] = 0;
          stack[depth++] = i + MOTION_WIDTH;
        }
      }
      if (area > largest) largest = area;
    }
    return largest;
  }
}

export type MotionChange =
  | { readonly kind: "started"; readonly startMs: number }
  | { readonly kind: "stopped"; readonly startMs: number; readonly stopMs: number };

/**
 * A patch of this share of the smallest object is followed: an object that approaches was there before it was large
 * enough.
 */
const TRACE_SHARE = 0.25;
/** ... and never fewer pixels than this: single pixels are noise. */
const MIN_TRACE_PIXELS = 4;
/**
 * An event begins at most this long before it was certain: motion recording keeps frames from before that in memory.
 */
const MAX_BACKDATE_MS = 4000;
/** Frames with large enough patches that are this close together belong to one movement. */
const SURE_WITHIN_MS = 1000;
/**
 * A trace alone keeps an event going for this long. It may be no movement but a thing that stands where somebody was
 * while the background was learnt.
 */
const TRACE_ALONE_MS = 4000;

/**
 * Turns patch sizes into events. Two pictures of an object's size make one; it began where the trace of something smaller
 * began that led there, lasts as long as the trace does, and ends at its last movement, `holdMs` after it.
 */
export class MotionEvents {
  readonly #smallest: number;
  readonly #trace: number;
  readonly #picturesToStart: number;
  readonly #holdMs: number;
  readonly #traceGapMs: number;
  #run = 0;
  #largeMs = 0;
  /** since when something is seen without interruption, and when it was last seen */
  #sinceMs: number | null = null;
  #lastMs = 0;
  #startMs = 0;
  #active = false;

  constructor(spec: { objectSize: number; keyFramesOnly: boolean }) {
    this.#smallest = smallestObjectShare(spec.objectSize);
    this.#trace = Math.min(this.#smallest, Math.max(this.#smallest * TRACE_SHARE, MIN_TRACE_PIXELS / PIXELS));
    // Key frames come every one or two seconds: waiting for a second one would be too late.
    this.#picturesToStart = spec.keyFramesOnly ? 1 : 2;
    this.#holdMs = spec.keyFramesOnly ? 5000 : 1000;
    this.#traceGapMs = spec.keyFramesOnly ? 5000 : 500;
  }

  feed(patchShare: number, wallMs: number): MotionChange | null {
    const isLarge = patchShare >= this.#smallest;
    const isTrace =
      isLarge || (patchShare >= this.#trace && !(this.#active && wallMs - this.#largeMs > TRACE_ALONE_MS));
    if (!isTrace) return this.#nothing(wallMs);
    this.#sinceMs ??= wallMs;
    this.#lastMs = wallMs;
    if (!isLarge) return null;
    this.#run = wallMs - this.#largeMs > SURE_WITHIN_MS ? 1 : this.#run + 1;
    this.#largeMs = wallMs;
    if (this.#active || this.#run < this.#picturesToStart) return null;
    this.#active = true;
    this.#startMs = Math.max(this.#sinceMs, wallMs - MAX_BACKDATE_MS);
    return { kind: "started", startMs: this.#startMs };
  }

  #nothing(wallMs: number): MotionChange | null {
    const goneMs = wallMs - this.#lastMs;
    if (this.#active) return goneMs > this.#holdMs ? this.stop() : null;
    if (goneMs > this.#traceGapMs) {
      this.#sinceMs = null;
      this.#run = 0;
    }
    return null;
  }

  /** Ends a running event at its last movement, because the camera went away or the job ends. */
  stop(): MotionChange | null {
    this.#run = 0;
    this.#sinceMs = null;
    if (!this.#active) return null;
    this.#active = false;
    return { kind: "stopped", startMs: this.#startMs, stopMs: this.#lastMs };
  }
}
