/** Video encoders: see av-shared.ts. */
import {
  AV_CODEC_FLAG_QSCALE,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
} from "node-av/constants";
import { Codec, CodecContext, Packet, Rational, type Frame } from "node-av/lib";
import { need } from "#base/assert.ts";
import { check, setOption, receivePackets, type EncodedPacket } from "./av-shared.ts";
import { Scaler } from "./av-video.ts";

export interface X264Options {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number;
  /** key frame distance in frames */
  readonly gopFrames: number;
  /** average; 0 = constant quality by `crf` */
  readonly bitsPerSecond?: number;
  readonly crf?: number;
  readonly preset?: "ultrafast" | "superfast" | "veryfast" | "faster" | "medium";
  readonly profile?: "baseline" | "main" | "high";
  /** default: zerolatency without slices (one NAL unit per frame) */
  readonly zeroLatency?: boolean;
  readonly bFrames?: number;
  /** more of `x264-params`, name to value: sps-id, scenecut, ... */
  readonly x264?: Readonly<Record<string, string | number>>;
  readonly fullRange?: boolean;
  /** default 1. With n threads it holds n - 1 frames back: `finish` brings them out */
  readonly threads?: number;
}

/** H.264 by x264, Annex B, parameter sets before each key frame. Frames must be yuv420p of the given size. */
export class X264Encoder {
  readonly #context: CodecContext;
  readonly #packet = new Packet();
  #closed = false;

  constructor(options: X264Options) {
    const codec = need(Codec.findEncoderByName(FF_ENCODER_LIBX264), "x264");
    const context = new CodecContext();
    this.#context = context;
    context.allocContext3(codec);
    context.width = options.widthPx;
    context.height = options.heightPx;
    context.pixelFormat = options.fullRange ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P;
    context.colorRange = options.fullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
    context.timeBase = new Rational(1, 90_000);
    context.framerate = new Rational(Math.max(1, Math.round(options.framesPerSecond * 1000)), 1000);
    context.threadCount = options.threads ?? 1;
    context.gopSize = options.gopFrames;
    context.maxBFrames = options.bFrames ?? 0;
    setOption(context, "preset", options.preset ?? "ultrafast");
    if (options.zeroLatency ?? true) setOption(context, "tune", "zerolatency");
    setOption(context, "profile", options.profile ?? "baseline");
    if (options.bitsPerSecond) {
      context.bitRate = BigInt(Math.round(options.bitsPerSecond));
      context.rcMaxRate = BigInt(Math.round(options.bitsPerSecond * 1.25));
      context.rcBufferSize = Math.round(options.bitsPerSecond);
    } else setOption(context, "crf", options.crf ?? 23);
    const x264 = { "sliced-threads": 0, "repeat-headers": 1, ...options.x264 };
    setOption(
      context,
      "x264-params",
      Object.entries(x264)
        .map(([name, value]) => `${name}=${value}`)
        .join(":"),
    );
    check(context.open2Sync(codec, null), "opening x264");
    this.#packet.alloc();
  }

  /** Encodes one frame with its own pts (90 kHz). */
  encode(frame: Frame, forceKey: boolean, onPacket: (packet: EncodedPacket) => void): void {
    if (this.#closed) return;
    frame.timeBase = new Rational(1, 90_000);
    frame.pictType = forceKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    check(this.#context.sendFrameSync(frame), "encoding");
    this.#receive(onPacket);
  }

  /** Emits the frames that the encoder still holds; nothing can be encoded after it. */
  finish(onPacket: (packet: EncodedPacket) => void): void {
    if (this.#closed) return;
    this.#context.sendFrameSync(null);
    this.#receive(onPacket);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#packet.free();
    this.#context.freeContext();
  }

  #receive(onPacket: (packet: EncodedPacket) => void): void {
    receivePackets(this.#context, this.#packet, onPacket);
  }
}

/** FFmpeg's quantiser scale unit (FF_QP2LAMBDA). */
const QP_TO_LAMBDA = 118;

/** JPEGs of one size. `quality` 2 (best) to 31; 5 is what cameras send. */
export class JpegEncoder {
  readonly #context: CodecContext;
  readonly #packet = new Packet();
  readonly #scaler: Scaler;
  readonly #quality: number;

  constructor(widthPx: number, heightPx: number, quality = 5) {
    const codec = need(Codec.findEncoderByName(FF_ENCODER_MJPEG), "mjpeg encoder");
    this.#quality = quality * QP_TO_LAMBDA;
    this.#context = new CodecContext();
    this.#context.allocContext3(codec);
    this.#context.width = widthPx;
    this.#context.height = heightPx;
    this.#context.pixelFormat = AV_PIX_FMT_YUVJ420P;
    this.#context.colorRange = AVCOL_RANGE_JPEG;
    this.#context.timeBase = new Rational(1, 90_000);
    this.#context.threadCount = 1;
    this.#context.setFlags(AV_CODEC_FLAG_QSCALE);
    this.#context.globalQuality = this.#quality;
    check(this.#context.open2Sync(codec, null), "opening mjpeg encoder");
    this.#packet.alloc();
    this.#scaler = new Scaler(widthPx, heightPx, "yuvj420p", "bilinear");
  }

  /** Scales the frame to the encoder's size and encodes it. `paint`: what is drawn over it before. */
  encode(frame: Frame, paint?: (frame: Frame) => void): Buffer {
    const scaled = this.#scaler.scale(frame);
    paint?.(scaled);
    scaled.quality = this.#quality;
    scaled.pictType = AV_PICTURE_TYPE_I;
    check(this.#context.sendFrameSync(scaled), "encoding JPEG");
    let jpeg: Buffer | null = null;
    receivePackets(this.#context, this.#packet, (packet) => (jpeg ??= packet.data));
    return need<Buffer>(jpeg, "JPEG");
  }

  close(): void {
    this.#packet.free();
    this.#context.freeContext();
    this.#scaler.close();
  }
}
