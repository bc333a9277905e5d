import { MAX_PAYLOAD_BYTES } from "./rtp-packetizer.ts";

/** Eight bits of blocks of eight. */
const MAX_SIDE = 255 * 8;
/** The quantizers are in the packet itself, for this frame only. */
const OWN_TABLES = 255;

interface Scan {
  /** RFC 2435, section 4.1: 0 = 4:2:2, 1 = 4:2:0, with 64 added when there are restart markers */
  readonly type: number;
  readonly width: number;
  readonly height: number;
  readonly restartInterval: number;
  /** luma and chroma, 64 bytes each */
  readonly tables: Buffer;
  readonly data: Buffer;
}

/**
 * A JPEG file as RTP payloads (RFC 2435). Empty when it cannot be sent this way: not baseline, sampling other than
 * 4:2:2 and 4:2:0, a side above 2040 pixels. Its Huffman tables are assumed to be the usual ones, as the format
 * requires.
 */
export function jpegPayloads(jpeg: Buffer): Buffer[] {
  const scan = readScan(jpeg);
  if (!scan) return [];
  const payloads: Buffer[] = [];
  for (let at = 0; at < scan.data.length; ) {
    const head = headOf(scan, at);
    const piece = scan.data.subarray(at, at + MAX_PAYLOAD_BYTES - head.length);
    payloads.push(Buffer.concat([head, piece]));
    at += piece.length;
  }
  return payloads;
}

function headOf({ type, width, height, restartInterval, tables }: Scan, offset: number): Buffer {
  const sides = [Math.ceil(width / 8), Math.ceil(height / 8)];
  const main = [0, offset >> 16, (offset >> 8) & 0xff, offset & 0xff, type, OWN_TABLES, ...sides];
  const restart = type >= 64 ? [restartInterval >> 8, restartInterval & 0xff, 0xff, 0xff] : [];
  const quantizers = offset === 0 ? [0, 0, 0, tables.length, ...tables] : [];
  return Buffer.from([...main, ...restart, ...quantizers]);
}

/** Reads the segments up to the scan (ITU-T T.81, annex B). */
function readScan(jpeg: Buffer): Scan | null {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return null;
  const tables = new Map<number, Buffer>();
  let restartInterval = 0;
  let frame: { type: number; width: number; height: number; luma: number; chroma: number } | null = null;
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const marker = jpeg.readUInt8(at + 1);
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const body = jpeg.subarray(at + 4, end);
    at = end;
    if (marker === 0xdb) {
      // One byte of precision and number before each table; 16-bit tables are for 12-bit images.
      for (let i = 0; i + 65 <= body.length && body.readUInt8(i) < 16; i += 65)
        tables.set(body.readUInt8(i), body.subarray(i + 1, i + 65));
    } else if (marker === 0xdd && body.length >= 2) restartInterval = body.readUInt16BE(0);
    else if (marker === 0xc0) frame = readFrame(body);
    else if (marker > 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return null;
    else if (marker === 0xda) {
      const [luma, chroma] = [tables.get(frame?.luma ?? -1), tables.get(frame?.chroma ?? -1)];
      if (!frame || !luma || !chroma) return null;
      const isEnded = jpeg.readUInt16BE(jpeg.length - 2) === 0xffd9;
      return {
        ...frame,
        type: frame.type + (restartInterval > 0 ? 64 : 0),
        restartInterval,
        tables: Buffer.concat([luma, chroma]),
        data: jpeg.subarray(at, jpeg.length - (isEnded ? 2 : 0)),
      };
    }
  }
  return null;
}

function readFrame(body: Buffer): { type: number; width: number; height: number; luma: number; chroma: number } | null {
  if (body.length < 15 || body.readUInt8(0) !== 8 || body.readUInt8(5) !== 3) return null;
  const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
  const sampling = body.readUInt8(7);
  const isPlain =
    body.readUInt8(10) === 0x11 && body.readUInt8(13) === 0x11 && body.readUInt8(11) === body.readUInt8(14);
  if (!isPlain || (sampling !== 0x21 && sampling !== 0x22)) return null;
  if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE) return null;
  return { type: sampling === 0x22 ? 1 : 0, width, height, luma: body.readUInt8(8), chroma: body.readUInt8(11) };
}
