/** What a decoder or a file must know before the first sample: made from the parameter sets of key frames. */
import { BitReader, unescapeNal } from "./bit-reader.ts";
import { parseH264Sps } from "./h264-sps.ts";
import { parseH265Sps } from "./h265-sps.ts";
import { h264, h265 } from "./nal-format.ts";
import { jpegSize } from "./jpeg-header.ts";
import type { AudioInfo, VideoInfo } from "./media-info.ts";

export type VideoCodec = VideoInfo["codec"];

export interface VideoConfig {
  readonly codec: VideoCodec;
  /** as WebCodecs and MP4 name it; "mjpeg" for Motion JPEG */
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
  /** body of avcC / hvcC: WebCodecs' `description`; empty for Motion JPEG */
  readonly description: Buffer;
  /** NAL units, in the order VPS, SPS, PPS */
  readonly parameterSets: readonly Buffer[];
}

export interface AudioConfig extends AudioInfo {
  /** AudioSpecificConfig for AAC, empty for G.711 */
  readonly description: Buffer;
}

export interface TrackConfigs {
  readonly video: VideoConfig;
  readonly audio: AudioConfig | null;
}

const SPS_H264 = 7;
const SPS_H265 = 33;
const HIGH_PROFILES = new Set([100, 110, 122, 144, 244]);
/** Sampling frequency index of ISO/IEC 14496-3, table 1.18. */
const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const AAC_LC = 2;

/** Config from the NAL units of a key frame (or its parameter sets alone); null while they are missing or invalid. */
export function videoConfigOf(codec: VideoCodec, nals: readonly Buffer[]): VideoConfig | null {
  if (codec === "mjpeg") return jpegConfig(nals);
  const format = codec === "h264" ? h264 : h265;
  const sets = nals
    .map((nal) => ({ nal, rank: format.parameterSetRank(format.typeOf(nal)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ nal }) => nal);
  const sps = sets.find((nal) => format.typeOf(nal) === (codec === "h264" ? SPS_H264 : SPS_H265));
  if (!sps || sets.length < (codec === "h264" ? 2 : 3)) return null;
  const info = codec === "h264" ? parseH264Sps(sps) : parseH265Sps(sps);
  if (!info) return null;
  // The NAL units are slices of receive buffers, but a config outlives those.
  const parameterSets = sets.map((nal) => Buffer.from(nal));
  const description = codec === "h264" ? avcC(parameterSets, sps) : hvcC(parameterSets, sps);
  return {
    codec,
    codecString: info.codecString,
    width: info.width,
    height: info.height,
    description,
    parameterSets,
  };
}

/** Whether samples of both may follow one init segment. */
export function sameVideo(a: VideoConfig, b: VideoConfig): boolean {
  if (a === b) return true;
  return (
    a.codec === b.codec && a.width === b.width && a.height === b.height && a.description.compare(b.description) === 0
  );
}

export function sameAudio(a: AudioConfig | null, b: AudioConfig | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.codec === b.codec &&
    a.sampleRate === b.sampleRate &&
    a.channels === b.channels &&
    a.description.compare(b.description) === 0
  );
}

/** Audio config from what ingest announces; AAC without its AudioSpecificConfig is assumed to be AAC-LC. */
export function audioConfigOf(info: AudioInfo, description: Buffer = Buffer.alloc(0)): AudioConfig | null {
  if (info.codec !== "aac") return { ...info, description: Buffer.alloc(0) };
  if (description.length >= 2) return { ...info, description: Buffer.from(description) };
  const rate = AAC_RATES.indexOf(info.sampleRate);
  if (rate < 0) return null;
  const made = Buffer.alloc(2);
  made.writeUInt16BE((AAC_LC << 11) | (rate << 7) | ((info.channels === 8 ? 7 : info.channels) << 3));
  return { ...info, description: made };
}

/** Parameter sets inside an avcC or hvcC body. */
export function parameterSetsOf(codec: VideoCodec, description: Buffer): Buffer[] {
  const sets: Buffer[] = [];
  let at = codec === "h264" ? 5 : 22;
  const take = (count: number): void => {
    for (let i = 0; i < count && at + 2 <= description.length; i++) {
      const length = description.readUInt16BE(at);
      sets.push(description.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  };
  if (codec === "h264") {
    take((description[at++] ?? 0) & 31);
    take(description[at++] ?? 0);
  } else if (codec === "h265") {
    const arrays = description[at++] ?? 0;
    for (let i = 0; i < arrays && at + 3 <= description.length; i++) {
      at += 3;
      take(description.readUInt16BE(at - 2));
    }
  }
  return sets;
}

/** NAL units of a length-prefixed sample; stops at the first invalid length. */
export function nalsOf(sample: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let at = 0;
  while (at + 4 <= sample.length) {
    const length = sample.readUInt32BE(at);
    if (at + 4 + length > sample.length) break;
    nals.push(sample.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return nals;
}

/** ISO/IEC 14496-15, 5.3.3.1; may hold several SPS (an export with a re-encoded head has two). */
export function avcC(parameterSets: readonly Buffer[], firstSps: Buffer): Buffer {
  const sps = parameterSets.filter((nal) => h264.typeOf(nal) === SPS_H264);
  const pps = parameterSets.filter((nal) => h264.typeOf(nal) === 8);
  const head = Buffer.from([1, firstSps[1] ?? 0, firstSps[2] ?? 0, firstSps[3] ?? 0, 0xff, 0xe0 | sps.length]);
  const parts = [head, ...sps.flatMap(sized), Buffer.from([pps.length]), ...pps.flatMap(sized)];
  if (HIGH_PROFILES.has(firstSps[1] ?? 0)) {
    const r = new BitReader(unescapeNal(firstSps).subarray(4));
    r.ue();
    const chroma = r.ue();
    if (chroma === 3) r.skip(1);
    const luma = r.ue();
    parts.push(Buffer.from([0xfc | (chroma & 3), 0xf8 | (luma & 7), 0xf8 | (r.ue() & 7), 0]));
  }
  return Buffer.concat(parts);
}

/** ISO/IEC 14496-15, 8.3.3.1 */
function hvcC(parameterSets: readonly Buffer[], sps: Buffer): Buffer {
  const bytes = unescapeNal(sps);
  const r = new BitReader(bytes.subarray(15));
  const layers = ((bytes[2] ?? 0) >> 1) & 7;
  if (layers > 0) {
    const present = Array.from({ length: layers }, () => [r.bit(), r.bit()] as const);
    r.skip(2 * (8 - layers));
    for (const [profile, level] of present) r.skip((profile ? 88 : 0) + (level ? 8 : 0));
  }
  r.ue();
  const chroma = r.ue();
  if (chroma === 3) r.skip(1);
  r.ue();
  r.ue();
  if (r.bit()) for (let i = 0; i < 4; i++) r.ue();
  const luma = r.ue() & 7;
  const head = Buffer.alloc(23);
  head[0] = 1;
  head.set(bytes.subarray(3, 15), 1);
  head.writeUInt16BE(0xf000, 13);
  head[15] = 0xfc;
  head[16] = 0xfc | (chroma & 3);
  head[17] = 0xf8 | luma;
  head[18] = 0xf8 | (r.ue() & 7);
  head[21] = ((layers + 1) << 3) | (((bytes[2] ?? 0) & 1) << 2) | 3;
  const types = [32, 33, 34];
  head[22] = types.length;
  const arrays = types.flatMap((type) => {
    const nals = parameterSets.filter((nal) => h265.typeOf(nal) === type);
    return [Buffer.from([0x80 | type, nals.length >> 8, nals.length & 255]), ...nals.flatMap(sized)];
  });
  return Buffer.concat([head, ...arrays]);
}

function sized(nal: Buffer): [Buffer, Buffer] {
  return [Buffer.from([nal.length >> 8, nal.length & 255]), nal];
}

function jpegConfig(nals: readonly Buffer[]): VideoConfig | null {
  const jpeg = nals.length === 1 ? nals[0] : Buffer.concat(nals);
  const size = jpeg ? jpegSize(jpeg) : null;
  if (!size) return null;
  return { codec: "mjpeg", codecString: "mjpeg", ...size, description: Buffer.alloc(0), parameterSets: [] };
}
