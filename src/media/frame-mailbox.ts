/**
 * One slot between a source and the stage: the newest frame wins, the mailbox closes the loser. The taker of a frame
 * owns it and closes it. `framesAlive` counts the frames in mailboxes and with takers; at rest it must return to zero.
 */
export type FrameImage = VideoFrame | ImageBitmap;

export interface TimedFrame {
  readonly image: FrameImage;
  /** server ms of capture, null while the source's clock is not known */
  readonly wallMs: number | null;
  /** performance.now() of its arrival in this thread */
  readonly arrivedAtMs: number;
}

let alive = 0;
/** Frames that somebody must still close. A leak shows here. */
export const framesAlive = (): number => alive;

/** Closes a frame that was taken out of a mailbox (or never put). Each frame exactly once. */
export function closeFrame(frame: TimedFrame): void {
  frame.image.close();
  alive -= 1;
}

/** Declares that we own a frame from here on. */
export function ownFrame(image: FrameImage, wallMs: number | null, arrivedAtMs: number): TimedFrame {
  alive += 1;
  return { image, wallMs, arrivedAtMs };
}

export class FrameMailbox {
  #frame: TimedFrame | null = null;
  #closed = false;
  readonly #leftOutFrames = new LeftOutFrames();
  arrived = 0;
  replaced = 0;
  readonly #onArrival: () => void;
  readonly #onLeftOut: (frames: number) => void;

  constructor(onArrival: () => void, onLeftOut: (frames: number) => void = () => undefined) {
    this.#onArrival = onArrival;
    this.#onLeftOut = onLeftOut;
  }

  /** Takes ownership of the frame; an older one that nobody took is closed and counted as replaced. */
  put(frame: TimedFrame): void {
    this.arrived += 1;
    if (this.#closed) return closeFrame(frame);
    if (this.#frame) {
      this.replaced += 1;
      closeFrame(this.#frame);
    }
    this.#frame = frame;
    this.#onArrival();
  }

  /** Reports how many frames were due and never arrived because this machine is too slow for them. */
  leaveOut(frames: number): void {
    if (frames > 0 && !this.#closed) this.#onLeftOut(frames);
  }

  /** How many frames the browser has decoded for this mailbox so far; those that never arrived were left out. */
  decoded(frames: number): void {
    this.leaveOut(this.#leftOutFrames.since(frames, this.arrived));
  }

  /** True while a frame waits to be taken. */
  get waiting(): boolean {
    return this.#frame !== null;
  }

  /** server ms of the waiting frame; null when none waits or its time is not known */
  get waitingWallMs(): number | null {
    return this.#frame?.wallMs ?? null;
  }

  /** Gives the waiting frame and its ownership to the caller. */
  take(): TimedFrame | null {
    const frame = this.#frame;
    this.#frame = null;
    return frame;
  }

  /** Drops the waiting frame and every frame that arrives later. */
  close(): void {
    this.#closed = true;
    if (this.#frame) closeFrame(this.#frame);
    this.#frame = null;
  }
}

/**
 * How many frames of a track the browser decoded and this thread never got: a track keeps only the newest ones while
 * its reader is busy. Both totals are read at slightly different times, so only a lasting difference counts. Pure.
 */
export class LeftOutFrames {
  #offset: number | null = null;
  #counted = 0;

  /** Frames that are newly missing; `decoded` and `arrived` are totals since the source began. */
  since(decoded: number, arrived: number): number {
    const missing = decoded - arrived;
    this.#offset ??= missing;
    const leftOut = missing - this.#offset;
    const more = Math.max(0, leftOut - this.#counted);
    this.#counted += more;
    return more;
  }
}
