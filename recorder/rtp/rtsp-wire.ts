/** RTSP 1.0 as it is on a TCP connection: text messages with interleaved binary packets between them (RFC 2326). */

export interface RtspMessage {
  /** "RTSP/1.0 200 OK" or "DESCRIBE rtsp://... RTSP/1.0" */
  readonly startLine: string;
  /** names in lower case; a repeated header has several values */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

/** What the parser found in the bytes fed so far. */
export interface RtspWireSink {
  message(message: RtspMessage): void;
  packet(channel: number, packet: Buffer): void;
}

export const MAX_HEADER_BYTES = 32 * 1024;
export const MAX_BODY_BYTES = 256 * 1024;
const MAX_HEADERS = 128;
/**
 * Blank lines and empty packets in a row that a camera may send (some keep the connection alive with them): more is a
 * flood.
 */
export const MAX_EMPTY_BYTES = 64 * 1024;
const DOLLAR = 0x24;
const CR = 0x0d;
const LF = 0x0a;
const BLANK_LINE = Buffer.from("\r\n\r\n");

export const header = (message: RtspMessage, name: string): string | undefined => message.headers.get(name)?.[0];

/** The other side does not speak RTSP, or sends more of it than we accept. */
export class RtspWireError extends Error {}

/** Cuts a byte stream into messages and packets. Keeps at most one unfinished message or packet. */
export class RtspWireParser {
  readonly #sink: RtspWireSink;
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** do not look again before this many bytes are there */
  #needed = 1;
  /** bytes of blank lines and empty packets since the last message */
  #emptyBytes = 0;

  constructor(sink: RtspWireSink) {
    this.#sink = sink;
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
    if (first === DOLLAR) return this.#takePacket(bytes, at);
    if (first === CR || first === LF) return this.#skip(1);
    if (first < 0x41 || first > 0x5a) throw new RtspWireError("the framing is lost");
    return this.#takeMessage(bytes, at);
  }

  #takePacket(bytes: Buffer, at: number): number {
    const have = bytes.length - at;
    if (have < 4) return this.#wait(4);
    const length = bytes.readUInt16BE(at + 2);
    if (have < 4 + length) return this.#wait(4 + length);
    if (length === 0) this.#skip(4);
    else this.#emptyBytes = 0;
    this.#sink.packet(bytes.readUInt8(at + 1), bytes.subarray(at + 4, at + 4 + length));
    return 4 + length;
  }

  #takeMessage(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(BLANK_LINE, at);
    const headBytes = (end < 0 ? bytes.length : end) - at;
    if (headBytes > MAX_HEADER_BYTES) throw new RtspWireError("a message's head is too long");
    if (end < 0) return this.#wait(bytes.length - at + 1);
    const lines = bytes.toString("latin1", at, end).split("\r\n");
    if (lines.length > MAX_HEADERS) throw new RtspWireError("a message has too many headers");
    const headers = new Map<string, string[]>();
    for (const line of lines.slice(1)) {
      const colon = line.indexOf(":");
      if (colon < 1) continue;
      const name = line.slice(0, colon).trim().toLowerCase();
      const values = headers.get(name);
      if (values) values.push(line.slice(colon + 1).trim());
      else headers.set(name, [line.slice(colon + 1).trim()]);
    }
    const length = Number(headers.get("content-length")?.[0] ?? 0);
    if (!Number.isInteger(length) || length < 0 || length > MAX_BODY_BYTES)
      throw new RtspWireError("a message's body is too long");
    const bodyAt = end + BLANK_LINE.length;
    if (bytes.length < bodyAt + length) return this.#wait(bodyAt + length - at);
    const body = bytes.toString("utf8", bodyAt, bodyAt + length);
    this.#emptyBytes = 0;
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
