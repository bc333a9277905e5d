/**
 * Grey pictures before H.264 that begins without a key picture (ITU-T H.264, 7.3 and 7.4.3): a decoder then has something that the
 * first pictures can be predicted from, and a file begins with a picture that every player can begin with.
 */
import { BitReader, unescapeNal } from "./bit-reader.ts";
import { BitWriter } from "./bit-writer.ts";
import { type PictureLayout, parseH264Sps } from "./h264-sps.ts";
import { h264 } from "./nal-format.ts";

export interface GreyStart {
  /** one key picture, and where needed one behind it: NAL units, one for each picture */
  readonly pictures: readonly Buffer[];
  /** the PPS that they use beside those of the camera */
  readonly pictureSet: Buffer;
}

const SPS = 7;
const PPS = 8;
const MOST_PICTURE_SETS = 256;
/** How far the picture order counts of the grey pictures and of those that follow lie apart: B pictures may lie between. */
const POC_ROOM = 64;
/** slice_type 7: I, as all of the picture */
const ALL_I = 7;
/** mb_type Intra 16x16, predicted by the mean of its neighbours (grey without any), nothing added */
const PLAIN = 3;
const NAL = { key: 0x65, reference: 0x61, pictureSet: 0x68 };

/** `sets`: the camera's; `first`: the first slice that is there. null: it cannot be written for this video. */
export function greyStart(sets: readonly Buffer[], first: Buffer): GreyStart | null {
  const slice = new BitReader(unescapeNal(first.subarray(1, 64)));
  slice.ue();
  slice.ue();
  const used = slice.ue();
  const pps = sets.filter((nal) => h264.typeOf(nal) === PPS).map((nal) => idsOf(nal));
  const spsId = pps.find(({ id }) => id === used)?.spsId;
  const layout = sets
    .filter((nal) => h264.typeOf(nal) === SPS)
    .map((nal) => parseH264Sps(nal)?.layout)
    .find((one) => one?.spsId === spsId);
  const id = Array.from({ length: MOST_PICTURE_SETS }, (_, at) => at).find((at) => pps.every((one) => one.id !== at));
  if (!layout?.framesOnly || layout.chromaFormat > 2 || id === undefined) return null;
  const frameNum = slice.bits(layout.frameNumBits);
  if (h264.isKey(h264.typeOf(first))) return null;
  const poc = layout.pocType === 0 ? slice.bits(layout.pocLsbBits) : 0;
  if (slice.overrun) return null;
  const before = (frameNum - 1 + 2 ** layout.frameNumBits) % 2 ** layout.frameNumBits;
  const pictures = [picture(layout, id, { frameNum: 0, poc: poc - POC_ROOM - 2, isKey: true })];
  // Pictures count on from the one before them; what lies between it and the key picture is not referred to.
  if (before !== 0) pictures.push(picture(layout, id, { frameNum: before, poc: poc - POC_ROOM, isKey: false }));
  return { pictures, pictureSet: pictureSet(id, layout.spsId) };
}

function idsOf(pps: Buffer): { id: number; spsId: number } {
  const reader = new BitReader(unescapeNal(pps.subarray(1, 32)));
  return { id: reader.ue(), spsId: reader.ue() };
}

/** Variable length codes, no slice groups, one reference, deblocking as slices say. */
function pictureSet(id: number, spsId: number): Buffer {
  const bits = new BitWriter().ue(id).ue(spsId).bits(0, 2).ue(0).ue(0).ue(0).bits(0, 3);
  return bits.se(0).se(0).se(0).bits(0b100, 3).nal(NAL.pictureSet);
}

function picture(
  layout: PictureLayout,
  id: number,
  { frameNum, poc, isKey }: { frameNum: number; poc: number; isKey: boolean },
): Buffer {
  const bits = new BitWriter().ue(0).ue(ALL_I).ue(id).bits(frameNum, layout.frameNumBits);
  if (isKey) bits.ue(0);
  const most = 2 ** layout.pocLsbBits;
  if (layout.pocType === 0) bits.bits(((poc % most) + most) % most, layout.pocLsbBits);
  if (layout.pocType === 1 && !layout.isPocImplied) bits.se(0);
  bits
    .bits(0, isKey ? 2 : 1)
    .se(0)
    .ue(1);
  for (let at = 0; at < layout.macroblocks; at++) {
    bits.ue(PLAIN);
    if (layout.chromaFormat > 0) bits.ue(0);
    // No other quantiser, no coefficient.
    bits.se(0).bits(1, 1);
  }
  return bits.nal(isKey ? NAL.key : NAL.reference);
}
