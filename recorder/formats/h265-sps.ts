import { BitReader, unescapeNal } from "./bit-reader.ts";
import { parseH264Sps, type SequenceInfo } from "./h264-sps.ts";

const MAX_SIDE_PX = 16_384;

/** Parses an H.265 SPS NAL (two header bytes included, ITU-T H.265 7.3.2.2); null when it is invalid. */
export function parseH265Sps(nal: Uint8Array): SequenceInfo | null {
  if (nal.length < 16 || (((nal[0] ?? 0) >> 1) & 63) !== 33) return null;
  const r = new BitReader(unescapeNal(nal).subarray(2));
  r.skip(4);
  const maxSubLayers = r.bits(3);
  r.skip(1);
  const codecString = profileTierLevel(r, maxSubLayers);
  r.ue(); // sps_seq_parameter_set_id
  const chromaFormat = r.ue();
  if (chromaFormat === 3) r.skip(1);
  let width = r.ue();
  let height = r.ue();
  if (r.bit()) {
    const unitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1;
    const unitY = chromaFormat === 1 ? 2 : 1;
    width -= (r.ue() + r.ue()) * unitX;
    height -= (r.ue() + r.ue()) * unitY;
  }
  r.ue();
  r.ue();
  r.ue(); // log2_max_pic_order_cnt_lsb
  const everyLayer = r.bit();
  let reorderFrames = 0;
  for (let layer = everyLayer ? 0 : maxSubLayers; layer <= maxSubLayers; layer++) {
    r.ue();
    reorderFrames = r.ue();
    r.ue();
  }
  if (r.overrun || width <= 0 || height <= 0 || width > MAX_SIDE_PX || height > MAX_SIDE_PX) return null;
  return { codecString, width, height, framesPerSecond: 0, reorders: reorderFrames > 0 };
}

/** What an SPS of either codec says; null when it is invalid. */
export const parseSps = (codec: "h264" | "h265", nal: Uint8Array): SequenceInfo | null =>
  codec === "h264" ? parseH264Sps(nal) : parseH265Sps(nal);

/** Reads profile_tier_level and names it as ISO/IEC 14496-15 annex E.3 does: hvc1.1.6.L93.B0 */
function profileTierLevel(r: BitReader, maxSubLayers: number): string {
  const space = r.bits(2);
  const tier = r.bit();
  const profile = r.bits(5);
  let compatibility = 0;
  for (let i = 0; i < 32; i++) if (r.bit()) compatibility += 2 ** i;
  const constraints = Array.from({ length: 6 }, () => r.bits(8));
  const level = r.bits(8);
  const profilePresent: number[] = [];
  const levelPresent: number[] = [];
  for (let i = 0; i < maxSubLayers; i++) {
    profilePresent.push(r.bit());
    levelPresent.push(r.bit());
  }
  if (maxSubLayers > 0) for (let i = maxSubLayers; i < 8; i++) r.skip(2);
  for (let i = 0; i < maxSubLayers; i++) {
    if (profilePresent[i]) r.skip(88);
    if (levelPresent[i]) r.skip(8);
  }
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop();
  const tail = constraints.map((byte) => `.${byte.toString(16).toUpperCase()}`).join("");
  return `hvc1.${["", "A", "B", "C"][space]}${profile}.${compatibility.toString(16).toUpperCase()}.${tier ? "H" : "L"}${level}${tail}`;
}
