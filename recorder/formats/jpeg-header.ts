/** The parts of a JPEG file that RTP leaves out (RFC 2435, appendices A and B; tables of ITU-T T.81, annex K). */

const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];
const LUMA = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
const CHROMA = [
  17,
  18,
  24,
  47,
  99,
  99,
  99,
  99,
  18,
  21,
  26,
  66,
  99,
  99,
  99,
  99,
  24,
  26,
  56,
  99,
  99,
  99,
  99,
  99,
  47,
  66,
  99,
  99,
  99,
  99,
  99,
  99,
  ...Array.from({ length: 32 }, () => 99),
];

/** Luma and chroma quantizers of a Q of 1..127, 64 bytes each, in zigzag order. */
export function quantizers(q: number): Buffer {
  const factor = Math.min(99, Math.max(1, q));
  const scale = factor < 50 ? Math.floor(5000 / factor) : 200 - factor * 2;
  const table = (base: readonly number[]): number[] =>
    ZIGZAG.map((at) => Math.min(255, Math.max(1, Math.floor(((base[at] ?? 0) * scale + 50) / 100))));
  return Buffer.from([...table(LUMA), ...table(CHROMA)]);
}

const DC_VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const LUMA_DC = { lengths: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], values: DC_VALUES };
const CHROMA_DC = { lengths: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], values: DC_VALUES };
/** The rare values of both AC tables: nibbles 2..a below each of the upper nibbles. */
const rows = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, row) =>
    Array.from({ length: 9 }, (__, at) => (from + row) * 16 + at + 2),
  ).flat();
const LUMA_AC = {
  lengths: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d],
  values: [
    ...[0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71],
    ...[0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72],
    ...[0x82, 0x09, 0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a],
    ...[0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a],
    ...[4, 5, 6, 7].flatMap((row) => [3, 4, 5, 6, 7, 8, 9, 10].map((at) => row * 16 + at)),
    ...[0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a],
    ...rows(9, 13),
    0xe1,
    ...rows(14, 14),
    0xf1,
    ...rows(15, 15),
  ],
};
const CHROMA_AC = {
  lengths: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
  values: [
    ...[0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13, 0x22],
    ...[0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33, 0x52, 0xf0, 0x15, 0x62, 0x72, 0xd1],
    ...[0x0a, 0x16, 0x24, 0x34, 0xe1, 0x25, 0xf1, 0x17, 0x18, 0x19, 0x1a, 0x26, 0x27, 0x28, 0x29, 0x2a],
    ...[0x35, 0x36, 0x37, 0x38, 0x39, 0x3a],
    ...[4, 5, 6, 7].flatMap((row) => [3, 4, 5, 6, 7, 8, 9, 10].map((at) => row * 16 + at)),
    ...rows(8, 15),
  ],
};

const word = (value: number): [number, number] => [(value >> 8) & 0xff, value & 0xff];
const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  ...word(body.length + 2),
  ...body,
];
const huffman = (kind: number, { lengths, values }: { lengths: number[]; values: number[] }): number[] =>
  segment(0xc4, [kind, ...lengths, ...values]);

const NOTHING = Buffer.alloc(0);
/** Marker of a scan's header. */
const SCAN = 0xda;

interface JpegShape {
  readonly width: number;
  readonly height: number;
  /** 4:2:0, otherwise 4:2:2 */
  readonly subsampled: boolean;
  /** luma and chroma quantizers, 64 bytes each */
  readonly tables: Buffer;
  /** 0 = none */
  readonly restartInterval: number;
}

/** Segments of a file's header that a camera sends itself, whole with their markers; null = it does not send it. */
interface JpegSegments {
  readonly quantizers: Buffer | null;
  readonly frame: Buffer | null;
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly huffman: Buffer | null;
  readonly restart: Buffer | null;
  readonly scan: Buffer | null;
}

export const NO_SEGMENTS: JpegSegments = {
  quantizers: null,
  frame: null,
  size: null,
  huffman: null,
  restart: null,
  scan: null,
};

/** Reads the segments that stand one after another, with fill bytes in between (ITU-T T.81, B.1.1.2). */
export function headerSegments(data: Buffer): JpegSegments {
  const found = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= data.length && data[at] === 0xff; ) {
    const marker = data.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0xd8) at += 2;
    else {
      const end = at + 2 + data.readUInt16BE(at + 2);
      if (end < at + 4 || end > data.length) break;
      const kind = marker === 0xc1 || marker === 0xc2 ? 0xc0 : marker;
      found.set(kind, Buffer.concat([found.get(kind) ?? NOTHING, data.subarray(at, end)]));
      at = end;
    }
  }
  const frame = found.get(0xc0) ?? null;
  return {
    quantizers: found.get(0xdb) ?? null,
    frame,
    size: frame && sizeIn(frame),
    huffman: found.get(0xc4) ?? null,
    restart: found.get(0xdd) ?? null,
    scan: found.get(0xda) ?? null,
  };
}

/** Everything of the file up to the scan; what the camera sent itself stands in place of what would be made. */
export function jpegHeader(
  { width, height, subsampled, tables, restartInterval }: JpegShape,
  own: JpegSegments = NO_SEGMENTS,
): Buffer {
  const luma = [1, subsampled ? 0x22 : 0x21, 0];
  const tableSegments = [0, 1].flatMap((i) => segment(0xdb, [i, ...tables.subarray(64 * i, 64 * i + 64)]));
  const frame = segment(0xc0, [8, ...word(height), ...word(width), 3, ...luma, 2, 0x11, 1, 3, 0x11, 1]);
  return Buffer.from([
    ...[0xff, 0xd8],
    ...(own.quantizers ?? tableSegments),
    ...(own.restart ?? (restartInterval > 0 ? segment(0xdd, word(restartInterval)) : [])),
    ...(own.frame ?? frame),
    ...(own.huffman ?? USUAL_HUFFMAN),
    ...(own.scan ?? scanSegment(own.frame)),
  ]);
}

const USUAL_HUFFMAN = [
  ...huffman(0x00, LUMA_DC),
  ...huffman(0x10, LUMA_AC),
  ...huffman(0x01, CHROMA_DC),
  ...huffman(0x11, CHROMA_AC),
];

/** A file without Huffman tables, as cameras of the AVI kind send it, gets the usual ones; any other is left as it is. */
export function withHuffman(jpeg: Buffer): Buffer {
  for (const { at, marker } of segmentsOf(jpeg)) {
    if (marker === 0xc4) return jpeg;
    if (marker === 0xda) return Buffer.concat([jpeg.subarray(0, at), Buffer.from(USUAL_HUFFMAN), jpeg.subarray(at)]);
  }
  return jpeg;
}

/** One scan with all components of the frame: the first one is luma, the others use the tables of chroma. */
function scanSegment(frame: Buffer | null): number[] {
  const count = Math.min(4, frame?.[9] ?? 3);
  const components = Array.from({ length: count }, (_, i) => [frame?.[10 + 3 * i] ?? i + 1, i === 0 ? 0x00 : 0x11]);
  return segment(0xda, [count, ...components.flat(), 0, 63, 0]);
}

/** From the start-of-frame marker (ITU-T T.81, B.2.2); null when it is no baseline or progressive JPEG. */
export function jpegSize(jpeg: Buffer): { width: number; height: number } | null {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return null;
  for (const { at, marker } of segmentsOf(jpeg)) if (marker >= 0xc0 && marker <= 0xc2) return sizeIn(jpeg.subarray(at));
  return null;
}

/** Where the segments of a file begin, up to its first scan; fill bytes may stand before each (ITU-T T.81, B.1.1.2). */
function* segmentsOf(jpeg: Buffer): Generator<{ readonly at: number; readonly marker: number }> {
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const marker = jpeg.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else {
      yield { at, marker };
      if (marker === SCAN) return;
      at += 2 + jpeg.readUInt16BE(at + 2);
    }
  }
}

/** The size in a frame segment that begins with its marker. */
function sizeIn(frame: Buffer): { width: number; height: number } | null {
  if (frame.length < 9) return null;
  const [height, width] = [frame.readUInt16BE(5), frame.readUInt16BE(7)];
  return width > 0 && height > 0 ? { width, height } : null;
}
