import type { RtpPacket } from "../rtp-packet.ts";
import { headerSegments, jpegHeader, NO_SEGMENTS, quantizers, withHuffman } from "#recorder/formats/jpeg-header.ts";
import { MAX_FRAME_BYTES } from "./nal-depacketizer.ts";

/** A whole JPEG file as one frame of the stream. */
export interface JpegFrame {
  readonly jpeg: Buffer;
  /** 32 bits, as in the packets */
  readonly rtpTime: number;
  /** frames before it were lost or dropped */
  readonly broken: boolean;
}

interface JpegSize {
  readonly width: number;
  readonly height: number;
}

const NO_TABLES = Buffer.alloc(0);
const MAIN_HEADER_BYTES = 8;
/** A main header says so many bytes of tables at most; a fourth table would be of a component that no camera has. */
const MOST_TABLE_BYTES = 4 * 128;
/** How a file begins: no main header does, for no scan begins at that offset. */
const FILE_BEGINS = 0xffd8ff;
const RESTART_HEADER_BYTES = 4;
const TABLE_HEADER_BYTES = 4;
/** Above this the size fields of RFC 2435, 8 bits for blocks of 8 pixels, are too small. */
const MAX_FIELD_SIDE = 2040;
/** ONVIF, streaming specification, JPEG over RTP: a header extension of this type holds segments of the file's header. */
const HEADER_EXTENSION = 0xffd8;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/**
 * RFC 2435: scans in packets, without the file's header. A frame with a missing packet is dropped: it cannot be shown.
 */
export class JpegDepacketizer {
  readonly #emit: (picture: JpegFrame) => void;
  #pieces: Buffer[] = [];
  /** bytes of scan collected: the offset that the next packet must name; -1 = the frame is damaged */
  #next = -1;
  #rtpTime = 0;
  #broken = false;
  /** quantizers of Q values above 127, which may be sent only once per value */
  readonly #tables = new Map<number, Buffer>();
  readonly #announced: JpegSize | null;
  /** the pieces are those of a file as the encoder wrote it, each behind a main header or none */
  #file: "none" | "bare" | "behind headers" = "none";
  /** the last picture said nowhere how large it is */
  isSizeMissing = false;

  /** `announced`: the size that the session's description names, for pictures above 2040 pixels */
  constructor(emit: (picture: JpegFrame) => void, announced: JpegSize | null = null) {
    this.#emit = emit;
    this.#announced = announced;
  }

  push(packet: RtpPacket, lost: boolean): void {
    if (lost) this.#spoil();
    const { payload } = packet;
    if (this.#takesBare(packet)) return;
    if (payload.length <= MAIN_HEADER_BYTES) return this.#spoil();
    const offset = payload.readUIntBE(1, 3);
    if (offset === 0) this.#begin(packet);
    else if (packet.timestamp !== this.#rtpTime || offset !== this.#next) this.#spoil();
    else this.#append(payload.subarray(scanStart(payload)));
    if (packet.marker) this.#finish();
  }

  #begin({ payload, timestamp, extension }: RtpPacket): void {
    // The marker should end a picture, but not all cameras set it. With a packet missing, nothing is collected here.
    this.#finish();
    this.#next = -1;
    this.#pieces = [];
    this.#rtpTime = timestamp;
    this.#file = "none";
    if (beginsFile(payload, MAIN_HEADER_BYTES)) {
      this.#file = "behind headers";
      this.#next = 0;
      return this.#append(payload.subarray(MAIN_HEADER_BYTES));
    }
    const type = payload.readUInt8(4);
    const q = payload.readUInt8(5);
    const own = extension?.profile === HEADER_EXTENSION ? headerSegments(extension.data) : null;
    const size = own?.size ?? this.#sizeOf(payload.readUInt8(6) * 8, payload.readUInt8(7) * 8);
    this.isSizeMissing = size === null;
    // Types 0 and 1 (4:2:2 and 4:2:0), and the same with restart markers; other types have private meanings.
    const isKnown = (type & 0x3e) === 0 && type < 128;
    if (!size || (!isKnown && !own?.frame)) return this.#spoil();
    const at = scanStart(payload);
    const read = this.#readTables(payload.subarray(at), q);
    const tables = read?.tables ?? (own?.quantizers ? NO_TABLES : null);
    if (!read || !tables) return this.#spoil();
    const restartInterval = type >= 64 && type < 128 ? payload.readUInt16BE(MAIN_HEADER_BYTES) : 0;
    const shape = { ...size, subsampled: (type & 1) === 1, tables, restartInterval };
    this.#pieces = [jpegHeader(shape, own ?? NO_SEGMENTS)];
    this.#next = 0;
    this.#append(payload.subarray(at + read.bytes));
  }

  /** The quantizers of a picture (null = they are not known) and the bytes that their header takes; null: it lies. */
  #readTables(payload: Buffer, q: number): { readonly tables: Buffer | null; readonly bytes: number } | null {
    // The value 0 is reserved; encoders whose scale begins there mean their lowest quality.
    if (q < 128) return { tables: quantizers(q), bytes: 0 };
    if (payload.length < TABLE_HEADER_BYTES) return null;
    const bytes = payload.readUInt16BE(2);
    const sent = payload.subarray(TABLE_HEADER_BYTES, TABLE_HEADER_BYTES + bytes);
    const two = bytes > 0 ? twoTables(sent, payload.readUInt8(1)) : null;
    if (sent.length !== bytes || bytes > MOST_TABLE_BYTES || (bytes > 0 && two === null)) return null;
    const tables = two ?? this.#tables.get(q) ?? null;
    if (tables && q < 255) this.#tables.set(q, tables);
    return { tables, bytes: TABLE_HEADER_BYTES + bytes };
  }

  /**
   * The size of a picture. The packet has 8 bits of blocks of 8 pixels for it: a larger side is 0 there, or lacks its
   * highest bits.
   */
  #sizeOf(width: number, height: number): JpegSize | null {
    const said = this.#announced;
    const isLarge = said !== null && Math.max(said.width, said.height) > MAX_FIELD_SIDE;
    if (isLarge && isCut(width, said.width) && isCut(height, said.height)) return said;
    if (width > 0 && height > 0) return { width, height };
    return said;
  }

  /** Pieces of a file without any header of RTP: cameras that send what their encoder wrote. */
  #takesBare({ payload, timestamp, marker }: RtpPacket): boolean {
    const isBegin = beginsFile(payload, 0);
    if (isBegin) {
      this.#finish();
      this.#pieces = [];
      this.#next = 0;
      this.#rtpTime = timestamp;
      this.#file = "bare";
    } else if (this.#file !== "bare" || timestamp !== this.#rtpTime || this.#next < 0) return false;
    this.#append(payload);
    if (marker) this.#finish();
    return true;
  }

  #append(scan: Buffer): void {
    this.#next += scan.length;
    if (this.#next > MAX_FRAME_BYTES) return this.#spoil();
    this.#pieces.push(scan);
  }

  #finish(): void {
    if (this.#next <= 0) return;
    const last = this.#pieces.at(-1);
    const isEnded = last !== undefined && last.length >= 2 && last.readUInt16BE(last.length - 2) === 0xffd9;
    const whole = Buffer.concat(isEnded ? this.#pieces : [...this.#pieces, END_OF_IMAGE]);
    const jpeg = this.#file === "none" ? whole : withHuffman(whole);
    const broken = this.#broken;
    this.#broken = false;
    this.#pieces = [];
    this.#next = -1;
    this.#emit({ jpeg, rtpTime: this.#rtpTime, broken });
  }

  #spoil(): void {
    this.#next = -1;
    this.#pieces = [];
    this.#broken = true;
  }
}

const beginsFile = (payload: Buffer, at: number): boolean =>
  payload.length > at + 3 && payload.readUIntBE(at, 3) === FILE_BEGINS;

/**
 * Luma and chroma quantizers of 8 bits. One table is that of all components, a third one repeats the second. A bit of `precision` says
 * that a table has values of two bytes, which fit into one in all pictures of 8 bits. Null: a table is cut off.
 */
function twoTables(sent: Buffer, precision: number): Buffer | null {
  const tables: Buffer[] = [];
  for (let at = 0; at < sent.length && tables.length < 2; ) {
    const bytes = (precision >> tables.length) & 1 ? 128 : 64;
    const table = sent.subarray(at, at + bytes);
    if (table.length < bytes) return null;
    tables.push(
      bytes === 64 ? table : Buffer.from(Array.from({ length: 64 }, (_, i) => narrow(table.readUInt16BE(2 * i)))),
    );
    at += bytes;
  }
  const [luma, chroma = luma] = tables;
  return luma && chroma ? Buffer.concat([luma, chroma]) : null;
}

const narrow = (value: number): number => Math.min(255, Math.max(1, value));

/** Whether the field can mean this side. */
const isCut = (field: number, side: number): boolean => field === 0 || field === (Math.ceil(side / 8) * 8) % 2048;

/** Where the scan (or the table header of the first packet) begins. */
function scanStart(payload: Buffer): number {
  const type = payload.readUInt8(4);
  return MAIN_HEADER_BYTES + (type >= 64 && type < 128 ? RESTART_HEADER_BYTES : 0);
}
