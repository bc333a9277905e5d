import { BitReader, unescapeNal } from "./bit-reader.ts";
import type { NalFormat } from "./nal-format.ts";

/** What is read of a slice stands within this many bytes. */
const LOOKED_AT_BYTES = 24;
/** slice_type of ITU-T H.264, 7.4.3 (modulo 5): I and SI. */
const H264_INTRA = [2, 4];
/** slice_type of ITU-T H.265, 7.4.7.1. */
const H265_INTRA = 2;
const H265_PPS = 34;
/** VCL types below are pictures that are no random access points: what stands in their heads is known. */
const H265_FIRST_IRAP = 16;

/**
 * Whether a picture that is no key picture by its type is coded by itself alone all the same: some encoders send such pictures where
 * others send key pictures. `sets`: the parameter sets that hold for it.
 */
export function isIntraPicture(slices: readonly Uint8Array[], format: NalFormat, sets: readonly Uint8Array[]): boolean {
  if (slices.length === 0) return false;
  if (format.codec === "h264") return slices.every((slice) => H264_INTRA.includes(h264SliceType(slice)));
  // Slices behind the first one have heads that depend on the size of the picture.
  return slices.length === 1 && h265SliceType(slices[0] ?? NOTHING, sets) === H265_INTRA;
}

const NOTHING = new Uint8Array(0);

const readerOf = (nal: Uint8Array, headerBytes: number): BitReader =>
  new BitReader(unescapeNal(nal.subarray(0, LOOKED_AT_BYTES)).subarray(headerBytes));

/** -1: it does not say. */
function h264SliceType(nal: Uint8Array): number {
  const reader = readerOf(nal, 1);
  reader.ue();
  const type = reader.ue();
  return reader.overrun ? -1 : type % 5;
}

function h265SliceType(nal: Uint8Array, sets: readonly Uint8Array[]): number {
  const type = ((nal[0] ?? 0) >> 1) & 63;
  const reader = readerOf(nal, 2);
  if (type >= H265_FIRST_IRAP || reader.bit() === 0) return -1;
  const used = reader.ue();
  const extraBits = sets.map((set) => extraBitsOf(set)).find((set) => set?.id === used)?.count;
  if (extraBits === undefined) return -1;
  reader.skip(extraBits);
  const found = reader.ue();
  return reader.overrun ? -1 : found;
}

/** num_extra_slice_header_bits of a PPS. */
function extraBitsOf(nal: Uint8Array): { readonly id: number; readonly count: number } | null {
  if ((((nal[0] ?? 0) >> 1) & 63) !== H265_PPS) return null;
  const reader = readerOf(nal, 2);
  const id = reader.ue();
  reader.ue();
  reader.skip(2);
  return { id, count: reader.bits(3) };
}
