/** The text of an HTTP answer, whatever way the camera wrote it. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

/**
 * We never ask for compressed answers, but some cameras send them. The limit holds for the unpacked text, so that a small
 * answer cannot fill the memory.
 */
const MAX_UNPACKED_BYTES = 1024 * 1024;
const limit = { maxOutputLength: MAX_UNPACKED_BYTES };
const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, limit),
  "x-gzip": (bytes) => gunzipSync(bytes, limit),
  // Many servers send the raw stream (RFC 1951) under this name, others the zlib format (RFC 1950).
  deflate: (bytes) => (((bytes[0] ?? 0) & 15) === 8 ? inflateSync(bytes, limit) : inflateRawSync(bytes, limit)),
  br: (bytes) => brotliDecompressSync(bytes, limit),
};

/** How packed bytes begin, whether or not the camera says that it has packed them. */
const GZIP = 0x1f8b;

/** "" = it cannot be unpacked. */
export function answerText(packed: Buffer, contentEncoding = ""): string {
  const isGzip = packed.length > 2 && packed.readUInt16BE(0) === GZIP;
  const unpack = UNPACK[isGzip ? "gzip" : contentEncoding.trim().toLowerCase()];
  try {
    const bytes = unpack ? unpack(packed) : packed;
    return bytes.length <= MAX_UNPACKED_BYTES ? decoded(bytes) : "";
  } catch {
    return "";
  }
}

/** The last bytes tell whether an answer is whole, the first ones its encoding. */
const LOOKED_AT_BYTES = 200;
const ENVELOPE_ENDS = /<\/(?:[\w.-]+:)?Envelope\s*>\s*$/i;

/** Whether the envelope has ended, whatever Content-Length says. UTF-16 has zeros between ASCII letters. */
export const isWhole = (bytes: Buffer): boolean =>
  ENVELOPE_ENDS.test(bytes.subarray(-LOOKED_AT_BYTES).toString("latin1").replaceAll("\0", ""));

/** What is no UTF-8 is in the letters that it names, else in those of Western Europe. */
function decoded(bytes: Buffer): string {
  const said = /encoding\s*=\s*["']([\w-]+)/i.exec(bytes.toString("latin1", 0, LOOKED_AT_BYTES))?.[1];
  for (const encoding of [encodingOf(bytes), said ?? ""]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The bytes are not of this encoding, or it is not known here.
    }
  }
  return bytes.toString("latin1");
}

/** XML is UTF-8, but for what a mark of byte order, or every other byte of its first letters, says. */
function encodingOf(bytes: Buffer): string {
  const [first, second] = [bytes[0], bytes[1]];
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? "utf-16be" : "utf-8";
}
