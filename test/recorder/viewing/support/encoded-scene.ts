import { failure } from "#domain/failures/failure.ts";
import type { Disposer } from "#base/disposer.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import type { PixelFormat } from "#recorder/codec/av-shared.ts";
import { Canvas, firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { LiveFeed, LiveStreams, LiveTaker } from "#recorder/viewing/live-feed.ts";
import type { AudioConfig } from "#recorder/formats/codec-config.ts";

export const WIDTH = 320;
export const HEIGHT = 180;
const BITS = 16;

/** A dark picture whose top row of squares encodes the picture's number, with a white box per entry of `boxes`. */
export function drawScene(
  pixels: Buffer,
  index: number,
  boxes: readonly { x: number; y: number; size: number }[] = [],
): void {
  pixels.fill(128);
  pixels.fill(60, 0, WIDTH * HEIGHT);
  for (let bit = 0; bit < BITS; bit += 1)
    if ((index >> bit) & 1)
      for (let y = 0; y < 16; y += 1) pixels.fill(235, y * WIDTH + bit * 16, y * WIDTH + bit * 16 + 16);
  for (const { x, y, size } of boxes)
    for (let row = y; row < y + size; row += 1) pixels.fill(235, row * WIDTH + x, row * WIDTH + x + size);
}

/** Reads the number that `drawScene` wrote, from a luma plane of any size. */
function readNumber(luma: Uint8Array, stride: number, width: number, height: number): number {
  let index = 0;
  const y = Math.floor((8 * height) / HEIGHT);
  for (let bit = 0; bit < BITS; bit += 1) {
    const x = Math.floor(((bit * 16 + 8) * width) / WIDTH);
    if ((luma[y * stride + x] ?? 0) > 150) index |= 1 << bit;
  }
  return index;
}

/** The numbers of the pictures in coded data, in output order. */
export function numbersIn(codec: "h264" | "mjpeg", pictures: readonly Uint8Array[]): number[] {
  const decoder = new VideoDecoder(codec);
  const numbers: number[] = [];
  const take = (frame: Parameters<Parameters<VideoDecoder["decode"]>[2]>[0]): void => {
    const { data, strideBytes } = firstPlane(frame);
    numbers.push(readNumber(data, strideBytes, frame.width, frame.height));
  };
  pictures.forEach((picture, i) => decoder.decode(picture, i * 6000, take));
  decoder.drain(take);
  decoder.close();
  return numbers;
}

interface SceneOptions {
  readonly startMs: number;
  readonly frames: number;
  readonly framesPerSecond?: number;
  readonly gopFrames?: number;
  readonly bFrames?: number;
  readonly draw?: (pixels: Buffer, index: number) => void;
}

/** A camera's units, really encoded. */
export function encodeScene(options: SceneOptions): AccessUnit[] {
  const fps = options.framesPerSecond ?? 15;
  const canvas = new Canvas(WIDTH, HEIGHT, "yuv420p" satisfies PixelFormat);
  const encoder = new X264Encoder({
    widthPx: WIDTH,
    heightPx: HEIGHT,
    framesPerSecond: fps,
    gopFrames: options.gopFrames ?? 15,
    x264: { scenecut: 0 },
    ...(options.bFrames ? { bFrames: options.bFrames, zeroLatency: false, profile: "main" as const } : {}),
  });
  const units: AccessUnit[] = [];
  const take = (packet: { data: Buffer; pts: number; key: boolean }): void => {
    units.push({
      kind: "video",
      key: packet.key,
      pts90k: packet.pts,
      wallMs: options.startMs + packet.pts / 90,
      nals: splitAnnexB(packet.data).filter((nal) => ((nal[0] ?? 0) & 31) !== 6),
      broken: false,
    });
  };
  for (let i = 0; i < options.frames; i += 1) {
    if (options.draw) options.draw(canvas.pixels, i);
    else drawScene(canvas.pixels, i);
    encoder.encode(canvas.frame((i * 90_000) / fps), false, take);
  }
  encoder.finish(take);
  encoder.close();
  canvas.close();
  return units;
}

/** A stream whose units the test sends by hand. */
export class HandFeed implements LiveFeed {
  video: VideoInfo | null;
  audio: AudioConfig | null = null;
  gop: AccessUnit[] = [];
  readonly takers = new Set<LiveTaker>();

  constructor(video: Partial<VideoInfo> = {}) {
    this.video = {
      codec: "h264",
      codecString: "avc1.42c01e",
      width: WIDTH,
      height: HEIGHT,
      framesPerSecond: 15,
      hasBFrames: false,
      ...video,
    };
  }

  subscribe(taker: LiveTaker): Disposer {
    this.takers.add(taker);
    return () => this.takers.delete(taker);
  }

  put(unit: AccessUnit): void {
    if (unit.key) this.gop = [];
    this.gop.push(unit);
    for (const taker of [...this.takers]) taker.video(unit);
  }

  putAudio(unit: AudioUnit): void {
    for (const taker of [...this.takers]) taker.audio?.(unit);
  }
}

export function streamsOf(feeds: Record<string, LiveFeed>): LiveStreams {
  return {
    feed: (streamId) => feeds[streamId] ?? null,
    trouble: (streamId) => (feeds[streamId] ? null : failure("stream/unknown", { cause: failure("stream/none") })),
  };
}

/** Plays a scene into a feed at its own pace, again and again with new times; returns what stops it. */
export function playInto(feed: HandFeed, scene: readonly AccessUnit[], framesPerSecond = 15): Disposer {
  const stepMs = 1000 / framesPerSecond;
  const first = scene[0]?.wallMs ?? 0;
  let sent = 0;
  const put = (): void => {
    const unit = scene[sent % scene.length];
    if (unit) feed.put({ ...unit, wallMs: first + sent * stepMs, pts90k: Math.round(sent * stepMs * 90) });
    sent += 1;
  };
  put();
  const timer = setInterval(put, stepMs);
  return () => clearInterval(timer);
}
