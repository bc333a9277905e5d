import type { VideoConfig } from "./codec-config.ts";
import { h264, h265 } from "./nal-format.ts";

/**
 * Whether no other picture is decoded from this one, as the camera says: B pictures, or every second picture of an
 * encoder that makes a stream in layers. Who only wants a later picture need not decode it.
 */
export function isDisposable({ codec, description }: VideoConfig, nals: readonly Uint8Array[]): boolean {
  if (codec === "h264") {
    const slices = nals.filter((nal) => h264.isSlice(h264.typeOf(nal)));
    return slices.length > 0 && slices.every(isUnreferenced);
  }
  if (codec !== "h265") return false;
  // ISO/IEC 14496-15, 8.3.3.1.2: numTemporalLayers; 0 = unknown.
  const layers = ((description[21] ?? 0) >> 3) & 7;
  const slices = nals.filter((nal) => h265.isSlice(h265.typeOf(nal)));
  return layers > 0 && slices.length > 0 && slices.every((nal) => isUnreferencedIn(nal, layers));
}

/** ITU-T H.264, 7.4.1: nal_ref_idc is 0. */
const isUnreferenced = (nal: Uint8Array): boolean => ((nal[0] ?? 0) & 0x60) === 0;

/**
 * ITU-T H.265, table 7-1: of the types up to 14 the even ones are referenced by nothing in their own temporal layer.
 * Only above the highest one is there nothing else that could.
 */
function isUnreferencedIn(nal: Uint8Array, layers: number): boolean {
  const type = h265.typeOf(nal);
  const layer = ((nal[1] ?? 0) & 7) - 1;
  return type <= 14 && type % 2 === 0 && layer === layers - 1;
}
