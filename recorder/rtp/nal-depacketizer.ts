import type { NalFormat } from "#recorder/formats/nal-format.ts";
import type { RtpPacket } from "./rtp-packet.ts";

/** The NAL units of one frame as the RTP stream grouped them. */
export interface NalGroup {
  readonly nals: readonly Buffer[];
  /** 32 bits, as in the packets */
  readonly rtpTime: number;
  /** packets were lost inside or since the last group */
  readonly broken: boolean;
}

/** No honest camera sends more for one frame; a lying one is cut off here. */
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024;
const MAX_PICTURE_NALS = 1024;

const H264 = { aggregate: 24, fragment: 28, singleMin: 1, singleMax: 23 };
const H265 = { aggregate: 48, fragment: 49, singleMin: 0, singleMax: 47 };

/**
 * RFC 6184 (single, STAP-A, FU-A) and RFC 7798 (single, AP, FU; without DON). Packets come in order; `lost` says that
 * some are missing before this one. A group ends at the marker or where the timestamp changes.
 */
export class NalDepacketizer {
  readonly #format: NalFormat;
  readonly #kinds: typeof H264;
  readonly #emit: (group: NalGroup) => void;
  #nals: Buffer[] = [];
  #bytes = 0;
  #fragments: Buffer[] | null = null;
  #rtpTime: number | null = null;
  #broken = false;

  constructor(format: NalFormat, emit: (group: NalGroup) => void) {
    this.#format = format;
    this.#kinds = format.codec === "h264" ? H264 : H265;
    this.#emit = emit;
  }

  push(packet: RtpPacket, lost: boolean): void {
    if (this.#rtpTime !== null && packet.timestamp !== this.#rtpTime) this.#flush();
    this.#rtpTime = packet.timestamp;
    if (lost) this.#lose();
    this.#take(packet.payload);
    if (packet.marker) this.#flush();
  }

  #take(payload: Buffer): void {
    const header = this.#format.headerBytes;
    if (payload.length <= header) return;
    const type = this.#format.typeOf(payload);
    if (type === this.#kinds.fragment) this.#takeFragment(payload);
    else if (type === this.#kinds.aggregate) this.#takeAggregate(payload);
    else if (type >= this.#kinds.singleMin && type <= this.#kinds.singleMax) this.#add(payload);
    else this.#broken = true;
  }

  #takeAggregate(payload: Buffer): void {
    let at: number = this.#format.headerBytes;
    while (at + 2 <= payload.length) {
      const length = payload.readUInt16BE(at);
      at += 2;
      if (length === 0 || at + length > payload.length) return this.#lose();
      this.#add(payload.subarray(at, at + length));
      at += length;
    }
  }

  #takeFragment(payload: Buffer): void {
    const header = this.#format.headerBytes;
    if (payload.length < header + 2) return this.#lose();
    const flags = payload.readUInt8(header);
    if (flags & 0x80) {
      if (this.#fragments) this.#broken = true;
      this.#fragments = [this.#rebuiltHeader(payload, flags)];
    }
    if (!this.#fragments) {
      this.#broken = true;
      return;
    }
    const piece = payload.subarray(header + 1);
    if (!this.#count(piece.length)) return;
    this.#fragments.push(piece);
    if (flags & 0x40) {
      this.#nals.push(Buffer.concat(this.#fragments));
      this.#fragments = null;
    }
  }

  #rebuiltHeader(payload: Buffer, flags: number): Buffer {
    const first = payload.readUInt8(0);
    if (this.#format.codec === "h264") return Buffer.from([(first & 0xe0) | (flags & 0x1f)]);
    return Buffer.from([(first & 0x81) | ((flags & 0x3f) << 1), payload.readUInt8(1)]);
  }

  #add(nal: Buffer): void {
    if (this.#fragments) this.#lose();
    if (nal.length <= this.#format.headerBytes || !this.#count(nal.length)) return;
    this.#nals.push(nal);
  }

  /** false: the frame has grown beyond all sense and is dropped */
  #count(bytes: number): boolean {
    this.#bytes += bytes;
    const pieces = this.#nals.length + (this.#fragments?.length ?? 0) / 64;
    if (this.#bytes <= MAX_PICTURE_BYTES && pieces < MAX_PICTURE_NALS) return true;
    this.#nals = [];
    this.#lose();
    return false;
  }

  #lose(): void {
    this.#fragments = null;
    this.#broken = true;
  }

  #flush(): void {
    if (this.#fragments) this.#lose();
    const nals = this.#nals;
    this.#nals = [];
    this.#bytes = 0;
    if (nals.length === 0 || this.#rtpTime === null) return;
    const broken = this.#broken;
    this.#broken = false;
    this.#emit({ nals, rtpTime: this.#rtpTime, broken });
  }
}
