/**
 * FFmpeg's codecs for the rest of the recorder: the only file that imports node-av. Only its low-level classes are used
 * and only in processes of their own (`analysis`, `export`, `demo`), never in `main` or `media`: a fault in native code
 * must not end recording. Everything is synchronous; each object belongs to its maker, who calls `close`.
 *
 * Traps this file keeps away (node-av 6.1.1): options go by `setOption`, because `open2Sync(codec, dictionary)` leaves the
 * dictionary dangling and crashes at a later garbage collection; the high-level Muxer and Demuxer are not used (leak,
 * `Promise.withResolvers` of Node 22); `Frame.data` of decoded frames is only valid until the callback returns.
 */
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_FLAG_LOW_DELAY,
  AV_CODEC_FLAG_QSCALE,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_PCM_ALAW,
  AV_CODEC_ID_PCM_MULAW,
  AV_LOG_QUIET,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
  SWS_AREA,
  SWS_BILINEAR,
  SWS_FAST_BILINEAR,
} from "node-av/constants";
import type { AVCodecID } from "node-av/constants";
import {
  AudioFifo,
  Codec,
  CodecContext,
  FFmpegError,
  Frame,
  Log,
  Packet,
  Rational,
  SoftwareResampleContext,
  SoftwareScaleContext,
} from "node-av/lib";
import { need } from "#base/assert.ts";

// Corrupt camera data is normal; what matters is reported by return values, not on stderr.
Log.setLevel(AV_LOG_QUIET);

/** A decoded picture or run of samples. Valid only until the callback it was given to returns. */
export type { Frame } from "node-av/lib";

export type VideoCodec = "h264" | "h265" | "mjpeg";
export type PixelFormat = "yuv420p" | "yuvj420p" | "gray8" | "rgba" | "rgb24";
export type AudioCodec = "aac" | "opus" | "pcmu" | "pcma";

const VIDEO_IDS: Record<VideoCodec, AVCodecID> = {
  h264: AV_CODEC_ID_H264,
  h265: AV_CODEC_ID_HEVC,
  mjpeg: AV_CODEC_ID_MJPEG,
};
const AUDIO_IDS: Record<AudioCodec, AVCodecID> = {
  aac: AV_CODEC_ID_AAC,
  opus: AV_CODEC_ID_OPUS,
  pcmu: AV_CODEC_ID_PCM_MULAW,
  pcma: AV_CODEC_ID_PCM_ALAW,
};
const PIXEL_FORMATS = {
  yuv420p: AV_PIX_FMT_YUV420P,
  yuvj420p: AV_PIX_FMT_YUVJ420P,
  gray8: AV_PIX_FMT_GRAY8,
  rgba: AV_PIX_FMT_RGBA,
  rgb24: AV_PIX_FMT_RGB24,
} as const;
/** POSIX EAGAIN as FFmpeg returns it: nothing to receive now. */
const AGAIN = -11;

function check(result: number, what: string): void {
  if (result < 0) throw new Error(`${what}: ${new FFmpegError(result).message}`);
}
function setOption(context: CodecContext, name: string, value: string | number): void {
  check(context.setOption(name, String(value)), `codec option ${name}=${value}`);
}

/** One encoded picture or run of samples. `data` is the caller's own copy. */
export interface EncodedPacket {
  readonly data: Buffer;
  /** in the unit of the frames that went in (90 kHz for video, the sample rate for audio) */
  readonly pts: number;
  readonly dts: number;
  readonly key: boolean;
  /** in the unit of pts; 0 when the encoder does not say */
  readonly duration: number;
}

export interface VideoDecoderOptions {
  /** skips everything but key frames inside the decoder */
  readonly keyFramesOnly?: boolean;
  /** default true: each picture comes out at once. False for streams with B frames, whose pictures come in pts order. */
  readonly lowDelay?: boolean;
  readonly threads?: number;
  /** avcC/hvcC, when packets carry lengths instead of start codes */
  readonly description?: Uint8Array;
}

/** Decodes Annex-B (or, with a description, length-prefixed) access units, or JPEG pictures. */
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
   * Feeds one access unit and hands every finished picture to `onFrame`. `pts90k` comes back as the frame's `pts`.
   * Returns false when the decoder refused the data (corrupt): go on with the next key frame.
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

  /** Hands over what the decoder still holds; afterwards it takes a key frame again. */
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

/** Scales and converts pictures of any size to one size and format. `fast` for analysis, `area` for pictures people see. */
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

  /** The scaled picture, with the source's pts. It belongs to the scaler and holds until the next call. */
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
    // An encoder may still hold the last picture: then FFmpeg must not write into it.
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

/** A picture whose pixels are written by code: fill `pixels` (planes one after another, rows without padding), then `frame()`. */
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

  /** The pixels as a picture for `Scaler` or an encoder; it belongs to the canvas and holds until the next call. */
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

/** The first plane (luma or packed pixels) of a picture: rows are `stridePx` bytes apart. Valid as long as the frame. */
export function firstPlane(frame: Frame): { readonly data: Buffer; readonly strideBytes: number } {
  return { data: need(frame.data?.[0], "plane"), strideBytes: need(frame.linesize[0], "stride") };
}

/** All planes one after another, rows without padding. */
export function packedPixels(frame: Frame): Buffer {
  return frame.toBuffer();
}

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
  /** default: zerolatency without slices (one NAL unit per picture) */
  readonly zeroLatency?: boolean;
  readonly bFrames?: number;
  /** more of `x264-params`, name to value: sps-id, scenecut, ... */
  readonly x264?: Readonly<Record<string, string | number>>;
  /** parameter sets only in `description`-like extradata instead of before every key frame */
  readonly globalHeader?: boolean;
  readonly fullRange?: boolean;
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
    context.threadCount = 1;
    context.gopSize = options.gopFrames;
    context.maxBFrames = options.bFrames ?? 0;
    if (options.globalHeader) context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    setOption(context, "preset", options.preset ?? "ultrafast");
    if (options.zeroLatency ?? true) setOption(context, "tune", "zerolatency");
    setOption(context, "profile", options.profile ?? "baseline");
    if (options.bitsPerSecond) {
      context.bitRate = BigInt(Math.round(options.bitsPerSecond));
      context.rcMaxRate = BigInt(Math.round(options.bitsPerSecond * 1.25));
      context.rcBufferSize = Math.round(options.bitsPerSecond);
    } else setOption(context, "crf", options.crf ?? 23);
    const x264 = { "sliced-threads": 0, "repeat-headers": options.globalHeader ? 0 : 1, ...options.x264 };
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

  /** Parameter sets, Annex B; only with `globalHeader`. */
  get extraData(): Buffer | null {
    return this.#context.extraData;
  }

  /** Encodes one picture with the frame's own pts (90 kHz). */
  encode(frame: Frame, forceKey: boolean, onPacket: (packet: EncodedPacket) => void): void {
    if (this.#closed) return;
    frame.timeBase = new Rational(1, 90_000);
    frame.pictType = forceKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    check(this.#context.sendFrameSync(frame), "encoding");
    this.#receive(onPacket);
  }

  /** Hands over the pictures the encoder still holds; nothing can be encoded after it. */
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

function receivePackets(context: CodecContext, packet: Packet, onPacket: (packet: EncodedPacket) => void): void {
  while (context.receivePacketSync(packet) >= 0) {
    onPacket({
      data: Buffer.from(need(packet.data, "packet data")),
      pts: Number(packet.pts),
      dts: Number(packet.dts),
      key: packet.isKeyframe,
      duration: Number(packet.duration),
    });
    packet.unref();
  }
}

/** FFmpeg's quantiser scale unit (FF_QP2LAMBDA). */
const QP_TO_LAMBDA = 118;

/** JPEG pictures of one size. `quality` 2 (best) to 31; 5 is what cameras send. */
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

  /** Scales the picture to the encoder's size and encodes it. */
  encode(frame: Frame): Buffer {
    const scaled = this.#scaler.scale(frame);
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

const layoutOf = (channels: number) => ({
  nbChannels: channels,
  order: AV_CHANNEL_ORDER_NATIVE,
  mask: channels === 1 ? 4n : 3n,
});

export interface AudioFormat {
  readonly codec: AudioCodec;
  readonly sampleRate: number;
  /** 1 or 2 */
  readonly channels: number;
  /** AudioSpecificConfig of AAC */
  readonly description?: Uint8Array;
}

/** Decodes audio to interleaved 32-bit float samples or hands the frames on (`AudioTranscoder`). */
export class AudioDecoder {
  readonly #context: CodecContext;
  readonly #packet = new Packet();
  readonly #frame = new Frame();

  constructor(format: AudioFormat) {
    const codec = need(Codec.findDecoder(AUDIO_IDS[format.codec]), `decoder for ${format.codec}`);
    this.#context = new CodecContext();
    this.#context.allocContext3(codec);
    this.#context.sampleRate = format.sampleRate;
    this.#context.channelLayout = layoutOf(format.channels);
    this.#context.pktTimebase = new Rational(1, format.sampleRate);
    this.#context.threadCount = 1;
    if (format.description?.byteLength) this.#context.extraData = Buffer.from(format.description);
    check(this.#context.open2Sync(codec, null), `opening ${format.codec} decoder`);
    this.#packet.alloc();
    this.#frame.alloc();
  }

  /** False when the data were refused. */
  decode(data: Uint8Array, pts: number, onFrame: (frame: Frame) => void): boolean {
    this.#packet.unref();
    this.#packet.data = Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    this.#packet.pts = BigInt(Math.round(pts));
    this.#packet.dts = this.#packet.pts;
    const sent = this.#context.sendPacketSync(this.#packet);
    while (this.#context.receiveFrameSync(this.#frame) >= 0) {
      onFrame(this.#frame);
      this.#frame.unref();
    }
    this.#packet.unref();
    return sent >= 0 || sent === AGAIN;
  }

  close(): void {
    this.#packet.free();
    this.#frame.free();
    this.#context.freeContext();
  }
}

/** Encodes AAC-LC or Opus (20 ms packets) from decoded frames or samples; resamples and cuts into packets by itself. */
export class AudioEncoder {
  readonly #context: CodecContext;
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  readonly #fifo = new AudioFifo();
  readonly #channels: number;
  readonly #sampleFormat;
  #resampler: SoftwareResampleContext | null = null;
  #resampled: Frame | null = null;
  #shape = "";
  #pts: number | null = null;
  /** samples per channel and packet */
  readonly packetSamples: number;
  readonly sampleRate: number;

  /** Opus takes sample rates of 8000, 12000, 16000, 24000 and 48000 only. */
  constructor(format: { codec: "aac" | "opus"; sampleRate: number; channels: number; bitsPerSecond: number }) {
    const opus = format.codec === "opus";
    const codec = need(Codec.findEncoderByName(opus ? FF_ENCODER_LIBOPUS : FF_ENCODER_AAC), format.codec);
    this.#channels = format.channels;
    this.sampleRate = format.sampleRate;
    this.#sampleFormat = opus ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_FLTP;
    this.#context = new CodecContext();
    this.#context.allocContext3(codec);
    this.#context.sampleRate = format.sampleRate;
    this.#context.channelLayout = layoutOf(format.channels);
    this.#context.sampleFormat = this.#sampleFormat;
    this.#context.bitRate = BigInt(format.bitsPerSecond);
    this.#context.timeBase = new Rational(1, format.sampleRate);
    this.#context.threadCount = 1;
    if (opus) {
      setOption(this.#context, "frame_duration", 20);
      setOption(this.#context, "application", "lowdelay");
    } else this.#context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    check(this.#context.open2Sync(codec, null), `opening ${format.codec} encoder`);
    this.packetSamples = this.#context.frameSize || 1024;
    this.#packet.alloc();
    this.#frame.alloc();
    this.#frame.nbSamples = this.packetSamples;
    this.#frame.format = this.#sampleFormat;
    this.#frame.sampleRate = format.sampleRate;
    this.#frame.channelLayout = layoutOf(format.channels);
    this.#frame.timeBase = new Rational(1, format.sampleRate);
    check(this.#frame.getBuffer(0), "sample buffer");
    this.#fifo.alloc(this.#sampleFormat, format.channels, this.packetSamples * 4);
  }

  /** AudioSpecificConfig of AAC (the `esds` of MP4); null for Opus in WebRTC. */
  get description(): Buffer | null {
    return this.#context.extraData;
  }

  /** Takes a decoded frame; the packets' pts count samples of this encoder's rate from the first frame's time on. */
  encode(frame: Frame, onPacket: (packet: EncodedPacket) => void): void {
    const resampled = this.#resample(frame);
    if (!resampled) return;
    this.#pts ??= 0;
    const planes = need(resampled.extendedData ?? resampled.data, "samples");
    this.#fifo.writeSync([...planes], resampled.nbSamples);
    this.#encodePackets(onPacket);
  }

  /** Takes interleaved 16-bit samples of the encoder's own rate and channels. */
  encodeSamples(samples: Int16Array, onPacket: (packet: EncodedPacket) => void): void {
    const frame = Frame.fromAudioBuffer(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), {
      nbSamples: samples.length / this.#channels,
      format: AV_SAMPLE_FMT_S16,
      sampleRate: this.sampleRate,
      channelLayout: layoutOf(this.#channels),
      timeBase: { num: 1, den: this.sampleRate },
    });
    try {
      this.encode(frame, onPacket);
    } finally {
      frame.free();
    }
  }

  close(): void {
    this.#packet.free();
    this.#frame.free();
    this.#fifo.free();
    this.#resampler?.free();
    this.#resampled?.free();
    this.#context.freeContext();
  }

  #resample(frame: Frame): Frame | null {
    const shape = `${frame.sampleRate}:${frame.channels}:${frame.format}`;
    if (shape !== this.#shape) {
      this.#resampler?.free();
      this.#resampler = new SoftwareResampleContext();
      check(
        this.#resampler.allocSetOpts2(
          layoutOf(this.#channels),
          this.#sampleFormat,
          this.sampleRate,
          layoutOf(frame.channels),
          frame.format as typeof AV_SAMPLE_FMT_FLT,
          frame.sampleRate,
        ),
        "resampler",
      );
      check(this.#resampler.init(), "resampler");
      this.#shape = shape;
    }
    const resampler = need(this.#resampler, "resampler");
    const room = Math.max(1, resampler.getOutSamples(frame.nbSamples));
    this.#resampled?.free();
    const out = new Frame();
    this.#resampled = out;
    out.alloc();
    out.nbSamples = room;
    out.format = this.#sampleFormat;
    out.sampleRate = this.sampleRate;
    out.channelLayout = layoutOf(this.#channels);
    check(out.getBuffer(0), "sample buffer");
    const count = resampler.convertSync(
      [...need(out.extendedData ?? out.data, "samples")],
      room,
      [...need(frame.extendedData ?? frame.data, "samples")],
      frame.nbSamples,
    );
    check(count, "resampling");
    if (count === 0) return null;
    out.nbSamples = count;
    return out;
  }

  #encodePackets(onPacket: (packet: EncodedPacket) => void): void {
    while (this.#fifo.size >= this.packetSamples) {
      if (!this.#frame.isWritable) check(this.#frame.makeWritable(), "sample buffer");
      this.#fifo.readSync([...need(this.#frame.extendedData ?? this.#frame.data, "samples")], this.packetSamples);
      this.#frame.pts = BigInt(this.#pts ?? 0);
      this.#pts = (this.#pts ?? 0) + this.packetSamples;
      check(this.#context.sendFrameSync(this.#frame), "encoding audio");
      receivePackets(this.#context, this.#packet, onPacket);
    }
  }
}
