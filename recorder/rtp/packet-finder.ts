/** Where the next packet begins in an interleaved RTSP connection whose framing was lost (RFC 2326 section 10.12). */

const DOLLAR = 0x24;
const CR = 0x0d;
const LF = 0x0a;
const ANSWER = "RTSP/";
/** Some cameras write their answers in small letters. */
const SMALL_R = 0x72;
const FRAME_BYTES = 4;
/** Up to here a packet's sender can be read, of RTP and of RTCP. */
const SENDER_BYTES = FRAME_BYTES + 12;
const SHORTEST_PACKET = 8;
/** No camera uses more channels than this. */
const MAX_CHANNELS = 32;
/** A packet that is longer than the longest of its channel by this factor may be none. */
const UNUSUAL_LENGTH = 2;
/** Up to this length it is waited for all the same. */
const SHORT_BYTES = 2048;
/** Longest method of RTSP, with room for private ones. */
const WORD_BYTES = 28;

/** Whether a message begins there; null: the bytes that are there do not tell. */
export function beginsMessage(bytes: Buffer, at: number): boolean | null {
  const first = bytes[at] ?? 0;
  if ((first < 0x41 || first > 0x5a) && first !== SMALL_R) return false;
  const text = bytes.toString("latin1", at, at + WORD_BYTES);
  if (/^(?:RTSP|HTTP)\/\d|^[A-Z_]{3,20} (?:\*|\/|rtsps?:)/i.test(text)) return true;
  const isStart = /^(?:[A-Z_]{1,20}|RTSP\/|HTTP\/|[A-Z_]{3,20} (?:r|rt|rts|rtsps?)?)$/i.test(text);
  return isStart && text.length < WORD_BYTES ? null : false;
}

/** Whether a packet, a message or a blank line can begin there. */
export function beginsAnything(bytes: Buffer, at: number): boolean {
  const first = bytes[at];
  return first === DOLLAR || first === CR || first === LF || beginsMessage(bytes, at) !== false;
}

const isVersion2At = (bytes: Buffer, frame: number): boolean => (bytes[frame + FRAME_BYTES] ?? 0) >> 6 === 2;
const isReportType = (second: number): boolean => second >= 192 && second <= 223;

/** The sender's number, of RTP and of RTCP (RFC 5761 tells them apart by the second byte). */
function senderAt(bytes: Buffer, at: number): number {
  const second = bytes.readUInt8(at + 1);
  return bytes.readUInt32BE(isReportType(second) ? at + 4 : at + 8);
}

/** Remembers who sends on which channel, and finds the next packet by that. */
export class PacketFinder {
  readonly #senders = new Map<number, number>();
  /** bytes of the longest packet so far */
  #longest = SHORT_BYTES;
  /** a packet of media was in its place */
  #hasMedia = false;

  /** A packet that was in its place. */
  saw(channel: number, packet: Buffer): void {
    if (packet.length < SENDER_BYTES - FRAME_BYTES) return;
    this.#hasMedia ||= !isReportType(packet.readUInt8(1));
    if (this.#senders.has(channel)) this.#longest = Math.max(this.#longest, packet.length);
    if (this.#senders.has(channel) || this.#senders.size < MAX_CHANNELS)
      this.#senders.set(channel, senderAt(packet, 0));
  }

  /**
   * Whether the `$` there can begin a packet of this camera, where the framing holds as far as is known; null: more
   * bytes must come. On a channel that was not heard before, the byte behind the packet is waited for.
   */
  canBegin(bytes: Buffer, at: number): boolean | null {
    if (this.#senders.size === 0) return true;
    const have = bytes.length - at;
    if (have < FRAME_BYTES) return null;
    const length = bytes.readUInt16BE(at + 2);
    const isHeard = this.#senders.has(bytes.readUInt8(at + 1));
    if (length === 0) return isHeard || this.#follows(bytes, at);
    if (have > FRAME_BYTES && !isVersion2At(bytes, at)) return this.#isOddVersion(bytes, at, isHeard);
    return have > FRAME_BYTES + (isHeard ? 0 : length) ? true : null;
  }

  /** Some cameras say another version than RTP's 2: their sender tells, or for their first packet, that the next one follows. */
  #isOddVersion(bytes: Buffer, at: number, isHeard: boolean): boolean | null {
    const have = bytes.length - at;
    if (have >= SENDER_BYTES && this.#isKnown(bytes, at)) return true;
    if (isHeard || this.#hasMedia) return have >= SENDER_BYTES || !isHeard ? false : null;
    const next = FRAME_BYTES + bytes.readUInt16BE(at + 2);
    return next >= have ? null : bytes[at + next] === DOLLAR;
  }

  /** Whether this whole packet comes from somebody else than the packets of its channel before. */
  isStranger(bytes: Buffer, at: number, length: number): boolean {
    if (this.#senders.size === 0 || length < SENDER_BYTES - FRAME_BYTES) return false;
    return !this.#isKnown(bytes, at);
  }

  /**
   * Whether the packet that begins at `at` and is not whole yet may be none: then what comes is looked through for others,
   * because a camera of few bytes needs long to fill up to 64 KB, and nothing is seen of it meanwhile.
   */
  isDoubtful(bytes: Buffer, at: number): boolean {
    const length = bytes.readUInt16BE(at + 2);
    if (length > UNUSUAL_LENGTH * this.#longest) return true;
    return length > SHORT_BYTES && bytes.length - at >= SENDER_BYTES && this.isStranger(bytes, at, length);
  }

  /** Where, from `from` on, a packet begins behind which the next one of the same camera stands; -1: nowhere yet. */
  findLinked(bytes: Buffer, from: number): number {
    for (let at = bytes.indexOf(DOLLAR, from); at >= 0; at = bytes.indexOf(DOLLAR, at + 1)) {
      if (bytes.length - at < SENDER_BYTES) return -1;
      if (this.#isLinked(bytes, at)) return at;
    }
    return -1;
  }

  #isLinked(bytes: Buffer, at: number): boolean {
    const next = at + FRAME_BYTES + bytes.readUInt16BE(at + 2);
    if (next + SENDER_BYTES > bytes.length || bytes[next] !== DOLLAR) return false;
    if ([at, next].every((frame) => this.#isKnown(bytes, frame))) return true;
    if (![at, next].every((frame) => isVersion2At(bytes, frame))) return false;
    // Of a camera that was not heard yet: one channel and sender, numbers in a row.
    const number = (frame: number): number => bytes.readUInt16BE(frame + FRAME_BYTES + 2);
    return (
      bytes[at + 1] === bytes[next + 1] &&
      senderAt(bytes, at + FRAME_BYTES) === senderAt(bytes, next + FRAME_BYTES) &&
      number(next) === ((number(at) + 1) & 0xffff)
    );
  }

  /** Whether the sender of the packet at `at` is the one of its channel. */
  #isKnown(bytes: Buffer, at: number): boolean {
    return this.#senders.get(bytes.readUInt8(at + 1)) === senderAt(bytes, at + FRAME_BYTES);
  }

  /**
   * The first packet or answer that begins in `from` to `to`. When there is none, `at` is where to look again once more
   * bytes have come.
   */
  find(bytes: Buffer, from: number, to: number): { readonly isFound: boolean; readonly at: number } {
    let doubtful: number | null = null;
    let dollar = bytes.indexOf(DOLLAR, from);
    let answer = bytes.indexOf(ANSWER, from, "latin1");
    for (;;) {
      const isPacket = dollar >= 0 && (answer < 0 || dollar < answer);
      const at = isPacket ? dollar : answer;
      if (at < 0 || at >= to) break;
      const found = isPacket ? this.#isPacket(bytes, at) : beginsMessage(bytes, at);
      if (found === true) return { isFound: true, at };
      if (found === null) doubtful ??= at;
      if (isPacket) dollar = bytes.indexOf(DOLLAR, at + 1);
      else answer = bytes.indexOf(ANSWER, at + 1, "latin1");
    }
    // The beginning of an answer may stand at the end.
    return { isFound: false, at: doubtful ?? Math.max(from, to - ANSWER.length + 1) };
  }

  /** null: the bytes that are there do not tell. */
  #isPacket(bytes: Buffer, at: number): boolean | null {
    const have = bytes.length - at;
    if (have <= FRAME_BYTES) return null;
    const length = bytes.readUInt16BE(at + 2);
    if (length < SHORTEST_PACKET) return false;
    if (have < SENDER_BYTES) return null;
    if (this.#isKnown(bytes, at)) return true;
    return isVersion2At(bytes, at) && this.#follows(bytes, at + length);
  }

  /** Whether something begins behind a frame that begins at `at` and is empty. */
  #follows(bytes: Buffer, at: number): boolean | null {
    const next = at + FRAME_BYTES;
    if (next >= bytes.length) return null;
    if (bytes[next] !== DOLLAR) return beginsAnything(bytes, next);
    if (next + FRAME_BYTES >= bytes.length) return null;
    const isSender = bytes.length >= next + SENDER_BYTES && this.#isKnown(bytes, next);
    return bytes.readUInt16BE(next + 2) === 0 || isVersion2At(bytes, next) || isSender;
  }
}
