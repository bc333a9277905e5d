/**
 * Writes the smallest fMP4 that a player accepts: one H.264 track, one picture per fragment. It is independent of the
 * recorder's writer.
 */
type Part = Uint8Array | number[];
const u32 = (value: number): number[] => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
const text = (value: string): number[] => Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

function box(type: string, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  const bytes = new Uint8Array(size);
  bytes.set(u32(size));
  bytes.set(text(type), 4);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].flatMap(u32);
const TIMESCALE = 90_000;

export function initBytes(width: number, height: number, avcC: Uint8Array): Uint8Array<ArrayBuffer> {
  const avc1 = box(
    "avc1",
    zeros(6),
    u16(1),
    zeros(16),
    u16(width),
    u16(height),
    u32(0x480000),
    u32(0x480000),
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    box("avcC", avcC),
  );
  const stbl = box(
    "stbl",
    box("stsd", u32(0), u32(1), avc1),
    box("stts", u32(0), u32(0)),
    box("stsc", u32(0), u32(0)),
    box("stsz", u32(0), u32(0), u32(0)),
    box("stco", u32(0), u32(0)),
  );
  const minf = box(
    "minf",
    box("vmhd", u32(1), zeros(8)),
    box("dinf", box("dref", u32(0), u32(1), box("url ", u32(1)))),
    stbl,
  );
  const mdia = box(
    "mdia",
    box("mdhd", u32(0), u32(0), u32(0), u32(TIMESCALE), u32(0), u16(0x55c4), u16(0)),
    box("hdlr", u32(0), u32(0), text("vide"), zeros(12), [0]),
    minf,
  );
  const tkhd = box(
    "tkhd",
    u32(3),
    u32(0),
    u32(0),
    u32(1),
    u32(0),
    u32(0),
    zeros(8),
    zeros(8),
    MATRIX,
    u32(width * 65536),
    u32(height * 65536),
  );
  const mvhd = box(
    "mvhd",
    u32(0),
    u32(0),
    u32(0),
    u32(TIMESCALE),
    u32(0),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    MATRIX,
    zeros(24),
    u32(2),
  );
  const mvex = box("mvex", box("trex", u32(0), u32(1), u32(1), u32(0), u32(0), u32(0)));
  return join(
    box("ftyp", text("iso5"), u32(0), text("iso5iso6mp41")),
    box("moov", mvhd, box("trak", tkhd, mdia), mvex),
  );
}

export function fragmentBytes(
  sequence: number,
  baseTicks: number,
  durationTicks: number,
  key: boolean,
  data: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const make = (offset: number) =>
    box(
      "moof",
      box("mfhd", u32(0), u32(sequence)),
      box(
        "traf",
        box("tfhd", u32(0x020000), u32(1)),
        box("tfdt", u32(0), u32(baseTicks)),
        box(
          "trun",
          u32(0x000701),
          u32(1),
          u32(offset),
          u32(durationTicks),
          u32(data.length),
          u32(key ? 0x02000000 : 0x01010000),
        ),
      ),
    );
  return join(make(make(0).length + 8), box("mdat", data));
}

export function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
