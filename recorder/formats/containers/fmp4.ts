/**
 * Fragments `prft moof mdat` of an MP4 (ISO/IEC 14496-12), written without copying video data; `fmp4-init.ts` writes what
 * comes before the first. Used for files (many frames per fragment) and for live streaming (one frame per fragment).
 */
import { h264, h265 } from "../nal-format.ts";
import type { VideoCodec } from "../codec-config.ts";

export const VIDEO_TIMESCALE = 90_000;
export const VIDEO_TRACK = 1;
export const AUDIO_TRACK = 2;
/** Seconds between 1900 (NTP) and 1970. */
export const NTP_OFFSET_S = 2_208_988_800;
/** sample_flags: depends on others / sync sample */
export const FLAGS_KEY = 0x0200_0000;
export const FLAGS_DELTA = 0x0101_0000;

/** Payload of one video sample: in mdat each NAL unit follows 4 bytes of its length. */
export interface SamplePayload {
  readonly nals: readonly Uint8Array[];
  /** bytes in the file */
  readonly bytes: number;
}

interface VideoSample extends SamplePayload {
  /** ticks of VIDEO_TIMESCALE until the next sample in decoding order */
  readonly durationTicks: number;
  /** presentation minus decoding time, may be negative; 0 unless the stream reorders */
  readonly compositionTicks: number;
  readonly key: boolean;
}

export interface AudioSample {
  readonly data: Uint8Array;
  /** in units of the sample rate */
  readonly durationTicks: number;
}

interface FragmentSpec {
  /** 1, 2, 3 ... within a file or a live session */
  readonly sequence: number;
  /** epoch ms of the first video sample's decoding time (of the first audio sample if there is no video) */
  readonly wallMs: number;
  /** ticks since the start of the file; null = no video in this fragment */
  readonly video: { readonly baseTicks: number; readonly samples: readonly VideoSample[] } | null;
  readonly audio: { readonly baseTicks: number; readonly samples: readonly AudioSample[] } | null;
  /** Motion JPEG samples have no NAL lengths */
  readonly bare?: boolean;
}

interface Fragment {
  /** to be written one after another: a header and the callers' own buffers between lengths */
  readonly buffers: readonly Uint8Array[];
  readonly bytes: number;
  /** offset of the first sample's data */
  readonly headerBytes: number;
}

/** The NAL units of a frame that belong into an MP4 sample: parameter sets and delimiters stay outside. */
export function samplePayload(codec: VideoCodec, nals: readonly Buffer[]): SamplePayload {
  let bytes = 0;
  if (codec === "mjpeg") {
    for (const nal of nals) bytes += nal.length;
    return { nals, bytes };
  }
  const format = codec === "h264" ? h264 : h265;
  const kept: Buffer[] = [];
  for (const nal of nals) {
    const type = format.typeOf(nal);
    if (format.isDelimiter(type) || format.parameterSetRank(type) >= 0) continue;
    kept.push(nal);
    bytes += 4 + nal.length;
  }
  return { nals: kept, bytes };
}

/** One fragment; at least one of the tracks must have a sample. */
export function fragment(spec: FragmentSpec): Fragment {
  const { video, audio } = spec;
  const reorders = video?.samples.some((sample) => sample.compositionTicks !== 0) ?? false;
  const videoEntry = reorders ? 16 : 12;
  const videoTraf = video ? 8 + 16 + 20 + 20 + video.samples.length * videoEntry : 0;
  const audioTraf = audio ? 8 + 16 + 20 + 20 + audio.samples.length * 8 : 0;
  const moofBytes = 8 + 16 + videoTraf + audioTraf;
  const prftBytes = 32;
  const headerBytes = prftBytes + moofBytes + 8;
  const header = Buffer.alloc(headerBytes);
  const videoBytes = video ? sum(video.samples, (sample) => sample.bytes) : 0;
  const audioBytes = audio ? sum(audio.samples, (sample) => sample.data.length) : 0;

  let at = boxHeader(header, 0, prftBytes, "prft");
  at = header.writeUInt32BE(0x0100_0018, at);
  at = header.writeUInt32BE(video ? VIDEO_TRACK : AUDIO_TRACK, at);
  at = writeNtp(header, at, spec.wallMs);
  at = header.writeBigUInt64BE(BigInt(video?.baseTicks ?? audio?.baseTicks ?? 0), at);
  at = boxHeader(header, at, moofBytes, "moof");
  at = boxHeader(header, at, 16, "mfhd");
  at = header.writeUInt32BE(0, at);
  at = header.writeUInt32BE(spec.sequence, at);
  if (video) {
    at = trafHead(header, at, videoTraf, VIDEO_TRACK, video.baseTicks);
    at = boxHeader(header, at, 20 + video.samples.length * videoEntry, "trun");
    at = header.writeUInt32BE((1 << 24) | 0x701 | (reorders ? 0x800 : 0), at);
    at = header.writeUInt32BE(video.samples.length, at);
    at = header.writeUInt32BE(moofBytes + 8, at);
    for (const sample of video.samples) {
      at = header.writeUInt32BE(sample.durationTicks, at);
      at = header.writeUInt32BE(sample.bytes, at);
      at = header.writeUInt32BE(sample.key ? FLAGS_KEY : FLAGS_DELTA, at);
      if (reorders) at = header.writeInt32BE(sample.compositionTicks, at);
    }
  }
  if (audio) {
    at = trafHead(header, at, audioTraf, AUDIO_TRACK, audio.baseTicks);
    at = boxHeader(header, at, 20 + audio.samples.length * 8, "trun");
    at = header.writeUInt32BE(0x301, at);
    at = header.writeUInt32BE(audio.samples.length, at);
    at = header.writeUInt32BE(moofBytes + 8 + videoBytes, at);
    for (const sample of audio.samples) {
      at = header.writeUInt32BE(sample.durationTicks, at);
      at = header.writeUInt32BE(sample.data.length, at);
    }
  }
  at = boxHeader(header, at, 8 + videoBytes + audioBytes, "mdat");
  const buffers: Uint8Array[] = [header];
  if (video) pushVideo(buffers, video.samples, spec.bare ?? false);
  if (audio) for (const sample of audio.samples) buffers.push(sample.data);
  return { buffers, bytes: headerBytes + videoBytes + audioBytes, headerBytes };
}

function pushVideo(buffers: Uint8Array[], samples: readonly VideoSample[], bare: boolean): void {
  if (bare) {
    for (const sample of samples) buffers.push(...sample.nals);
    return;
  }
  const lengths = Buffer.allocUnsafe(4 * sum(samples, (sample) => sample.nals.length));
  let at = 0;
  for (const sample of samples)
    for (const nal of sample.nals) {
      lengths.writeUInt32BE(nal.length, at);
      buffers.push(lengths.subarray(at, at + 4), nal);
      at += 4;
    }
}

function trafHead(header: Buffer, start: number, bytes: number, track: number, baseTicks: number): number {
  let at = boxHeader(header, start, bytes, "traf");
  at = boxHeader(header, at, 16, "tfhd");
  at = header.writeUInt32BE(0x20000, at);
  at = header.writeUInt32BE(track, at);
  at = boxHeader(header, at, 20, "tfdt");
  at = header.writeUInt32BE(1 << 24, at);
  return header.writeBigUInt64BE(BigInt(baseTicks), at);
}

/** A date in 64 bits, as `prft` has it. */
export function writeNtp(header: Buffer, start: number, wallMs: number): number {
  const seconds = Math.floor(wallMs / 1000);
  const at = header.writeUInt32BE((seconds + NTP_OFFSET_S) >>> 0, start);
  return header.writeUInt32BE(Math.floor(((wallMs - seconds * 1000) / 1000) * 4_294_967_296) >>> 0, at);
}

function boxHeader(header: Buffer, at: number, bytes: number, type: string): number {
  header.writeUInt32BE(bytes, at);
  return at + 4 + header.write(type, at + 4, 4, "latin1");
}

function sum<T>(list: readonly T[], of: (item: T) => number): number {
  let total = 0;
  for (const item of list) total += of(item);
  return total;
}
