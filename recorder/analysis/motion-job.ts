import { PNG } from "pngjs";
import { isReadableMask } from "#domain/cameras/motion-mask.ts";
import type { Frame } from "#recorder/codec/av-shared.ts";
import { firstPlane, Scaler } from "#recorder/codec/av-video.ts";
import type { FrameSink } from "./feed-decoder.ts";
import { MOTION_HEIGHT, MOTION_WIDTH, type MotionChange, MotionDetector, MotionEvents } from "./motion-detector.ts";
import type { MotionJobSpec } from "./wire.ts";

/** Frames per second that are analysed; more of them find no more (measured) and cost more. */
const PICTURES_PER_SECOND = 5;
/** After a gap this long between frames the background is learnt anew: day may have become night. */
const FORGET_AFTER_MS = 30_000;

/** Watches decoded frames for movement. */
export class MotionJob implements FrameSink {
  readonly #scaler = new Scaler(MOTION_WIDTH, MOTION_HEIGHT, "gray8", "fast");
  readonly #events: MotionEvents;
  readonly #watched: Uint8Array | null;
  readonly #minimumMs: number;
  readonly #onChange: (change: MotionChange) => void;
  #detector: MotionDetector;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** `mask`: PNG, white = watched; empty = everything. Throws when it is not a PNG. */
  constructor(spec: MotionJobSpec, mask: Uint8Array, onChange: (change: MotionChange) => void) {
    this.#events = new MotionEvents(spec);
    this.#watched = mask.byteLength > 0 ? watchedPixels(mask) : null;
    this.#minimumMs = spec.keyFramesOnly ? 0 : (1000 / PICTURES_PER_SECOND) * 0.84;
    this.#onChange = onChange;
    this.#detector = new MotionDetector(this.#watched);
  }

  picture(frame: Frame, wallMs: number): void {
    const sinceMs = wallMs - this.#lastMs;
    if (sinceMs >= 0 && sinceMs < this.#minimumMs) return;
    if (sinceMs > FORGET_AFTER_MS || sinceMs < 0) this.#forget();
    this.#lastMs = wallMs;
    const { data, strideBytes } = firstPlane(this.#scaler.scale(frame));
    const change = this.#events.feed(this.#detector.feed(data, strideBytes), wallMs);
    if (change) this.#onChange(change);
  }

  discontinuity(): void {}

  /** Ends a running event. */
  close(): void {
    const change = this.#events.stop();
    if (change) this.#onChange(change);
    this.#scaler.close();
  }

  #forget(): void {
    const change = this.#events.stop();
    if (change) this.#onChange(change);
    this.#detector = new MotionDetector(this.#watched);
  }
}

/**
 * The mask at the detector's size: a point is watched when most of the mask's pixels under it are light and opaque.
 * Throws when the data are not a PNG.
 */
export function watchedPixels(mask: Uint8Array): Uint8Array {
  // A database may have one that an older version has taken.
  if (!isReadableMask(mask)) throw new Error("no mask that can be read");
  const png = PNG.sync.read(Buffer.from(mask));
  const watched = new Uint8Array(MOTION_WIDTH * MOTION_HEIGHT);
  for (let y = 0; y < MOTION_HEIGHT; y += 1)
    for (let x = 0; x < MOTION_WIDTH; x += 1) {
      const left = Math.floor((x * png.width) / MOTION_WIDTH);
      const right = Math.max(left + 1, Math.floor(((x + 1) * png.width) / MOTION_WIDTH));
      const top = Math.floor((y * png.height) / MOTION_HEIGHT);
      const bottom = Math.max(top + 1, Math.floor(((y + 1) * png.height) / MOTION_HEIGHT));
      let light = 0;
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1) {
          const at = (row * png.width + column) * 4;
          const brightness = (png.data[at] ?? 0) + (png.data[at + 1] ?? 0) + (png.data[at + 2] ?? 0);
          if (brightness >= 3 * 128 && (png.data[at + 3] ?? 0) >= 128) light += 1;
        }
      watched[y * MOTION_WIDTH + x] = light * 2 >= (right - left) * (bottom - top) ? 1 : 0;
    }
  return watched;
}
