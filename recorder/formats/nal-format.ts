/** Where H.264 and H.265 differ for code that only moves NAL units around. */
export interface NalFormat {
  readonly codec: "h264" | "h265";
  readonly headerBytes: 1 | 2;
  typeOf(nal: Uint8Array): number;
  isSlice(type: number): boolean;
  isKey(type: number): boolean;
  /** a key picture of which nothing behind it looks at what came before */
  isIdr(type: number): boolean;
  /** whether this slice is the first of its picture; null = it is no slice, or does not say */
  isFirstSlice(nal: Uint8Array): boolean | null;
  isDelimiter(type: number): boolean;
  /** supplemental information that comes before a picture */
  isSei(type: number): boolean;
  /** position among the parameter sets (VPS, SPS, PPS), -1 = none */
  parameterSetRank(type: number): number;
}

export const h264: NalFormat = {
  codec: "h264",
  headerBytes: 1,
  typeOf: (nal) => (nal[0] ?? 0) & 31,
  isSlice: (type) => type >= 1 && type <= 5,
  isKey: (type) => type === 5,
  isIdr: (type) => type === 5,
  // first_mb_in_slice is an Exp-Golomb code: zero is the bit 1. Partitions B and C (3, 4) do not have it.
  isFirstSlice: (nal) => ([1, 2, 5].includes(h264.typeOf(nal)) && nal.length > 1 ? (nal[1] ?? 0) >> 7 === 1 : null),
  isDelimiter: (type) => type === 9 || type === 12,
  isSei: (type) => type === 6,
  parameterSetRank: (type) => (type === 7 ? 1 : type === 8 ? 2 : -1),
};

export const h265: NalFormat = {
  codec: "h265",
  headerBytes: 2,
  typeOf: (nal) => ((nal[0] ?? 0) >> 1) & 63,
  isSlice: (type) => type <= 31,
  isKey: (type) => type >= 16 && type <= 21,
  isIdr: (type) => type === 19 || type === 20,
  // first_slice_segment_in_pic_flag; the slices of other layers are no pictures of their own.
  isFirstSlice: (nal) =>
    h265.isSlice(h265.typeOf(nal)) && nal.length > 2 && layerOf(nal) === 0 ? (nal[2] ?? 0) >> 7 === 1 : null,
  isDelimiter: (type) => type === 35 || type === 38,
  isSei: (type) => type === 39,
  parameterSetRank: (type) => (type >= 32 && type <= 34 ? type - 32 : -1),
};

const layerOf = (nal: Uint8Array): number => (((nal[0] ?? 0) & 1) << 5) | ((nal[1] ?? 0) >> 3);
