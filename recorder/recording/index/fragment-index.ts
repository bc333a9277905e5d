/** Where the fragments of a segment lie: kept in memory while it is written, as a blob in the index afterwards. */
import { deflateRawSync, inflateRawSync } from "node:zlib";

export interface FragmentEntry {
  /** epoch ms of its first sample, exact to a microsecond within the segment */
  readonly wallMs: number;
  /** until the end of its last sample */
  readonly durationMs: number;
  /** of the `prft` box in the file */
  readonly offset: number;
  /** prft + moof + mdat */
  readonly bytes: number;
  /** from `offset` to the first sample's data */
  readonly headerBytes: number;
  /** size of the first sample if that is a key frame, else 0 */
  readonly keyBytes: number;
  readonly videoSamples: number;
  readonly audioSamples: number;
}

/** The current format. A blob of the first version, 28 bytes per fragment, can still be read. */
const VERSION = 2;
const FIRST_VERSION = 1;
const FIRST_HEAD_BYTES = 4;
const FIRST_ENTRY_BYTES = 28;
/** The longest list: an hour of 0.2 s fragments. A blob that unpacks to more is not ours. */
const MAX_UNPACKED_BYTES = 1024 * 1024;

/**
 * u8 version, then packed: a count and, field by field, a number per fragment (LEB128; signed values as zigzag). Where
 * a fragment begins, in time (us) and in the file, is stored as the distance from the end of the one before: mostly 0.
 */
export function encodeFragments(startMs: number, entries: readonly FragmentEntry[]): Buffer {
  const fields: number[][] = [[], [], [], [], [], [], [], []];
  let [wallUs, offset] = [0, 0];
  for (const entry of entries) {
    const startUs = Math.round((entry.wallMs - startMs) * 1000);
    const durationUs = Math.max(0, Math.round(entry.durationMs * 1000));
    const { bytes, headerBytes, keyBytes, videoSamples, audioSamples } = entry;
    const [late, gap] = [zigzag(startUs - wallUs), zigzag(entry.offset - offset)];
    const row = [late, durationUs, gap, bytes, headerBytes, keyBytes, videoSamples, audioSamples];
    row.forEach((value, field) => fields[field]?.push(value));
    [wallUs, offset] = [startUs + durationUs, entry.offset + bytes];
  }
  const packed: number[] = [];
  for (const value of [entries.length, ...fields.flat()]) putNumber(packed, value);
  return Buffer.concat([Buffer.of(VERSION), deflateRawSync(Buffer.from(packed))]);
}

/** The same list in the current form; null: it is in that already, or cannot be read. */
export function packedFragments(startMs: number, blob: Uint8Array): Buffer | null {
  const entries = blob[0] === FIRST_VERSION ? decodeFragments(startMs, blob) : null;
  return entries && encodeFragments(startMs, entries);
}

/** null for a blob of an unknown version or a broken one; the file itself is read instead. */
export function decodeFragments(startMs: number, bytes: Uint8Array): FragmentEntry[] | null {
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (blob[0] === FIRST_VERSION) return decodeFirst(startMs, blob);
  if (blob[0] !== VERSION) return null;
  const numbers = unpacked(blob.subarray(1));
  const count = numbers?.[0] ?? -1;
  if (!numbers || numbers.length !== 1 + count * 8) return null;
  const entries: FragmentEntry[] = [];
  let [wallUs, offset] = [0, 0];
  for (let at = 0; at < count; at++) {
    const field = (index: number): number => numbers[1 + index * count + at] ?? 0;
    const durationUs = field(1);
    wallUs += unzigzag(field(0));
    offset += unzigzag(field(2));
    entries.push({
      wallMs: startMs + wallUs / 1000,
      durationMs: durationUs / 1000,
      offset,
      bytes: field(3),
      headerBytes: field(4),
      keyBytes: field(5),
      videoSamples: field(6),
      audioSamples: field(7),
    });
    wallUs += durationUs;
    offset += field(3);
  }
  return entries;
}

/** Little endian: u8 version, 3 bytes 0, then per fragment u32 wall and duration (us), offset, bytes, header, key, u16 counts. */
function decodeFirst(startMs: number, blob: Buffer): FragmentEntry[] | null {
  if ((blob.length - FIRST_HEAD_BYTES) % FIRST_ENTRY_BYTES !== 0) return null;
  const entries: FragmentEntry[] = [];
  for (let at = FIRST_HEAD_BYTES; at < blob.length; at += FIRST_ENTRY_BYTES)
    entries.push({
      wallMs: startMs + blob.readUInt32LE(at) / 1000,
      durationMs: blob.readUInt32LE(at + 4) / 1000,
      offset: blob.readUInt32LE(at + 8),
      bytes: blob.readUInt32LE(at + 12),
      headerBytes: blob.readUInt32LE(at + 16),
      keyBytes: blob.readUInt32LE(at + 20),
      videoSamples: blob.readUInt16LE(at + 24),
      audioSamples: blob.readUInt16LE(at + 26),
    });
  return entries;
}

/** null when it cannot be unpacked or ends within a number */
function unpacked(blob: Buffer): number[] | null {
  let raw: Buffer;
  try {
    raw = inflateRawSync(blob, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    return null;
  }
  const numbers: number[] = [];
  let [value, scale] = [0, 1];
  for (const byte of raw) {
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte >= 0x80) continue;
    numbers.push(value);
    [value, scale] = [0, 1];
  }
  return scale === 1 ? numbers : null;
}

/** By arithmetic, not bit operations: times within a segment and places in a file may exceed 31 bits. */
function putNumber(out: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) out.push((rest % 128) + 128);
  out.push(rest);
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);
