import type { AudioInfo } from "#recorder/formats/media-info.ts";
import type { RtpPacket } from "../rtp-packet.ts";
import type { SdpMedia } from "../sdp.ts";

/** One coded frame (AAC) or one packet's samples (G.711). */
export interface AudioPiece {
  readonly data: Buffer;
  readonly samples: number;
  /** 32 bits */
  readonly rtpTime: number;
}

export interface AudioFormat {
  readonly info: AudioInfo;
  /** AudioSpecificConfig (ISO/IEC 14496-3); empty for G.711 */
  readonly config: Buffer;
  readonly sizeBits: number;
  readonly indexBits: number;
  readonly indexDeltaBits: number;
  readonly samplesPerFrame: number;
}

/** Sampling frequency index of ISO/IEC 14496-3, table 1.18. */
const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const AAC_LC = 2;
/** 13 bits of size can express 8191; a larger size is not an AAC frame. */
const MAX_FRAME_BYTES = 8192;

/** The format that a media section announces; null when the recorder cannot use it. */
export function audioFormat(media: SdpMedia): AudioFormat | null {
  const none = { config: Buffer.alloc(0), sizeBits: 0, indexBits: 0, indexDeltaBits: 0, samplesPerFrame: 0 };
  if (media.encoding === "PCMU" || media.encoding === "PCMA") {
    if (media.channels > 2) return null;
    const codec = media.encoding === "PCMU" ? "pcmu" : "pcma";
    return { info: { codec, sampleRate: media.clockRate, channels: media.channels }, ...none };
  }
  if (media.encoding !== "MPEG4-GENERIC") return null;
  const said = Buffer.from((media.parameters.get("config") ?? "").replace(/^0x/i, ""), "hex");
  // What says nothing, or no sense, is none.
  const config = hasSense(said) ? said : usualConfig(media);
  const specific = parseAudioSpecificConfig(config);
  if (!specific) return null;
  const number = (name: string, fallback: number): number => {
    const value = Number(media.parameters.get(name) ?? fallback);
    return Number.isInteger(value) && value >= 0 && value <= 16 ? value : fallback;
  };
  return {
    info: { codec: "aac", sampleRate: specific.sampleRate, channels: specific.channels },
    config,
    sizeBits: number("sizelength", 13),
    indexBits: number("indexlength", 3),
    indexDeltaBits: number("indexdeltalength", 3),
    samplesPerFrame: specific.samplesPerFrame,
  };
}

/** Whether a config names a kind of AAC, a rate and channels, all of which zeros do not. */
const hasSense = (config: Buffer): boolean =>
  config.length >= 2 && config.readUInt16BE(0) >> 11 > 0 && (config.readUInt16BE(0) & 0x78) > 0;

/** Of AAC-LC, which it is where a camera does not say; empty: the rate is none of AAC's. */
function usualConfig({ clockRate, channels }: SdpMedia): Buffer {
  const rateIndex = AAC_RATES.indexOf(clockRate);
  const config = Buffer.alloc(rateIndex < 0 ? 0 : 2);
  if (rateIndex >= 0) config.writeUInt16BE((AAC_LC << 11) | (rateIndex << 7) | (channels << 3));
  return config;
}

/** The first fields of an AudioSpecificConfig; null for anything but AAC with a plain channel layout. */
export function parseAudioSpecificConfig(
  config: Buffer,
): { sampleRate: number; channels: number; samplesPerFrame: number } | null {
  if (config.length < 2) return null;
  const word = config.readUInt16BE(0);
  const objectType = word >> 11;
  const rateIndex = (word >> 7) & 15;
  const channels = (word >> 3) & 15;
  const sampleRate = AAC_RATES[rateIndex];
  if (objectType === 0 || objectType === 31 || sampleRate === undefined || channels === 0 || channels > 7) return null;
  return { sampleRate, channels: channels === 7 ? 8 : channels, samplesPerFrame: word & 4 ? 960 : 1024 };
}

/** RFC 3640 (AAC-hbr and its like) and RFC 3551 G.711. Packets come in order. */
export class AudioDepacketizer {
  readonly #format: AudioFormat;
  readonly #emit: (piece: AudioPiece) => void;
  #partial: { pieces: Buffer[]; bytes: number; size: number; rtpTime: number } | null = null;

  constructor(format: AudioFormat, emit: (piece: AudioPiece) => void) {
    this.#format = format;
    this.#emit = emit;
  }

  push(packet: RtpPacket, lost: boolean): void {
    if (lost) this.#partial = null;
    if (this.#format.info.codec !== "aac") {
      const samples = Math.floor(packet.payload.length / this.#format.info.channels);
      if (samples > 0) this.#emit({ data: packet.payload, samples, rtpTime: packet.timestamp });
      return;
    }
    this.#pushAac(packet);
  }

  #pushAac({ payload, timestamp }: RtpPacket): void {
    const { sizeBits, indexBits, indexDeltaBits, samplesPerFrame } = this.#format;
    // Some cameras send their encoder's output as it is.
    for (const [i, frame] of (adtsFrames(payload) ?? []).entries())
      this.#emit({ data: frame, samples: samplesPerFrame, rtpTime: (timestamp + i * samplesPerFrame) >>> 0 });
    if (payload.length < 2 || sizeBits === 0) return;
    const headerBits = payload.readUInt16BE(0);
    const headerEnd = 2 + Math.ceil(headerBits / 8);
    if (headerEnd > payload.length) return;
    const sizes: number[] = [];
    let bit = 16;
    while (bit + sizeBits + (sizes.length === 0 ? indexBits : indexDeltaBits) <= 16 + headerBits) {
      sizes.push(readBits(payload, bit, sizeBits));
      bit += sizeBits + (sizes.length === 1 ? indexBits : indexDeltaBits);
    }
    let at = headerEnd;
    for (const [i, size] of sizes.entries()) {
      if (size === 0 || size > MAX_FRAME_BYTES) return;
      const rtpTime = (timestamp + i * samplesPerFrame) >>> 0;
      if (at + size > payload.length) return this.#pushPart(payload.subarray(at), size, rtpTime);
      this.#partial = null;
      this.#emit({ data: withoutAdts(payload.subarray(at, at + size)), samples: samplesPerFrame, rtpTime });
      at += size;
    }
  }

  /** A frame larger than a packet: every part repeats the whole size and the timestamp. */
  #pushPart(piece: Buffer, size: number, rtpTime: number): void {
    const partial = this.#partial;
    if (!partial || partial.rtpTime !== rtpTime || partial.size !== size) {
      this.#partial = { pieces: [piece], bytes: piece.length, size, rtpTime };
      return;
    }
    partial.pieces.push(piece);
    partial.bytes += piece.length;
    if (partial.bytes < size) return;
    this.#partial = null;
    if (partial.bytes === size)
      this.#emit({
        data: withoutAdts(Buffer.concat(partial.pieces)),
        samples: this.#format.samplesPerFrame,
        rtpTime,
      });
  }
}

const ADTS_BYTES = 7;

/** Frames of AAC that each have a header of their own (ISO/IEC 13818-7, 6.2); null: the bytes are something else. */
function adtsFrames(bytes: Buffer): Buffer[] | null {
  const frames: Buffer[] = [];
  let at = 0;
  while (at + ADTS_BYTES <= bytes.length && (bytes.readUInt16BE(at) & 0xfff6) === 0xfff0) {
    const length = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
    // Without the bit of protection there is a checksum of two bytes.
    const headerBytes = ADTS_BYTES + ((bytes[at + 1] ?? 0) & 1 ? 0 : 2);
    if (length <= headerBytes) return null;
    frames.push(bytes.subarray(at + headerBytes, at + length));
    at += length;
  }
  return at === bytes.length && at > 0 ? frames : null;
}

/** What an access unit holds, where a camera left the header of its encoder before it. */
function withoutAdts(unit: Buffer): Buffer {
  const frames = adtsFrames(unit);
  return frames?.length === 1 && frames[0] ? frames[0] : unit;
}

function readBits(bytes: Buffer, from: number, count: number): number {
  let value = 0;
  for (let i = from; i < from + count; i++) value = (value << 1) | (((bytes[i >> 3] ?? 0) >> (7 - (i & 7))) & 1);
  return value;
}
