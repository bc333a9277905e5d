/**
 * H.264 and H.265 as Annex B of their standards defines it: NAL units with start codes. MP4 has lengths in their place.
 */
import type { AccessUnit } from "./access-unit.ts";

const LENGTH_BYTES = 4;
const START_CODE = Buffer.from([0, 0, 0, 1]);
/** The shortest form of a start code; a longer one ends with it. */
const SHORT_START_CODE = "\0\0\x01";
const made = new WeakMap<AccessUnit, Buffer>();

/** NAL units of an Annex B stream without start codes and trailing zeros, as views into it. */
export function splitAnnexB(data: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let at = data.indexOf(SHORT_START_CODE, 0, "latin1");
  while (at >= 0) {
    const start = at + 3;
    const next = data.indexOf(SHORT_START_CODE, start, "latin1");
    const nal = withoutTrailingZeros(data.subarray(start, next < 0 ? data.length : next));
    if (nal.length > 0) nals.push(nal);
    at = next;
  }
  return nals;
}

/**
 * What came as one NAL unit, taken apart at the start codes in it: no unit can contain one, but cameras send their
 * encoder's output undivided. Zeros at the end, which no unit has either, are cut off.
 */
export function unitsOf(nal: Buffer): Buffer[] {
  const prefixed = lengthPrefixedUnits(nal);
  if (prefixed) return prefixed;
  const first = nal.indexOf(SHORT_START_CODE, 0, "latin1");
  const head = withoutTrailingZeros(first < 0 ? nal : nal.subarray(0, first));
  const units = first < 0 ? [] : splitAnnexB(nal.subarray(first));
  return head.length > 0 ? [head, ...units] : units;
}

/** Units with their lengths before them, as some encoders write them for files; null = the lengths do not lead to the end. */
function lengthPrefixedUnits(bytes: Buffer): Buffer[] | null {
  if (bytes.length < LENGTH_BYTES + 1 || bytes[0] !== 0) return null;
  const units: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const from = at + LENGTH_BYTES;
    const length = from < bytes.length ? bytes.readUInt32BE(at) : 0;
    if (length === 0 || length > bytes.length - from) return null;
    units.push(bytes.subarray(from, (at = from + length)));
  }
  return units;
}

function withoutTrailingZeros(nal: Buffer): Buffer {
  let end = nal.length;
  while (end > 0 && nal[end - 1] === 0) end -= 1;
  return end === nal.length ? nal : nal.subarray(0, end);
}

/** NAL units with a 4-byte start code before each, as parts, for callers that write parts. */
export const annexBParts = (nals: readonly Uint8Array[]): Uint8Array[] => nals.flatMap((nal) => [START_CODE, nal]);

/** The same in one piece. */
export const annexB = (nals: readonly Uint8Array[]): Buffer => Buffer.concat(annexBParts(nals));

/** The same for a live unit, made once for all its viewers. */
export function annexBOf(unit: AccessUnit): Buffer {
  let data = made.get(unit);
  if (!data) made.set(unit, (data = annexB(unit.nals)));
  return data;
}

/** The NAL units with 4-byte lengths before each, as MP4 and Matroska hold them. */
export function lengthPrefixed(nals: readonly Buffer[]): Buffer {
  return Buffer.concat(
    nals.flatMap((nal) => {
      const length = Buffer.allocUnsafe(4);
      length.writeUInt32BE(nal.length);
      return [length, nal];
    }),
  );
}
