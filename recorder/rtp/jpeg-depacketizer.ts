import type { RtpPacket } from "./rtp-packet.ts";
import { jpegHeader, quantizers } from "#recorder/formats/jpeg-header.ts";
import { MAX_PICTURE_BYTES } from "./nal-depacketizer.ts";

/** A whole JPEG file as one frame of the stream. */
export interface JpegFrame {
  readonly jpeg: Buffer;
  /** 32 bits, as in the packets */
  readonly rtpTime: number;
  /** frames before it were lost or dropped */
  readonly broken: boolean;
}

const MAIN_HEADER_BYTES = 8;
const RESTART_HEADER_BYTES = 4;
const TABLE_HEADER_BYTES = 4;
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

  constructor(emit: (picture: JpegFrame) => void) {
    this.#emit = emit;
  }

  push(packet: RtpPacket, lost: boolean): void {
    if (lost) this.#spoil();
    const { payload } = packet;
    if (payload.length <= MAIN_HEADER_BYTES) return this.#spoil();
    const offset = payload.readUIntBE(1, 3);
    if (offset === 0) this.#begin(packet);
    else if (packet.timestamp !== this.#rtpTime || offset !== this.#next) this.#spoil();
    else this.#append(payload.subarray(scanStart(payload)));
    if (packet.marker) this.#finish();
  }

  #begin({ payload, timestamp }: RtpPacket): void {
    if (this.#next >= 0) this.#broken = true;
    this.#next = -1;
    this.#pieces = [];
    this.#rtpTime = timestamp;
    const type = payload.readUInt8(4);
    const q = payload.readUInt8(5);
    const [width, height] = [payload.readUInt8(6) * 8, payload.readUInt8(7) * 8];
    // Types 0 and 1 (4:2:2 and 4:2:0), and the same with restart markers; other types have private meanings.
    if ((type & 0x3e) !== 0 || type >= 128 || q === 0 || width === 0 || height === 0) return this.#spoil();
    let at = scanStart(payload);
    let tables = q < 128 ? quantizers(q) : (this.#tables.get(q) ?? null);
    if (q >= 128) {
      if (payload.length < at + TABLE_HEADER_BYTES) return this.#spoil();
      const bytes = payload.readUInt16BE(at + 2);
      const own = payload.subarray(at + TABLE_HEADER_BYTES, at + TABLE_HEADER_BYTES + bytes);
      // Two tables of 8 bits; 16 bits are for 12-bit images, which no camera sends.
      if (payload.readUInt8(at + 1) !== 0 || own.length !== bytes || (bytes !== 0 && bytes !== 128))
        return this.#spoil();
      at += TABLE_HEADER_BYTES + bytes;
      if (bytes > 0) {
        tables = Buffer.from(own);
        if (q < 255) this.#tables.set(q, tables);
      }
    }
    if (!tables) return this.#spoil();
    const restartInterval = type >= 64 ? payload.readUInt16BE(MAIN_HEADER_BYTES) : 0;
    this.#pieces = [jpegHeader({ width, height, subsampled: (type & 1) === 1, tables, restartInterval })];
    this.#next = 0;
    this.#append(payload.subarray(at));
  }

  #append(scan: Buffer): void {
    this.#next += scan.length;
    if (this.#next > MAX_PICTURE_BYTES) return this.#spoil();
    this.#pieces.push(scan);
  }

  #finish(): void {
    if (this.#next <= 0) return;
    const last = this.#pieces.at(-1);
    const isEnded = last !== undefined && last.length >= 2 && last.readUInt16BE(last.length - 2) === 0xffd9;
    const jpeg = Buffer.concat(isEnded ? this.#pieces : [...this.#pieces, END_OF_IMAGE]);
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

/** Where the scan (or the table header of the first packet) begins. */
function scanStart(payload: Buffer): number {
  const type = payload.readUInt8(4);
  return MAIN_HEADER_BYTES + (type >= 64 && type < 128 ? RESTART_HEADER_BYTES : 0);
}
