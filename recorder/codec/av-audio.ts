/** Audio: see av-shared.ts. */
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_PCM_ALAW,
  AV_CODEC_ID_PCM_MULAW,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
} from "node-av/constants";
import type { AVCodecID } from "node-av/constants";
import { AudioFifo, Codec, CodecContext, Frame, Packet, Rational, SoftwareResampleContext } from "node-av/lib";
import { need } from "#base/assert.ts";
import { AGAIN, check, setOption, receivePackets, type AudioCodec, type EncodedPacket } from "./av-shared.ts";

const AUDIO_IDS: Record<AudioCodec, AVCodecID> = {
  aac: AV_CODEC_ID_AAC,
  opus: AV_CODEC_ID_OPUS,
  pcmu: AV_CODEC_ID_PCM_MULAW,
  pcma: AV_CODEC_ID_PCM_ALAW,
};

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

/** Decodes audio to interleaved 32-bit float samples, or passes the frames on (`AudioTranscoder`). */
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
