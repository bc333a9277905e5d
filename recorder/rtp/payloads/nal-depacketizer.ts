import { unitsOf } from "#recorder/formats/annex-b.ts";
import type { NalFormat } from "#recorder/formats/nal-format.ts";
import { AggregateReader, aggregateLayout, nestedUnits } from "./aggregates.ts";
import { NumberedUnits } from "./numbered-units.ts";
import type { RtpPacket } from "../rtp-packet.ts";

/** The NAL units of one frame as the RTP stream grouped them. */
export interface NalGroup {
  readonly nals: readonly Buffer[];
  /** 32 bits, as in the packets */
  readonly rtpTime: number;
  /** epoch ms at which its last unit was complete, which may be before it was known that none follows */
  readonly receivedMs: number;
  /** packets were lost inside or since the last group */
  readonly broken: boolean;
}

/** No honest camera sends more for one frame; a lying one is cut off here. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;
const MAX_FRAME_NALS = 1024;
/** Two fields of a frame may have one timestamp, each with a first slice of its own. */
const MOST_FIRST_SLICES = 2;

/** `numbered`: the type of a fragment whose first one has a number of its order. */
const H264 = { fragment: 28, numbered: 29, singleMin: 1, singleMax: 23 };
const H265 = { fragment: 49, numbered: -1, singleMin: 0, singleMax: 47 };
/** Length of a decoding order number. */
const NUMBER_BYTES = 2;

/**
 * RFC 6184 and RFC 7798: single units, aggregates and fragments, with numbers of their order (which are passed over) and
 * without. Packets come in order; `lost` says that some are missing before this one.
 *
 * A group is what has one timestamp. The marker should end it, and then it goes out at once; but there are cameras that
 * set it on every slice. So the first key picture waits for the next timestamp (`release` ends that wait), and all do
 * once a slice that begins no picture came after a marker. Where neither marker nor timestamp ends pictures, their first
 * slices begin them.
 */
export class NalDepacketizer {
  readonly #format: NalFormat;
  readonly #kinds: typeof H264;
  readonly #emit: (group: NalGroup) => void;
  /** null: H.264, whose numbered units are of types of their own */
  readonly #numbers: NumberedUnits | null;
  readonly #aggregates = new AggregateReader();
  #nals: Buffer[] = [];
  #bytes = 0;
  #fragments: Buffer[] | null = null;
  /** first fragments are marked */
  #hasFirsts = false;
  /** the last unit is whole, and nothing is missing behind it */
  #isBetweenUnits = false;
  #rtpTime: number | null = null;
  #receivedMs = 0;
  #broken = false;
  #markers: "unproved" | "end pictures" | "end slices" = "unproved";
  /** the clock stands and nothing is marked */
  #isUnended = false;
  /** the last unit of this timestamp ended with the marker */
  #isMarked = false;
  /** ... and the fragments that are collected came after it */
  #isBegunAnew = false;
  /** nothing came since `release` was called */
  #isQuiet = false;
  /** this timestamp has a slice of a key picture */
  #isKey = false;

  /** `isNumbered`: H.265 whose units are said to have numbers of their order (sprop-max-don-diff) */
  constructor(format: NalFormat, emit: (group: NalGroup) => void, isNumbered = false) {
    this.#numbers = format.codec === "h265" ? new NumberedUnits(isNumbered) : null;
    this.#format = format;
    this.#kinds = format.codec === "h264" ? H264 : H265;
    this.#emit = emit;
  }

  push(packet: RtpPacket, lost: boolean): void {
    this.#numbers?.see(packet);
    if (lost && this.#fragments) this.#lose();
    if (packet.timestamp !== this.#rtpTime && (lost || !this.#goesOn(packet.payload))) {
      if (this.#rtpTime !== null) this.#endPicture();
      this.#rtpTime = packet.timestamp;
    }
    this.#isQuiet = false;
    if (lost) this.#lose();
    this.#take(packet.payload);
    if (!packet.marker) return;
    const mustWait = this.#mustWait;
    if (!mustWait) this.#endFragments();
    this.#isMarked = true;
    this.#isBegunAnew = false;
    if (!mustWait) this.#flush();
  }

  get #isNumbered(): boolean {
    return this.#numbers?.isNumbered ?? false;
  }

  /** Called now and then: a picture that ended with a marker goes out when nothing came between two calls. */
  release(): void {
    if (this.#isQuiet && this.#isMarked && !this.#fragments) this.#flush();
    this.#isQuiet = true;
  }

  /** Whether this is more of the picture that is collected, although it has a time of its own: some cameras give one to each packet. */
  #goesOn(payload: Buffer): boolean {
    const header = this.#format.headerBytes;
    if (payload.length < header + 2) return false;
    const flags = payload.readUInt8(header);
    const isFragment = this.#format.typeOf(payload) === this.#kinds.fragment;
    const hasEnded = this.#isMarked && !this.#hasFirsts;
    if (isFragment && (flags & 0x80) === 0) return this.#fragments !== null && !hasEnded;
    if (this.#fragments !== null || !hasSlice(this.#format, this.#nals)) return false;
    const begun = [this.#rebuiltHeader(payload, flags), payload.subarray(header + 1, header + 2)];
    return this.#format.isFirstSlice(isFragment ? Buffer.concat(begun) : payload) === false;
  }

  get #mustWait(): boolean {
    return (
      this.#markers === "end slices" || (this.#markers === "unproved" && (this.#isKey || this.#fragments !== null))
    );
  }

  /** The next packet begins another picture. */
  #endPicture(): void {
    if (this.#isMarked && this.#isKey && this.#markers === "unproved") this.#markers = "end pictures";
    this.#flush();
    this.#isKey = false;
    this.#isMarked = false;
  }

  #take(payload: Buffer): void {
    const header = this.#format.headerBytes;
    if (payload.length <= header) return;
    const type = this.#format.typeOf(payload);
    const isNumbered = this.#isNumbered || type === this.#kinds.numbered;
    if (type === this.#kinds.fragment || type === this.#kinds.numbered) this.#takeFragment(payload, isNumbered);
    else if (aggregateLayout(this.#format.codec, type, isNumbered)) this.#takeAggregate(payload, type);
    // A unit that begins with its start code looks like type 0.
    else if (type <= this.#kinds.singleMax) this.#add(isNumbered ? withoutNumber(payload, header) : payload);
    // What is of no known kind is none of the picture: cameras put notes of their own between its units.
  }

  #takeAggregate(payload: Buffer, type: number): void {
    const layout = aggregateLayout(this.#format.codec, type, this.#isNumbered);
    if (!layout) return;
    const { units, isCut } = this.#aggregates.read(payload, layout);
    const from = this.#rtpTime ?? 0;
    for (const { unit, afterTicks } of units) {
      const time = (from + afterTicks) % 2 ** 32;
      if (time !== this.#rtpTime) this.#endPicture();
      this.#rtpTime = time;
      this.#add(unit);
    }
    if (isCut) this.#lose();
  }

  #takeFragment(packet: Buffer, isNumbered: boolean): void {
    const header = this.#format.headerBytes;
    if (packet.length < header + 1) return this.#lose();
    const flags = packet.readUInt8(header);
    this.#hasFirsts ||= (flags & 0x80) !== 0;
    const payload = isNumbered && flags & 0x80 ? withoutNumber(packet, header + 1) : packet;
    const isBegunAnew = this.#fragments !== null && this.#isBegunAnew;
    const isAfterMarker = (flags & 0x80) === 0 && this.#isMarked && !isBegunAnew;
    if (isAfterMarker) this.#markers = "end slices";
    // Some cameras do not mark the first fragment: behind a whole unit another one begins.
    if (flags & 0x80 || (!this.#fragments && this.#isBetweenUnits && !isAfterMarker)) {
      this.#endFragments();
      this.#fragments = [this.#rebuiltHeader(payload, flags)];
      this.#isBegunAnew = this.#isMarked;
    }
    if (!this.#fragments) {
      this.#broken = true;
      return;
    }
    if (isAfterMarker) this.#isMarked = false;
    const piece = payload.subarray(header + 1);
    if (!this.#count(piece.length)) return;
    this.#fragments.push(piece);
    if (flags & 0x40) this.#endFragments();
  }

  /** Some cameras do not mark the last fragment: what no packet is missing of is whole all the same. */
  #endFragments(): void {
    const fragments = this.#fragments;
    this.#fragments = null;
    if (fragments) this.#addUnits(Buffer.concat(fragments));
    this.#isBetweenUnits = true;
  }

  #rebuiltHeader(payload: Buffer, flags: number): Buffer {
    const first = payload.readUInt8(0);
    if (this.#format.codec === "h264") return Buffer.from([(first & 0xe0) | (flags & 0x1f)]);
    return Buffer.from([(first & 0x81) | ((flags & 0x3f) << 1), payload.readUInt8(1)]);
  }

  #add(nal: Buffer): void {
    this.#endFragments();
    if (this.#count(nal.length)) this.#addUnits(nal);
  }

  #addUnits(nal: Buffer, isNested = false): void {
    for (const unit of unitsOf(nal)) {
      if (unit.length <= this.#format.headerBytes) continue;
      const type = this.#format.typeOf(unit);
      const isKnown = type >= this.#kinds.singleMin && type <= this.#kinds.singleMax;
      if (!this.#count(0)) continue;
      if (isKnown) this.#addUnit(unit, type);
      else if (!isNested)
        for (const one of nestedUnits(unit, this.#format.codec, type, this.#isNumbered)) this.#addUnits(one, true);
    }
  }

  #addUnit(unit: Buffer, type: number): void {
    if (this.#isMarked) this.#afterMarker(unit, type);
    else if (this.#isUnended && beginsPicture(this.#format, this.#nals, unit)) this.#endPicture();
    this.#isMarked = false;
    this.#isKey ||= this.#format.isKey(type);
    this.#nals.push(unit);
    this.#receivedMs = Date.now();
    if (!this.#isUnended && this.#format.isFirstSlice(unit) === true) this.#countFirstSlices();
  }

  /** With more first slices than a picture has, what is collected are several pictures, the last one only begun. */
  #countFirstSlices(): void {
    const firsts = this.#nals.filter((nal) => this.#format.isFirstSlice(nal) === true);
    if (firsts.length <= MOST_FIRST_SLICES) return;
    this.#isUnended = true;
    for (const unit of this.#nals.splice(0)) {
      if (beginsPicture(this.#format, this.#nals, unit)) this.#endPicture();
      this.#nals.push(unit);
    }
  }

  /** The unit has the time of a picture that ended with a marker: it belongs to that picture, or begins another one. */
  #afterMarker(unit: Buffer, type: number): void {
    const isHeld = hasSlice(this.#format, this.#nals);
    const isFirst = this.#format.isFirstSlice(unit);
    const isHead = this.#format.isDelimiter(type) || this.#format.parameterSetRank(type) >= 0;
    if (isFirst === true || (isHead && isHeld)) return this.#endPicture();
    if (isFirst === null) return;
    this.#markers = "end slices";
    // Its beginning went out at the marker, and this is the rest of it.
    if (!isHeld) this.#broken = true;
  }

  /** false: the frame has grown beyond all sense and is dropped */
  #count(bytes: number): boolean {
    this.#bytes += bytes;
    const pieces = this.#nals.length + (this.#fragments?.length ?? 0) / 64;
    if (this.#bytes <= MAX_FRAME_BYTES && pieces < MAX_FRAME_NALS) return true;
    this.#nals = [];
    this.#lose();
    return false;
  }

  #lose(): void {
    this.#fragments = null;
    this.#isBetweenUnits = false;
    this.#broken = true;
  }

  #flush(): void {
    this.#endFragments();
    const nals = this.#nals;
    this.#nals = [];
    this.#bytes = 0;
    if (nals.length === 0 || this.#rtpTime === null) return;
    const broken = this.#broken;
    this.#broken = false;
    this.#emit({ nals, rtpTime: this.#rtpTime, receivedMs: this.#receivedMs, broken });
  }
}

const withoutNumber = (payload: Buffer, at: number): Buffer =>
  Buffer.concat([payload.subarray(0, at), payload.subarray(at + NUMBER_BYTES)]);

const hasSlice = (format: NalFormat, nals: readonly Buffer[]): boolean =>
  nals.some((nal) => format.isSlice(format.typeOf(nal)));

/** Whether a unit is of the picture after the collected one. */
function beginsPicture(format: NalFormat, collected: readonly Buffer[], unit: Buffer): boolean {
  if (!hasSlice(format, collected)) return false;
  const type = format.typeOf(unit);
  const isHead = format.isDelimiter(type) || format.isSei(type) || format.parameterSetRank(type) >= 0;
  return isHead || format.isFirstSlice(unit) === true;
}
