/**
 * Fragmented MP4, written without copying video data: an init segment, then fragments `prft moof mdat`.
 * Used for files (many frames per fragment) and for live streaming (one frame per fragment).
 * Boxes: ISO/IEC 14496-12; sample entries: 14496-15 (avc1, hvc1), 14496-14 (mp4a), QuickTime (ulaw, alaw, jpeg).
 */
import { h264, h265 } from "./nal-format.ts";
import type { AudioConfig, TrackConfigs, VideoCodec, VideoConfig } from "./codec-config.ts";

export const VIDEO_TIMESCALE = 90_000;
export const VIDEO_TRACK = 1;
export const AUDIO_TRACK = 2;
/** Seconds between 1900 (NTP) and 1970. */
export const NTP_OFFSET_S = 2_208_988_800;
/** sample_flags: depends on others / sync sample */
const FLAGS_KEY = 0x0200_0000;
const FLAGS_DELTA = 0x0101_0000;

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

/** `ftyp` and `moov` for these tracks. */
export function initSegment({ video, audio }: TrackConfigs): Buffer {
  const tracks = [videoTrack(video), ...(audio ? [audioTrack(audio)] : [])];
  const extends_ = [VIDEO_TRACK, ...(audio ? [AUDIO_TRACK] : [])].map((id) =>
    full("trex", 0, 0, u32(id, 1, 0, 0, id === VIDEO_TRACK ? FLAGS_DELTA : FLAGS_KEY)),
  );
  const mvhd = full("mvhd", 0, 0, u32(0, 0, 1000, 0, 0x10000), u16(0x100, 0), u32(0, 0), MATRIX, zeros(24), u32(3));
  return Buffer.concat([
    box("ftyp", ascii("iso5"), u32(512), ascii("iso5iso6mp41")),
    box("moov", mvhd, ...tracks, box("mvex", ...extends_)),
  ]);
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

function writeNtp(header: Buffer, start: number, wallMs: number): number {
  const seconds = Math.floor(wallMs / 1000);
  const at = header.writeUInt32BE((seconds + NTP_OFFSET_S) >>> 0, start);
  return header.writeUInt32BE(Math.floor(((wallMs - seconds * 1000) / 1000) * 4_294_967_296) >>> 0, at);
}

function boxHeader(header: Buffer, at: number, bytes: number, type: string): number {
  header.writeUInt32BE(bytes, at);
  return at + 4 + header.write(type, at + 4, 4, "latin1");
}

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000);

function videoTrack(config: VideoConfig): Buffer {
  const { width, height } = config;
  const visual = [
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    u32(0x48_0000, 0x48_0000, 0),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
  ];
  const entry =
    config.codec === "h264"
      ? box("avc1", ...visual, box("avcC", config.description))
      : config.codec === "h265"
        ? box("hvc1", ...visual, box("hvcC", config.description))
        : box("jpeg", ...visual);
  return track(VIDEO_TRACK, VIDEO_TIMESCALE, "vide", full("vmhd", 0, 1, zeros(8)), entry, 0, width, height);
}

function audioTrack(config: AudioConfig): Buffer {
  const audioEntry = [zeros(6), u16(1), zeros(8), u16(config.channels, 16), u32(0), u16(config.sampleRate & 0xffff, 0)];
  const entry =
    config.codec === "aac"
      ? box("mp4a", ...audioEntry, esds(config.description))
      : box(config.codec === "pcmu" ? "ulaw" : "alaw", ...audioEntry);
  return track(AUDIO_TRACK, config.sampleRate, "soun", full("smhd", 0, 0, zeros(4)), entry, 0x100, 0, 0);
}

function track(
  id: number,
  timescale: number,
  handler: string,
  mediaHeader: Buffer,
  entry: Buffer,
  volume: number,
  width: number,
  height: number,
): Buffer {
  const size = u32(width * 0x10000, height * 0x10000);
  const tkhd = full("tkhd", 0, 3, u32(0, 0, id, 0, 0, 0, 0), u16(0, 0, volume, 0), MATRIX, size);
  const stbl = box(
    "stbl",
    full("stsd", 0, 0, u32(1), entry),
    full("stts", 0, 0, u32(0)),
    full("stsc", 0, 0, u32(0)),
    full("stsz", 0, 0, u32(0, 0)),
    full("stco", 0, 0, u32(0)),
  );
  const dinf = box("dinf", full("dref", 0, 0, u32(1), full("url ", 0, 1)));
  const mdia = box(
    "mdia",
    full("mdhd", 0, 0, u32(0, 0, timescale, 0), u16(0x55c4, 0)),
    full("hdlr", 0, 0, u32(0), ascii(handler), zeros(12), ascii("Proscenium\0")),
    box("minf", mediaHeader, dinf, stbl),
  );
  return box("trak", tkhd, mdia);
}

/** ISO/IEC 14496-1, 7.2.6: ES_Descriptor > DecoderConfigDescriptor > DecoderSpecificInfo */
function esds(specificConfig: Buffer): Buffer {
  const descriptor = (tag: number, ...body: Buffer[]): Buffer => {
    const inside = Buffer.concat(body);
    return Buffer.concat([Buffer.from([tag, inside.length]), inside]);
  };
  const decoder = descriptor(4, Buffer.from([0x40, 0x15, 0, 0, 0]), u32(0, 0), descriptor(5, specificConfig));
  return full(
    "esds",
    0,
    0,
    descriptor(3, u16(AUDIO_TRACK), Buffer.from([0]), decoder, descriptor(6, Buffer.from([2]))),
  );
}

function box(type: string, ...body: readonly Uint8Array[]): Buffer {
  const bytes = 8 + sum(body, (part) => part.length);
  return Buffer.concat([u32(bytes), ascii(type), ...body], bytes);
}

function full(type: string, version: number, flags: number, ...body: readonly Uint8Array[]): Buffer {
  return box(type, u32(version * 0x100_0000 + flags), ...body);
}

function u32(...values: readonly number[]): Buffer {
  const out = Buffer.allocUnsafe(values.length * 4);
  values.forEach((value, i) => out.writeUInt32BE(value, i * 4));
  return out;
}

function u16(...values: readonly number[]): Buffer {
  const out = Buffer.allocUnsafe(values.length * 2);
  values.forEach((value, i) => out.writeUInt16BE(value, i * 2));
  return out;
}

function ascii(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

function zeros(bytes: number): Buffer {
  return Buffer.alloc(bytes);
}

function sum<T>(list: readonly T[], of: (item: T) => number): number {
  let total = 0;
  for (const item of list) total += of(item);
  return total;
}
