import { jpegSize } from "#recorder/formats/jpeg-header.ts";
import type { JpegFrame } from "#recorder/rtp/jpeg-depacketizer.ts";
import type { VideoConfig, VideoTrackSink } from "./video-track.ts";
import { PictureRate } from "./picture-rate.ts";
import { WallClock } from "./wall-clock.ts";

const CLOCK_RATE = 90_000;
const NO_SETS: readonly Buffer[] = [];

/** Frames of Motion JPEG as access units: each is a key frame, its only "NAL unit" the whole JPEG file. */
export class JpegTrack {
  readonly #sink: VideoTrackSink;
  readonly #announcedRate: number;
  readonly #clock = new WallClock(CLOCK_RATE);
  readonly #rate = new PictureRate();
  #config: VideoConfig | null = null;

  /** `announcedRate`: frames per second of the SDP, 0 = not said */
  constructor(announcedRate: number, sink: VideoTrackSink) {
    this.#sink = sink;
    this.#announcedRate = announcedRate;
  }

  /** As last announced, with the frame rate measured since. */
  get config(): VideoConfig | null {
    return this.#config;
  }

  /** `receivedMs`: epoch ms of our clock. */
  push({ jpeg, rtpTime, broken }: JpegFrame, receivedMs: number): void {
    const size = jpegSize(jpeg);
    if (!size) return;
    const { pts, wallMs, jumped } = this.#clock.at(rtpTime, receivedMs);
    const info = this.#config?.info;
    const isResized = info !== undefined && (info.width !== size.width || info.height !== size.height);
    if (jumped) this.#sink.jumped();
    if (!info || isResized) this.#announce(size);
    this.#measure(pts);
    this.#sink.unit({ kind: "video", key: true, pts90k: pts, wallMs, nals: [jpeg], broken });
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
