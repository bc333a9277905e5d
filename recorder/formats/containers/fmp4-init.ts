/**
 * The init segment of a fragmented MP4: what a reader must know of the tracks before the first fragment.
 * Boxes: ISO/IEC 14496-12; sample entries: 14496-15 (avc1, hvc1), 14496-14 (mp4a), QuickTime (ulaw, alaw, jpeg).
 */
import type { AudioConfig, TrackConfigs, VideoConfig } from "../codec-config.ts";
import { AUDIO_TRACK, FLAGS_DELTA, FLAGS_KEY, VIDEO_TIMESCALE, VIDEO_TRACK } from "./fmp4.ts";

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
  const inside = Buffer.concat(body);
  return Buffer.concat([u32(8 + inside.length), ascii(type), inside]);
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
