import { BitReader, unescapeNal } from "./bit-reader.ts";

/** What a sequence parameter set says about the video. */
export interface SequenceInfo {
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
  /** 0 = not said */
  readonly framesPerSecond: number;
  /** frames may be coded in another order than they are shown; null = not said */
  readonly reorders: boolean | null;
}

/** What is needed to write pictures that fit to an SPS. */
export interface PictureLayout {
  readonly spsId: number;
  /** 0 = grey only, 1 = 4:2:0, 2 = 4:2:2, 3 = 4:4:4 */
  readonly chromaFormat: number;
  readonly frameNumBits: number;
  readonly pocType: number;
  readonly pocLsbBits: number;
  /** type 1 only: pictures say nothing of their order */
  readonly isPocImplied: boolean;
  readonly macroblocks: number;
  /** no fields */
  readonly framesOnly: boolean;
}

/** Profiles whose SPS carries chroma format and scaling lists (ITU-T H.264, 7.3.2.1.1). */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
const BASELINE = 66;
/** Level 6.2 allows no side longer than 16 384: a larger value is wrong. */
const MAX_SIDE_PX = 16_384;
const hex = (value: number): string => value.toString(16).padStart(2, "0");

/** Parses an SPS NAL (header byte included); null when it is invalid. */
export function parseH264Sps(nal: Uint8Array): (SequenceInfo & { readonly layout: PictureLayout }) | null {
  if (nal.length < 4 || ((nal[0] ?? 0) & 31) !== 7) return null;
  const bytes = unescapeNal(nal);
  const profile = bytes[1] ?? 0;
  const constraints = bytes[2] ?? 0;
  const level = bytes[3] ?? 0;
  const r = new BitReader(bytes.subarray(4));
  const spsId = r.ue();
  let chromaFormat = 1;
  if (HIGH_PROFILES.has(profile)) {
    chromaFormat = r.ue();
    if (chromaFormat === 3) r.skip(1);
    r.ue();
    r.ue();
    r.skip(1);
    if (r.bit())
      for (let i = 0; i < (chromaFormat === 3 ? 12 : 8); i++) if (r.bit()) skipScalingList(r, i < 6 ? 16 : 64);
  }
  const frameNumBits = r.ue() + 4;
  const pocType = r.ue();
  let pocLsbBits = 0;
  let isPocImplied = false;
  if (pocType === 0) pocLsbBits = r.ue() + 4;
  else if (pocType === 1) {
    isPocImplied = r.bit() === 1;
    r.se();
    r.se();
    const cycle = r.ue();
    if (cycle > 255) return null;
    for (let i = 0; i < cycle; i++) r.se();
  }
  r.ue(); // max_num_ref_frames
  r.skip(1);
  const widthMbs = r.ue() + 1;
  const heightUnits = r.ue() + 1;
  const framesOnly = r.bit();
  if (!framesOnly) r.skip(1);
  r.skip(1);
  const crop = r.bit() ? { left: r.ue(), right: r.ue(), top: r.ue(), bottom: r.ue() } : null;
  const unitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1;
  const unitY = (chromaFormat === 1 ? 2 : 1) * (2 - framesOnly);
  const width = widthMbs * 16 - (crop ? (crop.left + crop.right) * unitX : 0);
  const height = heightUnits * 16 * (2 - framesOnly) - (crop ? (crop.top + crop.bottom) * unitY : 0);
  if (r.overrun || width <= 0 || height <= 0 || width > MAX_SIDE_PX || height > MAX_SIDE_PX) return null;
  const vui = r.bit() ? parseVui(r) : { framesPerSecond: 0, reorders: null };
  // Baseline has no B slices; picture order type 2 means output order is decoding order.
  const reorders = profile === BASELINE || pocType === 2 ? false : vui.reorders;
  return {
    codecString: `avc1.${hex(profile)}${hex(constraints)}${hex(level)}`,
    width,
    height,
    framesPerSecond: vui.framesPerSecond,
    reorders,
    layout: {
      spsId,
      chromaFormat,
      frameNumBits,
      pocType,
      pocLsbBits,
      isPocImplied,
      macroblocks: widthMbs * heightUnits,
      framesOnly: framesOnly === 1,
    },
  };
}

function skipScalingList(r: BitReader, size: number): void {
  let last = 8;
  let next = 8;
  for (let i = 0; i < size && !r.overrun; i++) {
    if (next !== 0) next = (last + r.se() + 256) % 256;
    if (next !== 0) last = next;
  }
}

/** Annex E. A broken VUI does not spoil the rest: what could not be read counts as "not said". */
function parseVui(r: BitReader): { framesPerSecond: number; reorders: boolean | null } {
  if (r.bit() && r.bits(8) === 255) r.skip(32);
  if (r.bit()) r.skip(1);
  if (r.bit()) {
    r.skip(4);
    if (r.bit()) r.skip(24);
  }
  if (r.bit()) {
    r.ue();
    r.ue();
  }
  let framesPerSecond = 0;
  if (r.bit()) {
    const units = r.bits(32);
    const scale = r.bits(32);
    r.skip(1);
    const rate = units > 0 ? scale / (2 * units) : 0;
    if (rate >= 1 && rate <= 240) framesPerSecond = rate;
  }
  const nal = r.bit();
  if (nal) skipHrd(r);
  const vcl = r.bit();
  if (vcl) skipHrd(r);
  if (nal || vcl) r.skip(1);
  r.skip(1);
  let reorders: boolean | null = null;
  if (r.bit()) {
    r.skip(1);
    for (let i = 0; i < 4; i++) r.ue();
    const reorderFrames = r.ue();
    if (!r.overrun) reorders = reorderFrames > 0;
  }
  return { framesPerSecond, reorders };
}

function skipHrd(r: BitReader): void {
  const count = Math.min(r.ue(), 31) + 1;
  r.skip(8);
  for (let i = 0; i < count; i++) {
    r.ue();
    r.ue();
    r.skip(1);
  }
  r.skip(20);
}
