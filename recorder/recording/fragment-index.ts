/** Where the fragments of a segment lie: kept in memory while it is written, as a blob in the index afterwards. */

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

const VERSION = 1;
const HEAD_BYTES = 4;
const ENTRY_BYTES = 28;

/** Little endian: u8 version, 3 bytes 0, then per fragment u32 wall and duration (us), offset, bytes, header, key, u16 counts. */
export function encodeFragments(startMs: number, entries: readonly FragmentEntry[]): Buffer {
  const blob = Buffer.alloc(HEAD_BYTES + entries.length * ENTRY_BYTES);
  blob[0] = VERSION;
  let at = HEAD_BYTES;
  for (const entry of entries) {
    at = blob.writeUInt32LE(u32((entry.wallMs - startMs) * 1000), at);
    at = blob.writeUInt32LE(u32(entry.durationMs * 1000), at);
    at = blob.writeUInt32LE(entry.offset, at);
    at = blob.writeUInt32LE(entry.bytes, at);
    at = blob.writeUInt32LE(entry.headerBytes, at);
    at = blob.writeUInt32LE(entry.keyBytes, at);
    at = blob.writeUInt16LE(Math.min(entry.videoSamples, 0xffff), at);
    at = blob.writeUInt16LE(Math.min(entry.audioSamples, 0xffff), at);
  }
  return blob;
}

/** null for a blob of an unknown version: the file itself then tells. */
export function decodeFragments(startMs: number, bytes: Uint8Array): FragmentEntry[] | null {
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (blob[0] !== VERSION || (blob.length - HEAD_BYTES) % ENTRY_BYTES !== 0) return null;
  const entries: FragmentEntry[] = [];
  for (let at = HEAD_BYTES; at < blob.length; at += ENTRY_BYTES)
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

function u32(value: number): number {
  return Math.max(0, Math.min(0xffff_ffff, Math.round(value)));
}
