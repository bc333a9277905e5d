import { unescapeNal } from "./bit-reader.ts";
import type { NalFormat } from "./nal-format.ts";

/** SEI payload type of a recovery point, in both standards (ITU-T H.264 D.1.8, H.265 D.2.8). */
const RECOVERY_POINT = 6;
/** The message comes first among few; a long SEI holds a maker's own data. */
const LOOKED_AT_BYTES = 256;

/**
 * True for an SEI unit that says: whoever begins to decode here sees whole pictures after a while. Cameras with intra
 * refresh send it instead of key pictures.
 */
export function isRecoveryPoint(nal: Uint8Array, format: NalFormat): boolean {
  if (!format.isSei(format.typeOf(nal))) return false;
  const bytes = unescapeNal(nal.subarray(0, LOOKED_AT_BYTES));
  let at: number = format.headerBytes;
  /** A number is written as so many bytes 255 and a last one below. */
  const number = (): number => {
    let value = 0;
    while (bytes[at] === 255) {
      value += 255;
      at += 1;
    }
    value += bytes[at] ?? 0;
    at += 1;
    return value;
  };
  // Messages need two bytes at least; what is left then are the closing bits.
  while (at + 2 < bytes.length) {
    const type = number();
    const size = number();
    if (type === RECOVERY_POINT) return true;
    at += size;
  }
  return false;
}
