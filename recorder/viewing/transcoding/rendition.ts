import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import { isFastPlay } from "#domain/timeline/fast-play.ts";
import type { TranscodeSpec } from "#recorder/analysis/wire.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";

/** How a stream is sent to a viewer: as it is, or encoded again. */
export type Rendition = { readonly kind: "copy" } | { readonly kind: "transcode"; readonly spec: TranscodeSpec };

export const COPY: Rendition = { kind: "copy" };

/** The sizes of transcoded streams: few, so that viewers share them. 180 at 5 per second costs 1.1 % of a core. */
const RUNGS = [
  { heightPx: 180, framesPerSecond: 5, bitsPerSecond: 120_000 },
  { heightPx: 360, framesPerSecond: 10, bitsPerSecond: 400_000 },
  { heightPx: 540, framesPerSecond: 12, bitsPerSecond: 800_000 },
  { heightPx: 720, framesPerSecond: 15, bitsPerSecond: 1_500_000 },
  { heightPx: 1080, framesPerSecond: 15, bitsPerSecond: 3_000_000 },
] as const;
const LARGEST = RUNGS[RUNGS.length - 1] ?? RUNGS[0];
/** A line that carries nothing else still shows that something happens. */
const LEAST = { heightPx: 180, framesPerSecond: 2, bitsPerSecond: 50_000 } as const;
/** A line that carries more than this carries everything. */
export const ENOUGH_BITS_PER_SECOND = 2 * LARGEST.bitsPerSecond;
/** A stream this much higher than wanted is still sent as it is: making it smaller would save little. */
const SMALL_ENOUGH = 1.5;
/** JPEG is large: no more frames per second than this. */
const JPEG_FPS = 5;

/** Profiles of H.264 that browsers decode: baseline, main, extended and high, all of 8 bits and 4:2:0. */
const BROWSER_PROFILES = new Set(["42", "4d", "58", "64"]);

/** What a rendition depends on. */
export type RenditionSource = Pick<VideoInfo, "codec" | "height" | "isIntraRefresh"> &
  Partial<Pick<VideoInfo, "codecString">>;

/** What the viewer's decoder supports besides H.264. */
export type Accepts = readonly ("h264" | "h265")[];

/**
 * Chooses what to send over the media socket. `wantedPx`: frame height the viewer wants, 0 = as it is. A stream whose
 * codec the viewer cannot decode is encoded as H.264, as small as wanted.
 */
export function socketRendition(
  video: RenditionSource,
  format: "fmp4" | "jpeg",
  wantedPx: number,
  accepts: Accepts,
): Rendition {
  const rung = RUNGS.find((one) => wantedPx > 0 && one.heightPx >= wantedPx) ?? LARGEST;
  const small = wantedPx === 0 || video.height <= rung.heightPx * SMALL_ENOUGH;
  if (format === "jpeg") {
    if (video.codec === "mjpeg" && small) return COPY;
    return transcode("jpeg", rung.heightPx, JPEG_FPS, 0);
  }
  const decodable = isBrowserH264(video) || (video.codec === "h265" && accepts.includes("h265"));
  if (decodable && small && !video.isIntraRefresh) return COPY;
  if (small) return transcode("h264", LARGEST.heightPx, 0, bitsFor(video.height));
  return transcode("h264", rung.heightPx, rung.framesPerSecond, rung.bitsPerSecond);
}

/**
 * The same over a line that carries no more than `capBitsPerSecond`, null = no limit: always encoded again, and no
 * larger.
 */
export function lineRendition(
  wanted: Rendition,
  format: "fmp4" | "jpeg",
  wantedPx: number,
  capBitsPerSecond: number | null,
): Rendition {
  if (capBitsPerSecond === null) return wanted;
  const rungs = RUNGS.filter(
    (one) => one.bitsPerSecond <= capBitsPerSecond && (wantedPx === 0 || one.heightPx <= wantedPx),
  );
  const rung = rungs.at(-1) ?? (RUNGS[0].bitsPerSecond <= capBitsPerSecond ? RUNGS[0] : LEAST);
  if (format === "jpeg") return transcode("jpeg", rung.heightPx, Math.min(JPEG_FPS, rung.framesPerSecond), 0);
  return transcode("h264", rung.heightPx, rung.framesPerSecond, rung.bitsPerSecond);
}

/**
 * A single frame over such a line: as large as wanted, but without the frames that its decoding needs, which may be a
 * group of seconds.
 */
export function stillRendition(
  wanted: Rendition,
  video: Pick<VideoInfo, "codec" | "height">,
  capBitsPerSecond: number | null,
): Rendition {
  // A JPEG needs no other frame.
  if (capBitsPerSecond === null || wanted.kind === "transcode" || video.codec === "mjpeg") return wanted;
  return transcode("h264", LARGEST.heightPx, 0, bitsFor(video.height));
}

/**
 * The same for a play at that speed: frames and bits are counted by the viewer's clock. Fast play sends single key
 * frames.
 */
export function pacedRendition(rendition: Rendition, rate: number): Rendition {
  const pace = isFastPlay(rate) ? 1 : Math.abs(rate);
  return rendition.kind === "copy" || pace === 1 ? rendition : { ...rendition, spec: { ...rendition.spec, pace } };
}

/** WebRTC carries H.264 with key frames and without reordered ones; everything else is encoded as that. */
export function webRtcRendition(video: RenditionSource & Pick<VideoInfo, "hasBFrames">): Rendition {
  if (isBrowserH264(video) && !video.hasBFrames && !video.isIntraRefresh) return COPY;
  return transcode("h264", LARGEST.heightPx, 0, bitsFor(video.height));
}

/**
 * The same with masks painted over it: a picture that somebody may not see is never sent as it is, whatever the viewer
 * can decode. `video` null: a source of which nothing is known.
 */
export function maskedRendition(
  rendition: Rendition,
  format: "fmp4" | "jpeg",
  video: Pick<VideoInfo, "height"> | null,
  masks: readonly PrivacyMask[],
): Rendition {
  if (masks.length === 0) return rendition;
  const bits = bitsFor(video?.height ?? LARGEST.heightPx);
  const whole: TranscodeSpec =
    format === "jpeg"
      ? { output: "jpeg", heightPx: LARGEST.heightPx, framesPerSecond: JPEG_FPS, bitsPerSecond: 0 }
      : { output: "h264", heightPx: LARGEST.heightPx, framesPerSecond: 0, bitsPerSecond: bits };
  return { kind: "transcode", spec: { ...(rendition.kind === "copy" ? whole : rendition.spec), masks } };
}

const isBrowserH264 = ({ codec, codecString }: RenditionSource): boolean =>
  codec === "h264" && (!codecString || BROWSER_PROFILES.has(codecString.slice(5, 7).toLowerCase()));

function bitsFor(heightPx: number): number {
  return (RUNGS.find((rung) => rung.heightPx >= heightPx) ?? LARGEST).bitsPerSecond * 2;
}

function transcode(
  output: "h264" | "jpeg",
  heightPx: number,
  framesPerSecond: number,
  bitsPerSecond: number,
): Rendition {
  return { kind: "transcode", spec: { output, heightPx, framesPerSecond, bitsPerSecond } };
}
