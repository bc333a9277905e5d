import { JpegEncoder, X264Encoder } from "#recorder/codec/av-encoders.ts";
import type { Frame } from "#recorder/codec/av-shared.ts";
import { painterOf } from "#recorder/codec/mask-painter.ts";
import { Scaler } from "#recorder/codec/av-video.ts";
import type { FrameSink } from "./feed-decoder.ts";
import { fitInside } from "./frame-size.ts";
import type { TranscodeSpec } from "./wire.ts";

export interface TranscodedFrame {
  readonly data: Buffer;
  readonly key: boolean;
  readonly wallMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface FrameEncoder {
  readonly widthPx: number;
  readonly heightPx: number;
  encode(frame: Frame, forceKey: boolean): { data: Buffer; key: boolean } | null;
  close(): void;
}

/** Seconds between key frames of a transcoded stream: what a new viewer gets in one burst. */
const GOP_S = 2;
/** The frame rate that the encoder is told when every frame is taken. */
const ASSUMED_FPS = 15;
const TICKS_PER_MS = 90;
/** A live feed that is this far behind shows that the machine is too slow: the job then makes fewer frames. */
const LATE_MS = 250;
/** The longest time between two frames, however slow the machine: a frame that stands for longer looks broken. */
const LONGEST_STEP_MS = 500;

/** Encodes decoded frames as smaller H.264 or JPEG; it follows changes of the source's size itself. */
export class TranscodeJob implements FrameSink {
  readonly #spec: TranscodeSpec;
  readonly #pace: number;
  readonly #onPicture: (picture: TranscodedFrame) => void;
  #encoder: FrameEncoder | null = null;
  #source = "";
  #lastMs = Number.NEGATIVE_INFINITY;
  #lastTicks = 0;
  #keyMs = Number.NEGATIVE_INFINITY;
  #forceKey = true;

  constructor(spec: TranscodeSpec, onPicture: (picture: TranscodedFrame) => void) {
    this.#spec = spec;
    this.#pace = spec.pace ?? 1;
    this.#onPicture = onPicture;
  }

  picture(frame: Frame, wallMs: number, lateMs: number): void {
    const wanted = this.#spec.framesPerSecond;
    // A frame that comes up to a third of its interval early still counts as due: 15 fps gives exactly 5.
    const sinceMs = wallMs - this.#lastMs;
    if (wanted > 0 && sinceMs >= 0 && sinceMs < ((1000 * this.#pace) / wanted) * 0.84) return;
    if (lateMs > LATE_MS && sinceMs >= 0 && sinceMs < LONGEST_STEP_MS) return;
    const encoder = this.#encoderFor(frame);
    // When playing backwards the wall time falls; x264 needs rising times, and only the distances matter to it.
    const stepTicks = sinceMs > 0 && sinceMs < 10_000 ? Math.round((sinceMs * TICKS_PER_MS) / this.#pace) : 6000;
    this.#lastTicks += Math.max(1, stepTicks);
    frame.pts = BigInt(this.#lastTicks);
    // Key frames are placed by time, because frames may be left out: a new viewer must not wait for thirty of them.
    const isKeyDue = Math.abs(wallMs - this.#keyMs) >= GOP_S * 1000 * this.#pace;
    const out = encoder.encode(frame, this.#forceKey || isKeyDue);
    this.#lastMs = wallMs;
    if (!out) return;
    if (out.key) this.#keyMs = wallMs;
    this.#forceKey = false;
    this.#onPicture({ ...out, wallMs, widthPx: encoder.widthPx, heightPx: encoder.heightPx });
  }

  discontinuity(): void {
    this.#forceKey = true;
    this.#lastMs = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#encoder?.close();
    this.#encoder = null;
  }

  #encoderFor(frame: Frame): FrameEncoder {
    const source = `${frame.width}x${frame.height}`;
    if (this.#encoder && this.#source === source) return this.#encoder;
    this.#encoder?.close();
    this.#source = source;
    this.#forceKey = true;
    const size = fitInside(frame, { width: 0, height: this.#spec.heightPx });
    this.#encoder =
      this.#spec.output === "jpeg"
        ? jpegFrames(size.width, size.height, this.#spec)
        : h264Frames(size.width, size.height, this.#spec);
    return this.#encoder;
  }
}

function jpegFrames(widthPx: number, heightPx: number, { masks }: TranscodeSpec): FrameEncoder {
  const painter = painterOf(masks, { width: widthPx, height: heightPx });
  const encoder = new JpegEncoder(widthPx, heightPx);
  return {
    widthPx,
    heightPx,
    encode: (frame) => ({ data: encoder.encode(frame, painter?.paint), key: true }),
    close: () => encoder.close(),
  };
}

function h264Frames(widthPx: number, heightPx: number, spec: TranscodeSpec): FrameEncoder {
  const scaler = new Scaler(widthPx, heightPx, "yuv420p", "bilinear");
  const painter = painterOf(spec.masks, { width: widthPx, height: heightPx });
  const framesPerSecond = spec.framesPerSecond || ASSUMED_FPS;
  const encoder = new X264Encoder({
    widthPx,
    heightPx,
    framesPerSecond,
    gopFrames: Math.round(framesPerSecond * GOP_S),
    bitsPerSecond: spec.bitsPerSecond,
    crf: 24,
    preset: "ultrafast",
    profile: "baseline",
  });
  return {
    widthPx,
    heightPx,
    encode: (frame, forceKey) => {
      let out: { data: Buffer; key: boolean } | null = null;
      const scaled = scaler.scale(frame);
      painter?.paint(scaled);
      encoder.encode(scaled, forceKey, (packet) => (out = { data: packet.data, key: packet.key }));
      return out;
    },
    close: () => {
      encoder.close();
      scaler.close();
    },
  };
}
