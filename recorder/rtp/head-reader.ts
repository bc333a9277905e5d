import { packetOf, parseRtp, RTP_HEADER_BYTES, type RtpExtension, type RtpPacket } from "./rtp-packet.ts";

/** Header extensions that are told without the flag: RFC 8285, and ONVIF's of the time and of large JPEG pictures. */
const PROFILES = [0xbede, 0xabac, 0xffd8];
/** Of which reading a camera's packets are is told by about so many of the newest. */
const MOST_SCORE = 64;
const OFTEN = 2;

/** Where a payload may begin. */
interface Reading {
  /** what the camera means by its head */
  readonly name: string;
  readonly from: number;
  readonly extension?: RtpExtension;
}

/**
 * Reads the heads of one track's packets as its camera means them. Most follow RFC 3550. Others set flags for extensions, sources or
 * padding that are not there, count an extension in bytes or with its own head, leave out its flag, or say another version. Which of
 * these holds is told by what then stands in the payloads.
 */
export class HeadReader {
  readonly #isLikely: ((payload: Buffer) => boolean) | null;
  /** how many of the payloads looked right, by reading */
  readonly #scores = new Map<string, number>();
  /** it announced padding that cannot be there */
  #hasNoPadding = false;

  /** `isLikely`: whether a payload looks like one of this track; null = that cannot be seen */
  constructor(isLikely: ((payload: Buffer) => boolean) | null) {
    this.#isLikely = isLikely;
  }

  /** Null: no packet, or one that lies about its lengths in all readings. */
  read(bytes: Buffer): RtpPacket | null {
    if (bytes.length < RTP_HEADER_BYTES) return null;
    const isUnflagged = this.#isLikely !== null && profileAt(bytes, RTP_HEADER_BYTES) !== null;
    if (bytes.readUInt8(0) === 0x80 && !isUnflagged) return parseRtp(bytes);
    const to = this.#endOf(bytes);
    const readings = readingsOf(bytes).filter(({ from }) => from <= to);
    for (const { name, from } of readings)
      if (this.#isLikely?.(bytes.subarray(from, to))) this.#scores.set(name, (this.#scores.get(name) ?? 0) + 1);
    const [first] = readings;
    const [best] = readings.toSorted((a, b) => this.#scoreOf(b) - this.#scoreOf(a));
    if (!first || !best) return null;
    // Bytes look like something by chance, too: the likelier reading counts until another one is right far more often.
    const { from, extension } = this.#scoreOf(first) * OFTEN >= this.#scoreOf(best) ? first : best;
    if (this.#scoreOf(best) >= MOST_SCORE) this.#forget();
    return packetOf(bytes, from, to, extension);
  }

  #scoreOf = ({ name }: Reading): number => this.#scores.get(name) ?? 0;

  #forget(): void {
    for (const [name, before] of this.#scores) this.#scores.set(name, before / 2);
  }

  /** Where the payload ends: padding is of one kind of bytes, and the last of them says how many. */
  #endOf(bytes: Buffer): number {
    const whole = bytes.length;
    if ((bytes.readUInt8(0) & 0x20) === 0 || this.#hasNoPadding) return whole;
    const count = bytes.readUInt8(whole - 1);
    this.#hasNoPadding = count === 0 || count > whole - RTP_HEADER_BYTES;
    if (this.#hasNoPadding) return whole;
    const filling = bytes.subarray(whole - count, whole - 1);
    return filling.every((byte) => byte === filling[0]) ? whole - count : whole;
  }
}

/** What the head can mean, the likeliest first. */
function readingsOf(bytes: Buffer): Reading[] {
  const first = bytes.readUInt8(0);
  const sources = first & 0x0f;
  const starts = [{ said: "sources", at: RTP_HEADER_BYTES + sources * 4 }];
  if (sources > 0) starts.push({ said: "no sources", at: RTP_HEADER_BYTES });
  return starts.flatMap(({ said, at }) => {
    const none = { name: `${said}, no extension`, from: at };
    const isFlagged = (first & 0x10) !== 0;
    if (at + 4 > bytes.length || (!isFlagged && profileAt(bytes, at) === null)) return [none];
    const count = bytes.readUInt16BE(at + 2);
    const profile = bytes.readUInt16BE(at);
    const ending = (name: string, from: number): Reading => ({
      name: `${said}, ${name}`,
      from,
      extension: { profile, data: bytes.subarray(at + 4, from) },
    });
    const inWords = ending("extension", at + 4 + count * 4);
    if (!isFlagged) return [none, inWords];
    const isWithHead = count > 0 ? [ending("extension with its head", at + count * 4)] : [];
    return [inWords, none, ...isWithHead, ending("extension in bytes", at + 4 + count)];
  });
}

function profileAt(bytes: Buffer, at: number): number | null {
  const profile = at + 4 <= bytes.length ? bytes.readUInt16BE(at) : 0;
  return PROFILES.includes(profile) ? profile : null;
}
