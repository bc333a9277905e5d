import type { RtpPacket } from "../rtp-packet.ts";

/** RFC 7798, section 4.4. */
const AGGREGATE = 48;
const FRAGMENT = 49;
const HEADER_BYTES = 2;
const VPS = 32;
/** vps_reserved_0xffff_16bits stands so far behind the header of each VPS (ITU-T H.265, 7.3.2.1). */
const VPS_MARK = { at: 2, value: 0xffff };
/** So many numbers in a row that count on are numbers; so many in a row that do not are bytes of the picture. */
const SURE = 6;
/** first_slice_segment_in_pic_flag */
const FIRST_SLICE = 0x8000;
/** Units that are sent out of order, or left out, are no further apart. */
const MOST_APART = 32;

/**
 * Whether the units of H.265 have numbers of their order of decoding (DONL) behind their headers. Some cameras announce
 * them (sprop-max-don-diff) and send none, others send them without a word: what stands there tells.
 */
export class NumberedUnits {
  isNumbered: boolean;
  #last: number | null = null;
  /** in a row, and what they said */
  #said = { isNumbered: false, count: 0 };

  /** `isAnnounced`: the session's description says that they have */
  constructor(isAnnounced: boolean) {
    this.isNumbered = isAnnounced;
  }

  /** Called with each payload, in order. */
  see({ payload }: Pick<RtpPacket, "payload">): void {
    const type = ((payload[0] ?? 0) >> 1) & 63;
    const isFragment = type === FRAGMENT;
    const at = isFragment ? HEADER_BYTES + 1 : HEADER_BYTES;
    if (type === AGGREGATE || type > FRAGMENT || payload.length < at + 8) return;
    if (isFragment && (payload.readUInt8(HEADER_BYTES) & 0x80) === 0) return;
    if (type === VPS) return this.#seeVps(payload);
    const number = payload.readUInt16BE(at);
    const last = this.#last;
    this.#last = number;
    if (last === null) return;
    const apart = ((number - last) << 16) >> 16;
    // Pictures count on, too, by the bits of their time; but the first bit of a whole one is set.
    const isLow = number < FIRST_SLICE;
    const isNear = isLow && apart !== 0 && Math.abs(apart) <= MOST_APART;
    this.#count(this.isNumbered ? apart === 1 || isNear : isLow && apart === 1);
  }

  #seeVps(payload: Buffer): void {
    const marked = (at: number): boolean => payload.readUInt16BE(at) === VPS_MARK.value;
    const plain = marked(HEADER_BYTES + VPS_MARK.at);
    if (plain === marked(HEADER_BYTES + 2 + VPS_MARK.at)) return;
    this.isNumbered = !plain;
    this.#said = { isNumbered: !plain, count: 0 };
    this.#last = plain ? null : payload.readUInt16BE(HEADER_BYTES);
  }

  #count(isNumbered: boolean): void {
    this.#said = { isNumbered, count: this.#said.isNumbered === isNumbered ? this.#said.count + 1 : 1 };
    if (this.#said.count >= SURE) this.isNumbered = isNumbered;
  }
}
