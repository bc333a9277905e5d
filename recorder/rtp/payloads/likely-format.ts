/** Which format packets are of, by how they look: for payload types that a camera's description does not announce. */

/** Units that cameras send (ITU-T H.264 table 7-1, RFC 6184 table 1): data partitions, 2 to 4, are not among them. */
const H264_TYPES = new Set([1, 5, 6, 7, 8, 9, 10, 11, 12]);
const H264 = { aggregate: 24, fragment: 28 };
const H265 = { aggregate: 48, fragment: 49 };
/** Reserved types of H.265 (ITU-T H.265 table 7-1). */
const isH265Type = (type: number): boolean => type <= 9 || (type >= 16 && type <= 21) || (type >= 32 && type <= 40);
const JPEG_HEADER_BYTES = 8;

/** Whether each of these payloads can be one of this codec, which is named as in a description. */
export const looksLike = (encoding: string, payloads: readonly Uint8Array[]): boolean => {
  const is = { H264: isH264, H265: isH265, JPEG: isJpeg }[encoding];
  return is !== undefined && payloads.length > 0 && payloads.every((bytes) => is(bytes));
};

function isH264(bytes: Uint8Array): boolean {
  const [first = 0x80, second = 0] = bytes;
  const type = first & 31;
  if (first & 0x80 || bytes.length < 2) return false;
  if (type === H264.fragment) return (second & 0x20) === 0 && H264_TYPES.has(second & 31);
  return H264_TYPES.has(type) || (type === H264.aggregate && bytes.length > 3);
}

function isH265(bytes: Uint8Array): boolean {
  const [first = 0x80, second = 0, third = 0] = bytes;
  const type = (first >> 1) & 63;
  const isBaseLayer = (first & 0x81) === 0 && second >> 3 === 0 && (second & 7) > 0;
  if (!isBaseLayer || bytes.length < 3) return false;
  return type === H265.fragment ? isH265Type(third & 63) : isH265Type(type) || type === H265.aggregate;
}

function isJpeg(bytes: Uint8Array): boolean {
  const [, , , , type = 0x80, q = 0] = bytes;
  return bytes.length > JPEG_HEADER_BYTES && type < 0x80 && (type & 0x3e) === 0 && q > 0;
}
