import { BitReader, unescapeNal } from "#recorder/formats/bit-reader.ts";
import { type PictureLayout, parseH264Sps } from "#recorder/formats/h264-sps.ts";
import { h264, type NalFormat } from "#recorder/formats/nal-format.ts";
import type { NalGroup } from "#recorder/rtp/payloads/nal-depacketizer.ts";

interface Field {
  readonly frameNum: number;
  readonly isBottom: boolean;
  readonly isKey: boolean;
}

/** The field flags lie within this many bytes of a slice. */
const LOOKED_AT_BYTES = 32;

/** The field that a slice belongs to (ITU-T H.264, 7.3.3); null = it belongs to a frame, or says nothing. */
function fieldOf(nal: Buffer, layout: PictureLayout): Field | null {
  // With separate colour planes a colour_plane_id stands before frame_num. No camera sends such frames.
  if (h264.isFirstSlice(nal) === null || layout.chromaFormat === 3) return null;
  const slice = new BitReader(unescapeNal(nal.subarray(1, LOOKED_AT_BYTES)));
  for (let i = 0; i < 3; i++) slice.ue();
  const frameNum = slice.bits(layout.frameNumBits);
  if (slice.bit() === 0) return null;
  const isBottom = slice.bit() === 1;
  return slice.overrun ? null : { frameNum, isBottom, isKey: h264.isKey(h264.typeOf(nal)) };
}

/**
 * Joins the two fields of interlaced H.264, which arrive as separate access units: they are one frame and have the time of the
 * first field. Everything else passes through.
 */
export class FieldPairs {
  readonly #format: NalFormat;
  /** of interlaced video; null = there are no fields */
  #layout: PictureLayout | null = null;
  #first: { readonly group: NalGroup; readonly field: Field } | null = null;

  /** `sets`: from the session's description */
  constructor(format: NalFormat, sets: readonly Buffer[]) {
    this.#format = format;
    this.#learn(sets);
  }

  /** The groups that are whole with this one. A first field waits for what comes next. */
  add(group: NalGroup): readonly NalGroup[] {
    if (this.#format.codec !== "h264") return [group];
    this.#learn(group.nals);
    const layout = this.#layout;
    const fields = layout ? group.nals.map((nal) => fieldOf(nal, layout)).filter((field) => field !== null) : [];
    const before = this.#first;
    this.#first = null;
    const [field] = fields;
    const held = before ? [before.group] : [];
    // A group with both fields is whole, and one without fields is no pair.
    if (!field || fields.some(({ isBottom }) => isBottom !== field.isBottom)) return [...held, group];
    if (before && isPair(before.field, field)) return [joined(before.group, group)];
    this.#first = { group, field };
    return held;
  }

  #learn(nals: readonly Buffer[]): void {
    if (this.#format.codec !== "h264") return;
    for (const nal of nals) {
      const layout = h264.parameterSetRank(h264.typeOf(nal)) === 1 ? parseH264Sps(nal)?.layout : undefined;
      if (layout) this.#layout = layout.framesOnly ? null : layout;
    }
  }
}

/** Of an IDR frame only the first field has the IDR type, so a second field of that type begins another frame. */
const isPair = (first: Field, second: Field): boolean =>
  first.frameNum === second.frameNum && first.isBottom !== second.isBottom && !second.isKey;

const joined = (first: NalGroup, second: NalGroup): NalGroup => ({
  ...first,
  nals: [...first.nals, ...second.nals],
  broken: first.broken || second.broken,
});
