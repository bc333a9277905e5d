import { beginsAnything, beginsMessage, PacketFinder } from "./packet-finder.ts";

/** RTSP 1.0 as it is on a TCP connection: text messages with interleaved binary packets between them (RFC 2326). */

export interface RtspMessage {
  /** "RTSP/1.0 200 OK" or "DESCRIBE rtsp://... RTSP/1.0" */
  readonly startLine: string;
  /** names in lower case; a repeated header has several values */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

/** What the parser found in the bytes fed so far. */
interface RtspWireSink {
  message(message: RtspMessage): void;
  packet(channel: number, packet: Buffer): void;
  /**
   * These many bytes belong to no packet and no message and were passed over. A sink without it does not want that: then
   * such bytes end the connection.
   */
  strayed?(bytes: number): void;
}

export const MAX_HEADER_BYTES = 32 * 1024;
export const MAX_BODY_BYTES = 256 * 1024;
const MAX_HEADERS = 400;
/**
 * Blank lines and empty packets in a row that a camera may send (some keep the connection alive with them): more is a
 * flood.
 */
export const MAX_EMPTY_BYTES = 64 * 1024;
/** Stray bytes in a row after which nothing is looked for any more: the other side speaks something else. */
export const MAX_STRAY_BYTES = 512 * 1024;
/** NUL, tab, blank, and the mark of byte order of UTF-8. */
const BEFORE_FIRST: ReadonlySet<number> = new Set([0x00, 0x09, 0x20, 0xef, 0xbb, 0xbf]);
const DOLLAR = 0x24;
const CR = 0x0d;
const LF = 0x0a;

export const header = (message: RtspMessage, name: string): string | undefined => message.headers.get(name)?.[0];

/** The other side does not speak RTSP, or sends more of it than we accept. */
export class RtspWireError extends Error {}

/** Cuts a byte stream into messages and packets. Keeps at most one unfinished message or packet. */
export class RtspWireParser {
  readonly #sink: RtspWireSink;
  readonly #finder = new PacketFinder();
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** do not look again before this many bytes are there */
  #needed = 1;
  /** bytes of blank lines and empty packets since the last message */
  #emptyBytes = 0;
  /** something was understood on this connection */
  #hasSpoken = false;
  /** stray bytes since something was understood */
  #strayBytes = 0;
  #isInBody = false;
  #isReleased = false;

  constructor(sink: RtspWireSink) {
    this.#sink = sink;
  }

  /** A body has begun, and its end has not come or is not known. */
  get isInBody(): boolean {
    return this.#isInBody;
  }

  /** Nothing comes any more: the body that has begun is taken as it is, whatever its length was said to be. */
  release(): void {
    if (!this.#isInBody) return;
    this.#isReleased = true;
    this.#needed = 1;
    this.feed(Buffer.alloc(0));
    this.#isReleased = false;
  }

  /** Throws RtspWireError when the framing is lost or a limit is exceeded: the connection is useless then. */
  feed(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes < this.#needed) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#bytes);
    let at = 0;
    this.#needed = 1;
    while (at < bytes.length) {
      const used = this.#takeOne(bytes, at);
      if (used === 0) break;
      at += used;
    }
    const rest = bytes.subarray(at);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
  }

  /** Bytes used by the message or packet that begins at `at`, 0 when it is not complete. */
  #takeOne(bytes: Buffer, at: number): number {
    const first = bytes.readUInt8(at);
    if (this.#strayBytes > 0) return this.#findNext(bytes, at);
    if (first === DOLLAR) return this.#takePacket(bytes, at);
    // Some cameras send the zero that ends their text in memory, too, or blanks and a mark of byte order before it.
    const isBlank = first === CR || first === LF || (!this.#hasSpoken && BEFORE_FIRST.has(first));
    if (isBlank) return this.#skip(1);
    const isMessage = this.#sink.strayed ? beginsMessage(bytes, at) : first >= 0x41 && first <= 0x5a;
    if (isMessage === null) return this.#wait(bytes.length - at + 1);
    return isMessage ? this.#takeMessage(bytes, at) : this.#stray(bytes, at);
  }

  #takePacket(bytes: Buffer, at: number): number {
    const have = bytes.length - at;
    if (have < 4) return this.#wait(4);
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 4 + length;
    if (this.#sink.strayed) {
      const isPacket = this.#finder.canBegin(bytes, at);
      if (isPacket === false) return this.#stray(bytes, at);
      if (have < 4 + length && this.#finder.isDoubtful(bytes, at)) return this.#doubt(bytes, at);
      if (isPacket === null) return this.#wait(have + 1);
    }
    if (have < 4 + length) return this.#wait(4 + length);
    const isUnended = bytes.length > end && !beginsAnything(bytes, end);
    if (this.#sink.strayed && (isUnended || this.#finder.isStranger(bytes, at, length))) {
      // Stray bytes follow, or stand in place of a packet, or the packet was cut short: then the next one stands inside it.
      const inside = this.#finder.find(bytes, at + 4, end);
      if (inside.isFound) return this.#drop(inside.at - at);
    }
    if (length === 0) this.#skip(4);
    else this.#emptyBytes = 0;
    this.#understood();
    const channel = bytes.readUInt8(at + 1);
    const packet = bytes.subarray(at + 4, end);
    this.#finder.saw(channel, packet);
    this.#sink.packet(channel, packet);
    return 4 + length;
  }

  /** A long packet that may be none: what stands inside is looked for, and as long as there is nothing, more is waited for. */
  #doubt(bytes: Buffer, at: number): number {
    const inside = this.#finder.findLinked(bytes, at + 4);
    return inside < 0 ? this.#wait(bytes.length - at + 1) : this.#drop(inside - at);
  }

  #understood(): void {
    this.#hasSpoken = true;
    this.#strayBytes = 0;
  }

  /** The bytes at `at` begin nothing. */
  #stray(bytes: Buffer, at: number): number {
    if (!this.#sink.strayed || !this.#hasSpoken) throw new RtspWireError("the framing is lost");
    return this.#findNext(bytes, at);
  }

  /** Passes over what lies before the next packet or answer. */
  #findNext(bytes: Buffer, at: number): number {
    const { isFound, at: next } = this.#finder.find(bytes, at, bytes.length);
    if (next > at) return this.#drop(next - at);
    if (!isFound) return this.#wait(bytes.length - at + 1);
    this.#strayBytes = 0;
    return bytes.readUInt8(at) === DOLLAR ? this.#takePacket(bytes, at) : this.#takeMessage(bytes, at);
  }

  #drop(bytes: number): number {
    this.#sink.strayed?.(bytes);
    this.#strayBytes += bytes;
    if (this.#strayBytes > MAX_STRAY_BYTES) throw new RtspWireError("the framing is lost");
    return bytes;
  }

  #takeMessage(bytes: Buffer, at: number): number {
    const { end, bodyAt } = endOfHead(bytes, at);
    const packetAt = this.#sink.strayed ? this.#finder.findLinked(bytes, at) : -1;
    // A message whose head was cut off: packets go on inside it.
    if (packetAt >= 0 && (end < 0 || packetAt < end)) return this.#drop(packetAt - at);
    const headBytes = (end < 0 ? bytes.length : end) - at;
    if (headBytes > MAX_HEADER_BYTES) throw new RtspWireError("a message's head is too long");
    if (end < 0) return this.#wait(bytes.length - at + 1);
    const lines = bytes.toString("latin1", at, end).split(/\r*\n|\r/);
    if (lines.length > MAX_HEADERS) throw new RtspWireError("a message has too many headers");
    const headers = headersOf(lines.slice(1));
    const said = lengthSaid(headers);
    const isUnsaid =
      said === null && (isDescription(headers) || DESCRIBES.test(bytes.toString("latin1", bodyAt, bodyAt + 4)));
    const come = bytes.length - bodyAt;
    this.#isInBody = !this.#isReleased && (isUnsaid || come < (said ?? 0)) && come <= MAX_BODY_BYTES;
    const length = this.#isReleased ? come : (said ?? 0);
    if (length < 0 || length > MAX_BODY_BYTES) throw new RtspWireError("a message's body is too long");
    if (this.#isInBody) return this.#wait(isUnsaid ? bytes.length - at + 1 : bodyAt + length - at);
    const body = bytes.toString("utf8", bodyAt, bodyAt + length);
    this.#emptyBytes = 0;
    this.#understood();
    this.#sink.message({ startLine: lines[0] ?? "", headers, body });
    return bodyAt + length - at;
  }

  #skip(bytes: number): number {
    this.#emptyBytes += bytes;
    if (this.#emptyBytes > MAX_EMPTY_BYTES)
      throw new RtspWireError("the camera floods the connection and says nothing");
    return bytes;
  }

  #wait(bytes: number): 0 {
    this.#needed = bytes;
    return 0;
  }
}

/**
 * Where the head's blank line begins (-1 = it did not come) and where it ends. Cameras end lines with CR LF, with LF alone, with more
 * than one CR, or with CR alone.
 */
export function endOfHead(bytes: Buffer, from: number): { end: number; bodyAt: number } {
  const firstCr = bytes.indexOf(CR, from);
  const firstLf = bytes.indexOf(LF, from);
  const behind = firstCr < 0 || (firstLf >= 0 && firstLf < firstCr) ? undefined : bytes[firstCr + 1];
  if (behind !== undefined && behind !== CR && behind !== LF) {
    const end = bytes.indexOf("\r\r", firstCr, "latin1");
    return { end, bodyAt: end < 0 ? -1 : end + 2 };
  }
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    let [end, next] = [at, at + 1];
    while (bytes[next] === CR) next += 1;
    if (bytes[next] !== LF) continue;
    while (bytes[end - 1] === CR) end -= 1;
    return { end, bodyAt: next + 1 };
  }
  return { end: -1, bodyAt: -1 };
}

type Headers = ReadonlyMap<string, readonly string[]>;

/** How a description of a session begins. */
const DESCRIBES = /^v=0[\r\n]/;

/** Whether the body is a description, by what the head says of it. */
const isDescription = (headers: Headers): boolean =>
  /sdp/i.test(headers.get("content-type")?.[0] ?? "") || headers.has("content-base");

/** The length of a message's body; null = it is not said, or in words that are no number. */
function lengthSaid(headers: Headers): number | null {
  const digits = /^[+-]?\d+/.exec(headers.get("content-length")?.[0] ?? "")?.[0];
  return digits === undefined ? null : Number(digits);
}

/** A line that begins with a blank continues the one before (RFC 2326 section 15, by HTTP). */
export function headersOf(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  let last: string[] | null = null;
  for (const line of lines) {
    if (last && /^[ \t]/.test(line)) {
      last.push(`${last.pop() ?? ""} ${line.trim()}`.trim());
      continue;
    }
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    last = headers.get(name) ?? null;
    if (last) last.push(value);
    else headers.set(name, (last = [value]));
  }
  return headers;
}
