import type { FileHandle } from "node:fs/promises";

/** Seconds between 1904 (QuickTime) and 1970. */
const QUICKTIME_OFFSET_S = 2_082_844_800;
const MAX_MOOV_BYTES = 512 * 1024 * 1024;
const CONTAINERS = new Set(["trak", "mdia"]);
const STAMPED = new Set(["mvhd", "tkhd", "mdhd"]);

/**
 * Sets creation and modification time in all headers of a finished QuickTime file to the time of the recording, not of
 * the export (the muxer knows only the latter). False: no `moov` box.
 */
export async function setCreationTime(file: FileHandle, timeMs: number): Promise<boolean> {
  const { size } = await file.stat();
  const head = Buffer.alloc(16);
  for (let at = 0; at + 8 <= size; ) {
    await file.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const bytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (bytes < 8) return false;
    if (head.toString("latin1", 4, 8) === "moov" && bytes <= MAX_MOOV_BYTES) {
      const moov = Buffer.alloc(bytes);
      await file.read(moov, 0, bytes, at);
      stamp(moov, 8, bytes, Math.floor(timeMs / 1000) + QUICKTIME_OFFSET_S);
      await file.write(moov, 0, bytes, at);
      return true;
    }
    at += bytes;
  }
  return false;
}

function stamp(buffer: Buffer, from: number, to: number, seconds: number): void {
  for (let at = from; at + 8 <= to; ) {
    const bytes = buffer.readUInt32BE(at);
    if (bytes < 8 || at + bytes > to) return;
    const type = buffer.toString("latin1", at + 4, at + 8);
    if (CONTAINERS.has(type)) stamp(buffer, at + 8, at + bytes, seconds);
    if (STAMPED.has(type)) {
      if (buffer[at + 8] === 1) {
        buffer.writeBigUInt64BE(BigInt(seconds), at + 12);
        buffer.writeBigUInt64BE(BigInt(seconds), at + 20);
      } else {
        buffer.writeUInt32BE(seconds, at + 12);
        buffer.writeUInt32BE(seconds, at + 16);
      }
    }
    at += bytes;
  }
}
