import { jpegSize } from "#recorder/formats/jpeg-header.ts";
import type { JpegFrame } from "#recorder/rtp/payloads/jpeg-depacketizer.ts";
import type { NalGroup } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import { Continuation } from "./frames/continuation.ts";
import { SentAgain } from "./frames/sent-again.ts";
import type { VideoConfig, VideoTrackSink } from "./video-track.ts";
import { FrameRate } from "./frames/frame-rate.ts";
import { type FrameClock, WallClock } from "./wall-clock.ts";

const CLOCK_RATE = 90_000;
const NO_SETS: readonly Buffer[] = [];

/** Frames of Motion JPEG as access units: each is a key frame, its only "NAL unit" the whole JPEG file. */
export class JpegTrack {
  readonly #sink: VideoTrackSink;
  readonly #announcedRate: number;
  readonly #isTimed: boolean;
  #clock: FrameClock;
  #rate = new FrameRate();
  #sentAgain = new SentAgain();
  #config: VideoConfig | null = null;
  readonly #continuation: Continuation<JpegTrack>;

  /**
   * `announcedRate`: frames per second of the SDP, 0 = not said; `earlier`: of the connection before, which has ended; `isTimed`: the
   * camera says when it took a frame, so that arrival alone does not date it; `clock`: absent = by arrival
   */
  constructor(
    announcedRate: number,
    sink: VideoTrackSink,
    earlier: JpegTrack | null = null,
    isTimed = true,
    clock: FrameClock = new WallClock(CLOCK_RATE),
  ) {
    this.#clock = clock;
    this.#isTimed = isTimed;
    this.#continuation = new Continuation<JpegTrack>(earlier, (from) => this.#goOn(from));
    this.#sink = sink;
    this.#announcedRate = announcedRate;
  }

  /** As last announced, with the frame rate measured since. */
  get config(): VideoConfig | null {
    return this.#config;
  }

  /** `receivedMs`: epoch ms of our clock. */
  push({ jpeg, rtpTime, broken }: JpegFrame, receivedMs: number): void {
    const frame = { nals: [jpeg], rtpTime, receivedMs, broken };
    if (this.#continuation.isKnown) return this.#take(frame);
    for (const one of this.#continuation.add(frame, frame.nals)) this.#take(one);
  }

  /** Called now and then: see `Continuation`. */
  release(): void {
    for (const frame of this.#continuation.release(Date.now())) this.#take(frame);
  }

  get sentAgain(): SentAgain {
    return this.#sentAgain;
  }

  #goOn(earlier: JpegTrack): void {
    this.#clock = earlier.#clock;
    this.#sentAgain = earlier.#sentAgain;
    this.#sentAgain.resume();
    this.#rate = earlier.#rate;
    this.#config = earlier.#config;
    this.#sink.goesOn?.();
    if (this.#config) this.#sink.config(this.#config);
  }

  #take({ rtpTime: ownTime, nals, receivedMs, broken }: NalGroup): void {
    const [jpeg] = nals;
    const size = jpeg ? jpegSize(jpeg) : null;
    if (!size) return;
    const rtpTime = this.#continuation.timeOf(ownTime);
    if (this.#sentAgain.isRepeated(rtpTime, nals)) return;
    const { pts, wallMs, jumped } = this.#clock.at(this.#isTimed ? rtpTime : 0, receivedMs);
    if (jumped) this.#sentAgain.clear();
    this.#continuation.dated(rtpTime, receivedMs, wallMs);
    const info = this.#config?.info;
    const isResized = info !== undefined && (info.width !== size.width || info.height !== size.height);
    if (jumped) this.#sink.jumped();
    if (!info || isResized) this.#announce(size);
    this.#measure(pts);
    this.#sink.unit({ kind: "video", key: true, pts90k: pts, wallMs, nals, broken });
  }

  #announce({ width, height }: { width: number; height: number }): void {
    const framesPerSecond = this.#config?.info.framesPerSecond ?? this.#announcedRate;
    const info = { codec: "mjpeg", codecString: "mjpeg", width, height, framesPerSecond, hasBFrames: false } as const;
    this.#config = { info, parameterSets: NO_SETS };
    this.#sink.config(this.#config);
  }

  #measure(pts: number): void {
    const framesPerSecond = this.#rate.add(pts);
    if (framesPerSecond !== null && this.#config)
      this.#config = { ...this.#config, info: { ...this.#config.info, framesPerSecond } };
  }
}
