/** Decoding, scaling and drawing of video frames: see av-shared.ts. */
import {
  AV_CODEC_FLAG_LOW_DELAY,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  SWS_AREA,
  SWS_BILINEAR,
  SWS_FAST_BILINEAR,
} from "node-av/constants";
import type { AVCodecID } from "node-av/constants";
import { Codec, CodecContext, Frame, Packet, Rational, SoftwareScaleContext } from "node-av/lib";
import { need } from "#base/assert.ts";
import { PIXEL_FORMATS, AGAIN, check, setOption, type VideoCodec, type PixelFormat } from "./av-shared.ts";

const VIDEO_IDS: Record<VideoCodec, AVCodecID> = {
  h264: AV_CODEC_ID_H264,
  h265: AV_CODEC_ID_HEVC,
  mjpeg: AV_CODEC_ID_MJPEG,
};

interface VideoDecoderOptions {
  /** skips everything but key frames inside the decoder */
  readonly keyFramesOnly?: boolean;
  /** default true: each frame comes out at once. False for streams with B frames, whose frames come in pts order. */
  readonly lowDelay?: boolean;
  readonly threads?: number;
  /** avcC/hvcC, when packets carry lengths instead of start codes */
  readonly description?: Uint8Array;
}

/** Decodes Annex-B (or, with a description, length-prefixed) access units, or JPEGs. */
export class VideoDecoder {
  readonly #context: CodecContext;
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  #closed = false;

  constructor(codec: VideoCodec, options: VideoDecoderOptions = {}) {
    const decoder = need(Codec.findDecoder(VIDEO_IDS[codec]), `decoder for ${codec}`);
    this.#context = new CodecContext();
    this.#context.allocContext3(decoder);
    this.#context.threadCount = options.threads ?? 1;
    this.#context.pktTimebase = new Rational(1, 90_000);
    if (options.keyFramesOnly) setOption(this.#context, "skip_frame", "nokey");
    if (options.lowDelay ?? true) this.#context.setFlags(AV_CODEC_FLAG_LOW_DELAY);
    if (options.description) this.#context.extraData = Buffer.from(options.description);
    check(this.#context.open2Sync(decoder, null), `opening ${codec} decoder`);
    this.#packet.alloc();
    this.#frame.alloc();
  }

  /**
   * Decodes one access unit and passes every finished frame to `onFrame`. `pts90k` comes back as the frame's `pts`.
   * Returns false when the decoder refused the data (corrupt): continue with the next key frame.
   */
  decode(data: Uint8Array, pts90k: number, onFrame: (frame: Frame) => void): boolean {
    if (this.#closed || data.byteLength === 0) return false;
    this.#packet.unref();
    this.#packet.data = Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    this.#packet.pts = BigInt(Math.round(pts90k));
    this.#packet.dts = this.#packet.pts;
    const sent = this.#context.sendPacketSync(this.#packet);
    this.#receive(onFrame);
    this.#packet.unref();
    return sent >= 0 || sent === AGAIN;
  }

  /** Emits what the decoder still holds; afterwards it accepts a key frame again. */
  drain(onFrame: (frame: Frame) => void): void {
    if (this.#closed) return;
    this.#context.sendPacketSync(null);
    this.#receive(onFrame);
    this.#context.flushBuffers();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#packet.free();
    this.#frame.free();
    this.#context.freeContext();
  }

  #receive(onFrame: (frame: Frame) => void): void {
    while (!this.#closed && this.#context.receiveFrameSync(this.#frame) >= 0) {
      try {
        onFrame(this.#frame);
      } finally {
        if (!this.#closed) this.#frame.unref();
      }
    }
  }
}

/** Scales and converts frames of any size to one size and format. `fast` for analysis, `area` for what people see. */
export class Scaler {
  readonly #out = new Frame();
  readonly #format: PixelFormat;
  readonly #flags;
  #context: SoftwareScaleContext | null = null;
  #shape = "";
  readonly widthPx: number;
  readonly heightPx: number;

  constructor(
    widthPx: number,
    heightPx: number,
    format: PixelFormat,
    quality: "fast" | "bilinear" | "area" = "bilinear",
  ) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    this.#format = format;
    this.#flags = { fast: SWS_FAST_BILINEAR, bilinear: SWS_BILINEAR, area: SWS_AREA }[quality];
    this.#out.alloc();
    this.#out.width = widthPx;
    this.#out.height = heightPx;
    this.#out.format = PIXEL_FORMATS[format];
    this.#out.timeBase = new Rational(1, 90_000);
    check(this.#out.getBuffer(0), "picture buffer");
  }

  /** The scaled frame, with the source's pts. It belongs to the scaler and is valid until the next call. */
  scale(frame: Frame): Frame {
    const shape = `${frame.width}x${frame.height}:${frame.format}`;
    if (shape !== this.#shape) {
      this.#context?.freeContext();
      this.#context = new SoftwareScaleContext();
      this.#context.getContext(
        frame.width,
        frame.height,
        pixelFormatOf(frame),
        this.widthPx,
        this.heightPx,
        PIXEL_FORMATS[this.#format],
        this.#flags,
      );
      this.#shape = shape;
    }
    // An encoder may still hold the last frame: FFmpeg must not write into it then.
    if (!this.#out.isWritable) check(this.#out.makeWritable(), "picture buffer");
    check(need(this.#context, "scale context").scaleFrameSync(this.#out, frame), "scaling");
    this.#out.pts = frame.pts;
    return this.#out;
  }

  close(): void {
    this.#context?.freeContext();
    this.#context = null;
    this.#out.free();
  }
}

function pixelFormatOf(frame: Frame): (typeof PIXEL_FORMATS)[PixelFormat] {
  return frame.format as (typeof PIXEL_FORMATS)[PixelFormat];
}

/**
 * A frame whose pixels are written by code: fill `pixels` (planes one after another, rows without padding), then
 * `frame()`.
 */
export class Canvas {
  readonly #frame = new Frame();
  readonly pixels: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;

  /** width and height must be even for the YUV formats */
  constructor(widthPx: number, heightPx: number, format: PixelFormat) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    const share = { yuv420p: 1.5, yuvj420p: 1.5, gray8: 1, rgba: 4, rgb24: 3 }[format];
    this.pixels = Buffer.alloc(widthPx * heightPx * share);
    this.#frame.alloc();
    this.#frame.width = widthPx;
    this.#frame.height = heightPx;
    this.#frame.format = PIXEL_FORMATS[format];
    this.#frame.timeBase = new Rational(1, 90_000);
    check(this.#frame.getBuffer(0), "picture buffer");
  }

  /** The pixels as a frame for `Scaler` or an encoder; it belongs to the canvas and is valid until the next call. */
  frame(pts90k: number): Frame {
    if (!this.#frame.isWritable) check(this.#frame.makeWritable(), "picture buffer");
    check(this.#frame.fromBuffer(this.pixels), "picture copy");
    this.#frame.pts = BigInt(Math.round(pts90k));
    return this.#frame;
  }

  close(): void {
    this.#frame.free();
  }
}

/** The first plane (luma or packed pixels) of a frame: rows are `stridePx` bytes apart. Valid as long as the frame. */
export function firstPlane(frame: Frame): { readonly data: Buffer; readonly strideBytes: number } {
  return { data: need(frame.data?.[0], "plane"), strideBytes: need(frame.linesize[0], "stride") };
}
