/** Cuts JPEG files out of a stream of bytes by their own structure (ITU-T T.81, annex B), whatever stands between them. */

const START_OF_IMAGE = Buffer.from([0xff, 0xd8, 0xff]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const LINE_OF_BOUNDARY = Buffer.from("\r\n--");
const FIRST_BYTES = 256 * 1024;

/**
 * MJPEG over HTTP sends files in parts of a multipart body, with boundaries and lengths that many cameras write wrongly.
 * So neither is read: a file ends where its last scan ends.
 */
export class JpegScanner {
  readonly #maxBytes: number;
  readonly #emit: (jpeg: Buffer) => void;
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  /** where to read on */
  #at = 0;
  /** a file begins at the front of the buffer, and this part of it is read */
  #inside: "nothing" | "segments" | "scan" = "nothing";
  /** files that were too large, and were left out */
  dropped = 0;

  constructor(maxBytes: number, emit: (jpeg: Buffer) => void) {
    this.#maxBytes = maxBytes;
    this.#emit = emit;
  }

  /** No file has begun, or the one before has ended. */
  get isBetween(): boolean {
    return this.#inside === "nothing";
  }

  push(chunk: Uint8Array): void {
    // Whatever size the pieces have, no more than one file and one piece is kept.
    for (let from = 0; from < chunk.length; from += FIRST_BYTES) {
      this.#keep(chunk.subarray(from, from + FIRST_BYTES));
      while (this.#readOn());
      if (this.#length > this.#maxBytes) this.#drop();
    }
  }

  #keep(piece: Uint8Array): void {
    if (this.#length + piece.length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(2 * Math.max(this.#buffer.length, piece.length));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length += piece.length;
  }

  get #bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Whether something was found: then there may be more. */
  #readOn(): boolean {
    if (this.#inside === "nothing") return this.#findFile();
    return this.#inside === "segments" ? this.#readSegment() : this.#readScan();
  }

  #findFile(): boolean {
    const at = this.#bytes.indexOf(START_OF_IMAGE);
    this.#cutFront(at < 0 ? Math.max(0, this.#length - START_OF_IMAGE.length + 1) : at);
    if (at < 0) return false;
    this.#inside = "segments";
    this.#at = 2;
    return true;
  }

  #readSegment(): boolean {
    const bytes = this.#bytes;
    if (this.#at + 4 > bytes.length) return false;
    const marker = bytes.readUInt8(this.#at + 1);
    if (bytes.readUInt8(this.#at) !== 0xff || marker === 0xd8) return this.#giveUp();
    if (marker === 0xff) this.#at += 1;
    else if (marker === 0xd9) this.#finish(this.#at + 2);
    else {
      const length = bytes.readUInt16BE(this.#at + 2);
      if (length < 2) return this.#giveUp();
      if (this.#at + 2 + length > bytes.length) return false;
      this.#at += 2 + length;
      if (marker === 0xda) this.#inside = "scan";
    }
    return true;
  }

  #readScan(): boolean {
    const bytes = this.#bytes;
    const at = bytes.indexOf(0xff, this.#at);
    this.#at = at < 0 ? bytes.length : at;
    if (at < 0 || at + 2 > bytes.length) return false;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) this.#finish(at + 2);
    else if (marker === 0xd8) this.#finishUnended(at);
    // In a scan 0xff is followed by 0; restart markers stand in it, too.
    else if (marker === 0 || (marker >= 0xd0 && marker <= 0xd7)) this.#at = at + 2;
    else if (marker === 0xff) this.#at = at + 1;
    else this.#inside = "segments";
    return true;
  }

  #finish(end: number): void {
    const jpeg = Buffer.from(this.#buffer.subarray(0, end));
    this.#cutFront(end);
    this.#emit(jpeg);
  }

  /** The next file begins inside this one, which lacks its end. */
  #finishUnended(next: number): void {
    const line = this.#buffer.subarray(0, next).lastIndexOf(LINE_OF_BOUNDARY);
    const jpeg = Buffer.concat([this.#buffer.subarray(0, line < 0 ? next : line), END_OF_IMAGE]);
    this.#cutFront(next);
    this.#emit(jpeg);
  }

  /** The bytes only looked like the beginning of a JPEG file. */
  #giveUp(): true {
    this.#cutFront(2);
    return true;
  }

  #drop(): void {
    this.dropped += 1;
    this.#cutFront(this.#length);
  }

  #cutFront(bytes: number): void {
    this.#buffer.copy(this.#buffer, 0, bytes, this.#length);
    this.#length -= bytes;
    this.#at = 0;
    this.#inside = "nothing";
  }
}
