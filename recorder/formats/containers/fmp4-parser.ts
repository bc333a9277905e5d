/**
 * Reads back what `fmp4.ts` writes: init segments, and fragments one by one. Broken bytes give null, never an
 * exception.
 */
import type { AudioInfo } from "../media-info.ts";
import {
  type AudioConfig,
  parameterSetsOf,
  type TrackConfigs,
  type VideoCodec,
  type VideoConfig,
  videoConfigOf,
} from "../codec-config.ts";
import { AUDIO_TRACK, NTP_OFFSET_S, VIDEO_TIMESCALE, VIDEO_TRACK } from "./fmp4.ts";

interface Box {
  readonly type: string;
  /** of the box, and of what it holds */
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

interface ParsedSample {
  readonly key: boolean;
  readonly durationTicks: number;
  readonly compositionTicks: number;
  readonly bytes: number;
}

export interface ParsedTrack {
  readonly baseTicks: number;
  readonly samples: readonly ParsedSample[];
  /** from the start of the `moof` */
  readonly dataOffset: number;
}

export interface ParsedMoof {
  readonly sequence: number;
  readonly video: ParsedTrack | null;
  readonly audio: ParsedTrack | null;
}

export interface ProducerTime {
  readonly wallMs: number;
  readonly mediaTicks: number;
  readonly track: number;
}

/** Boxes that lie completely in [from, to). */
export function* boxes(buffer: Buffer, from = 0, to = buffer.length): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const bytes = buffer.readUInt32BE(at);
    if (bytes < 8 || at + bytes > to) return;
    yield { type: buffer.toString("latin1", at + 4, at + 8), start: at, body: at + 8, end: at + bytes };
    at += bytes;
  }
}

function find(buffer: Buffer, parent: Box | null, ...path: string[]): Box | null {
  let at = parent;
  for (const type of path) {
    let next: Box | null = null;
    for (const box of boxes(buffer, at?.body ?? 0, at?.end ?? buffer.length))
      if (box.type === type) {
        next = box;
        break;
      }
    if (!next) return null;
    at = next;
  }
  return at;
}

/** Whole `ftyp moov` -> configs. */
export function parseInit(buffer: Buffer): TrackConfigs | null {
  const moov = find(buffer, null, "moov");
  if (!moov) return null;
  let video: VideoConfig | null = null;
  let audio: AudioConfig | null = null;
  for (const trak of boxes(buffer, moov.body, moov.end)) {
    if (trak.type !== "trak") continue;
    const stsd = find(buffer, trak, "mdia", "minf", "stbl", "stsd");
    if (!stsd) continue;
    for (const entry of boxes(buffer, stsd.body + 8, stsd.end)) {
      video ??= videoEntry(buffer, entry);
      audio ??= audioEntry(buffer, entry);
    }
  }
  return video ? { video, audio } : null;
}

const VIDEO_ENTRIES: Record<string, VideoCodec> = { avc1: "h264", hvc1: "h265", jpeg: "mjpeg" };
const AUDIO_ENTRIES: Record<string, AudioInfo["codec"]> = { mp4a: "aac", ulaw: "pcmu", alaw: "pcma" };

function videoEntry(buffer: Buffer, entry: Box): VideoConfig | null {
  const codec = VIDEO_ENTRIES[entry.type];
  if (!codec || entry.body + 78 > entry.end) return null;
  const [width, height] = [buffer.readUInt16BE(entry.body + 24), buffer.readUInt16BE(entry.body + 26)];
  const none = { codec, codecString: codec, width, height, description: Buffer.alloc(0), parameterSets: [] };
  if (codec === "mjpeg") return none;
  for (const box of boxes(buffer, entry.body + 78, entry.end))
    if (box.type === "avcC" || box.type === "hvcC") {
      const description = Buffer.from(buffer.subarray(box.body, box.end));
      const config = videoConfigOf(codec, parameterSetsOf(codec, description));
      return config ? { ...config, width, height, description } : null;
    }
  return null;
}

function audioEntry(buffer: Buffer, entry: Box): AudioConfig | null {
  const codec = AUDIO_ENTRIES[entry.type];
  if (!codec || entry.body + 28 > entry.end) return null;
  const info = {
    codec,
    channels: buffer.readUInt16BE(entry.body + 16),
    sampleRate: buffer.readUInt16BE(entry.body + 24),
  };
  if (codec !== "aac") return { ...info, description: Buffer.alloc(0) };
  for (const box of boxes(buffer, entry.body + 28, entry.end)) {
    if (box.type !== "esds") continue;
    // ES (tag, length, id, flags), DecoderConfig (tag, length, 13 bytes), DecoderSpecificInfo (tag, length, ...)
    const at = box.body + 4 + 5 + 15;
    const length = buffer[at + 1] ?? 0;
    if (buffer[at] === 5) return { ...info, description: Buffer.from(buffer.subarray(at + 2, at + 2 + length)) };
  }
  return null;
}

/** `body` is a prft box's content. */
export function parsePrft(body: Buffer): ProducerTime | null {
  if (body.length < 24) return null;
  const seconds = body.readUInt32BE(8) - NTP_OFFSET_S;
  return {
    track: body.readUInt32BE(4),
    // microseconds: a double of this size cannot hold units of 2^-32 s
    wallMs: seconds * 1000 + Math.round((body.readUInt32BE(12) / 4_294_967_296) * 1_000_000) / 1000,
    mediaTicks: Number(body.readBigUInt64BE(16)),
  };
}

/** `body` is a moof box's content. */
export function parseMoof(body: Buffer): ParsedMoof | null {
  let sequence = 0;
  let video: ParsedTrack | null = null;
  let audio: ParsedTrack | null = null;
  for (const box of boxes(body)) {
    if (box.type === "mfhd" && box.end - box.body >= 8) sequence = body.readUInt32BE(box.body + 4);
    if (box.type !== "traf") continue;
    const tfhd = find(body, box, "tfhd");
    const tfdt = find(body, box, "tfdt");
    const trun = find(body, box, "trun");
    if (!tfhd || !tfdt || !trun || tfhd.end - tfhd.body < 8 || tfdt.end - tfdt.body < 12) return null;
    const id = body.readUInt32BE(tfhd.body + 4);
    const run = parseTrun(body, trun);
    if (!run) return null;
    const parsed = { baseTicks: Number(body.readBigUInt64BE(tfdt.body + 4)), ...run };
    if (id === VIDEO_TRACK) video = parsed;
    else if (id === AUDIO_TRACK) audio = parsed;
  }
  return video || audio ? { sequence, video, audio } : null;
}

function parseTrun(body: Buffer, trun: Box): { samples: ParsedSample[]; dataOffset: number } | null {
  if (trun.end - trun.body < 12) return null;
  const flags = body.readUInt32BE(trun.body) & 0xff_ffff;
  const count = body.readUInt32BE(trun.body + 4);
  const dataOffset = body.readInt32BE(trun.body + 8);
  const [withFlags, withComposition] = [(flags & 0x400) !== 0, (flags & 0x800) !== 0];
  const entryBytes = 8 + (withFlags ? 4 : 0) + (withComposition ? 4 : 0);
  if ((flags & 0x301) !== 0x301 || trun.body + 12 + count * entryBytes > trun.end) return null;
  const samples: ParsedSample[] = [];
  for (let i = 0, at = trun.body + 12; i < count; i++, at += entryBytes)
    samples.push({
      durationTicks: body.readUInt32BE(at),
      bytes: body.readUInt32BE(at + 4),
      key: !withFlags || (body.readUInt32BE(at + 8) & 0x1_0000) === 0,
      compositionTicks: withComposition ? body.readInt32BE(at + 12) : 0,
    });
  return { samples, dataOffset };
}

/** Length of a track's samples in ms; `rate` is its time scale. */
export function trackDurationMs(track: ParsedTrack, rate: number = VIDEO_TIMESCALE): number {
  let ticks = 0;
  for (const sample of track.samples) ticks += sample.durationTicks;
  return (ticks / rate) * 1000;
}
