import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import { Canvas, firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";

export const WIDTH = 320;
export const HEIGHT = 180;
const BLOCK = 16;
const BITS = 16;

/** Real H.264 whose pictures contain their number as black and white blocks. */
export function codedFrames(options: {
  count: number;
  startMs: number;
  gopFrames: number;
  framesPerSecond?: number;
  bFrames?: number;
  /** at least as wide as the number */
  widthPx?: number;
  heightPx?: number;
  /** number of the first picture */
  from?: number;
}): AccessUnit[] {
  const { count, startMs, gopFrames, framesPerSecond = 15, bFrames = 0, from = 0 } = options;
  const { widthPx = WIDTH, heightPx = HEIGHT } = options;
  const canvas = new Canvas(widthPx, heightPx, "yuv420p");
  const encoder = new X264Encoder({
    widthPx,
    heightPx,
    framesPerSecond,
    gopFrames,
    x264: { scenecut: 0 },
    ...(bFrames > 0 ? { bFrames, zeroLatency: false, profile: "main" as const } : {}),
  });
  const units: AccessUnit[] = [];
  const onPacket = ({ data, pts, key }: { data: Buffer; pts: number; key: boolean }): void => {
    const nals = splitAnnexB(data).filter((nal) => ((nal[0] ?? 0) & 31) !== 9);
    units.push({ kind: "video", key, pts90k: pts, wallMs: startMs + pts / 90, nals, broken: false });
  };
  canvas.pixels.fill(128);
  for (let n = 0; n < count; n++) {
    for (let bit = 0; bit < BITS; bit++)
      for (let y = 0; y < BLOCK; y++)
        canvas.pixels.fill(
          ((from + n) >> bit) & 1 ? 230 : 20,
          y * widthPx + bit * BLOCK,
          y * widthPx + (bit + 1) * BLOCK,
        );
    encoder.encode(canvas.frame(Math.round((n * 90_000) / framesPerSecond)), false, onPacket);
  }
  encoder.finish(onPacket);
  encoder.close();
  canvas.close();
  return units;
}

/** Reads the number from the luma of a decoded picture. */
export function numberIn(luma: Uint8Array, stride: number): number {
  let n = 0;
  for (let bit = 0; bit < BITS; bit++)
    if ((luma[(BLOCK / 2) * stride + bit * BLOCK + BLOCK / 2] ?? 0) > 128) n |= 1 << bit;
  return n;
}

/** Decodes length-prefixed samples and reads their numbers, in display order. */
export function decodedNumbers(description: Uint8Array, samples: readonly Buffer[], reorders = false): number[] {
  const decoder = new VideoDecoder("h264", { description, lowDelay: !reorders });
  const seen: number[] = [];
  const onFrame = (frame: Parameters<typeof firstPlane>[0]): void => {
    const { data, strideBytes } = firstPlane(frame);
    seen.push(numberIn(data, strideBytes));
  };
  samples.forEach((sample, i) => decoder.decode(sample, i * 6000, onFrame));
  decoder.drain(onFrame);
  decoder.close();
  return seen;
}
