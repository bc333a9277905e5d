import type { NalGroup } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import { OpeningFrames } from "./opening-frames.ts";
import { PausedTime } from "./paused-time.ts";
import type { SentAgain } from "./sent-again.ts";

/** A track that the one of the next connection may go on from. */
interface Earlier {
  readonly sentAgain: SentAgain;
}

/** Whether a new connection goes on from the one before, and how its times do then. */
export class Continuation<Track extends Earlier> {
  /** until it is known whether this one goes on from it */
  #earlier: Track | null;
  readonly #opening: OpeningFrames;
  readonly #onGoesOn: (earlier: Track) => void;
  /** added to RTP times, so that they go on from those of the connection before */
  #timeMoved = 0;
  /** set for a while after this one went on from the connection before */
  #paused: PausedTime | null = null;

  /** `earlier`: the track of the connection before; `onGoesOn` takes over from it, before the first frame that is given out. */
  constructor(earlier: Track | null, onGoesOn: (earlier: Track) => void) {
    this.#earlier = earlier;
    this.#opening = new OpeningFrames(earlier?.sentAgain ?? null);
    this.#onGoesOn = onGoesOn;
  }

  /** Whether it is known what the camera sent before this frame. */
  get isKnown(): boolean {
    return this.#opening.isOver;
  }

  /** The frames to be taken now. `slices`: the frame without parameter sets. */
  add(frame: NalGroup, slices: readonly Buffer[]): readonly NalGroup[] {
    const { frames, goesOnBy } = this.#opening.add(frame, slices);
    if (goesOnBy !== null && this.#earlier) {
      this.#timeMoved = goesOnBy;
      this.#paused = new PausedTime();
      this.#onGoesOn(this.#earlier);
    }
    if (this.#opening.isOver) this.#earlier = null;
    return frames;
  }

  /** Called now and then: what is held, because it may have been recorded before, does not wait for what does not come. */
  release(nowMs: number): readonly NalGroup[] {
    const held = this.#opening.release(nowMs);
    if (this.#opening.isOver) this.#earlier = null;
    return held;
  }

  /** The RTP time as it goes on from the connection before. */
  timeOf(rtpTime: number): number {
    return (rtpTime + this.#timeMoved) >>> 0;
  }

  /** A frame of that time (of `timeOf`) was dated `wallMs`. */
  dated(rtpTime: number, receivedMs: number, wallMs: number): void {
    if (!this.#paused) return;
    this.#timeMoved += this.#paused.add(rtpTime, receivedMs, wallMs);
    if (this.#paused.isOver) this.#paused = null;
  }
}
