/** What a segment file holds, read from the file alone, which may be cut anywhere or still be written. */
import type { TrackConfigs } from "#recorder/formats/codec-config.ts";
import { VIDEO_TIMESCALE } from "#recorder/formats/containers/fmp4.ts";
import {
  type ParsedMoof,
  parseInit,
  parseMoof,
  parsePrft,
  type ProducerTime,
  trackDurationMs,
} from "#recorder/formats/containers/fmp4-parser.ts";
import type { FragmentEntry } from "../index/fragment-index.ts";
import type { SegmentSource } from "./segment-source.ts";

export interface SegmentScan {
  /** null: cut inside the init segment, nothing can be played */
  readonly configs: TrackConfigs | null;
  readonly fragments: readonly FragmentEntry[];
  /** end of the last whole fragment (of the init segment, if there is none); everything after it is torn */
  readonly goodBytes: number;
  readonly fileBytes: number;
}

/** An init segment or a moof larger than this is not ours. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;
const PEEK_BYTES = 8192;

/** Scans from the beginning, or continues where `before` ended. */
export async function scanSegment(file: SegmentSource, before?: SegmentScan): Promise<SegmentScan> {
  const fileBytes = (await file.stat()).size;
  const reader = new Peeker(file, fileBytes);
  const fragments: FragmentEntry[] = before ? [...before.fragments] : [];
  let configs = before?.configs ?? null;
  let at = before?.goodBytes ?? 0;
  if (!configs) {
    const init = await readInit(reader);
    if (!init) return { configs: null, fragments: [], goodBytes: 0, fileBytes };
    configs = init.configs;
    at = init.bytes;
  }
  for (;;) {
    const entry = await readEntry(reader, at, configs);
    if (!entry) break;
    fragments.push(entry);
    at += entry.bytes;
  }
  return { configs, fragments, goodBytes: at, fileBytes };
}

/** The init segment at the beginning of a file. */
export async function readInit(
  reader: Pick<Peeker, "box" | "bytes">,
): Promise<{ configs: TrackConfigs; bytes: number } | null> {
  const ftyp = await reader.box(0);
  if (ftyp?.type !== "ftyp" || ftyp.bytes > MAX_HEADER_BYTES) return null;
  const moov = await reader.box(ftyp.bytes);
  if (moov?.type !== "moov" || moov.bytes > MAX_HEADER_BYTES) return null;
  const bytes = ftyp.bytes + moov.bytes;
  const buffer = await reader.bytes(0, bytes);
  const configs = buffer && parseInit(buffer);
  return configs ? { configs, bytes } : null;
}

async function readEntry(reader: Peeker, offset: number, configs: TrackConfigs): Promise<FragmentEntry | null> {
  const prft = await reader.box(offset);
  if (prft?.type !== "prft" || prft.bytes > 64) return null;
  const moof = await reader.box(offset + prft.bytes);
  if (moof?.type !== "moof" || moof.bytes > MAX_HEADER_BYTES) return null;
  const mdat = await reader.box(offset + prft.bytes + moof.bytes);
  if (mdat?.type !== "mdat") return null;
  const bytes = prft.bytes + moof.bytes + mdat.bytes;
  if (offset + bytes > reader.size) return null;
  const head = await reader.bytes(offset, prft.bytes + moof.bytes);
  const time = head && parsePrft(head.subarray(8, prft.bytes));
  const parsed = head && parseMoof(head.subarray(prft.bytes + 8));
  if (!time || !parsed || payloadBytes(parsed) !== mdat.bytes - 8) return null;
  return entryOf(time, parsed, configs, offset, bytes, prft.bytes + moof.bytes + 8);
}

function payloadBytes({ video, audio }: ParsedMoof): number {
  let bytes = 0;
  for (const sample of video?.samples ?? []) bytes += sample.bytes;
  for (const sample of audio?.samples ?? []) bytes += sample.bytes;
  return bytes;
}

function entryOf(
  time: ProducerTime,
  moof: ParsedMoof,
  configs: TrackConfigs,
  offset: number,
  bytes: number,
  headerBytes: number,
): FragmentEntry {
  const first = moof.video?.samples[0];
  const durationMs = moof.video
    ? trackDurationMs(moof.video, VIDEO_TIMESCALE)
    : moof.audio && configs.audio
      ? trackDurationMs(moof.audio, configs.audio.sampleRate)
      : 0;
  return {
    wallMs: time.wallMs,
    durationMs,
    offset,
    bytes,
    headerBytes,
    keyBytes: first?.key ? first.bytes : 0,
    videoSamples: moof.video?.samples.length ?? 0,
    audioSamples: moof.audio?.samples.length ?? 0,
  };
}

/** Reads small pieces of a file through one buffer. */
export class Peeker {
  readonly #file: SegmentSource;
  readonly size: number;
  #buffer: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(file: SegmentSource, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** Type and size of the box at `at`; null when the file ends within its header. */
  async box(at: number): Promise<{ type: string; bytes: number } | null> {
    const head = await this.bytes(at, 8);
    if (!head) return null;
    const bytes = head.readUInt32BE(0);
    return bytes < 8 ? null : { type: head.toString("latin1", 4, 8), bytes };
  }

  /** null when not all of them lie in the file */
  async bytes(at: number, length: number): Promise<Buffer | null> {
    if (at + length > this.size) return null;
    if (at < this.#start || at + length > this.#start + this.#buffer.length) {
      const want = Math.min(Math.max(length, PEEK_BYTES), this.size - at);
      const buffer = Buffer.allocUnsafe(want);
      const { bytesRead } = await this.#file.read(buffer, 0, want, at);
      this.#buffer = buffer.subarray(0, bytesRead);
      this.#start = at;
      if (bytesRead < length) return null;
    }
    return this.#buffer.subarray(at - this.#start, at - this.#start + length);
  }
}
