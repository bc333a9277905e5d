/**
 * `node make-clips.mjs DIR` draws and encodes clips that resemble a camera, so that none has to be stored in git. Each
 * clip is written as an MP4 for `<video>`, and as the recorder's own one-frame fragments with an index for everything
 * else. Both contain the same pictures and the same bytes.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from "mediabunny";
import { need } from "#base/assert.ts";
import type { Canvas } from "#recorder/codec/av-video.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import { videoConfigOf } from "#recorder/formats/codec-config.ts";
import { fragment, samplePayload } from "#recorder/formats/containers/fmp4.ts";
import { initSegment } from "#recorder/formats/containers/fmp4-init.ts";
import { encodeFrames } from "../support/encode-frames.ts";
import type { ClipIndex } from "./clip.ts";

const TICKS = 90_000;
const SECONDS = 10;
const clips = [
  { name: "q", width: 320, height: 180, fps: 10, bitsPerSecond: 200_000 },
  { name: "m", width: 640, height: 360, fps: 15, bitsPerSecond: 600_000 },
] as const;

const folder = need(process.argv[2], "folder");
mkdirSync(folder, { recursive: true });
for (const clip of clips) await make(clip);

async function make({ name, width, height, fps, bitsPerSecond }: (typeof clips)[number]): Promise<void> {
  const packets = encodeFrames(
    {
      widthPx: width,
      heightPx: height,
      framesPerSecond: fps,
      bitsPerSecond,
      preset: "veryfast",
      profile: "baseline",
    },
    fps * SECONDS,
    paint,
  );

  const video = need(videoConfigOf("h264", splitAnnexB(need(packets[0], "first picture").data)), "parameter sets");
  const parts: Uint8Array[] = [initSegment({ video, audio: null })];
  let offset = parts[0]?.length ?? 0;
  const index: ClipIndex = {
    codec: video.codecString,
    width,
    height,
    fps,
    description: video.description.toString("base64"),
    initBytes: offset,
    frames: [],
  };
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const track = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(track, { frameRate: fps });
  await output.start();
  for (const [at, { data, key }] of packets.entries()) {
    const payload = samplePayload("h264", splitAnnexB(data));
    const sample = { ...payload, durationTicks: TICKS / fps, compositionTicks: 0, key };
    const built = fragment({
      sequence: at + 1,
      wallMs: 0,
      video: { baseTicks: (at * TICKS) / fps, samples: [sample] },
      audio: null,
    });
    const bytes = Buffer.concat(built.buffers);
    parts.push(bytes);
    index.frames.push({ offset, bytes: bytes.length, key });
    offset += bytes.length;
    const description = new Uint8Array(video.description);
    await track.add(
      new EncodedPacket(bytes.subarray(built.headerBytes), key ? "key" : "delta", at / fps, 1 / fps),
      at === 0
        ? { decoderConfig: { codec: video.codecString, codedWidth: width, codedHeight: height, description } }
        : {},
    );
  }
  await output.finalize();
  writeFileSync(join(folder, `${name}.mp4`), new Uint8Array(need(output.target.buffer, "mp4")));
  writeFileSync(join(folder, `${name}.bin`), Buffer.concat(parts));
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(index));
}

/** A slow gradient, five moving boxes and sensor noise. */
function paint(canvas: Canvas, index: number): void {
  const { widthPx: width, heightPx: height, pixels } = canvas;
  let noise = 1 + index * 7919;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      noise = (noise * 1103515245 + 12345) & 0x7fffffff;
      pixels[y * width + x] = 60 + (x * 60) / width + (y * 50) / height + ((noise >> 16) & 7);
    }
  }
  const chroma = width * height;
  for (let at = chroma; at < pixels.length; at++) pixels[at] = 118 + ((at >> 5) & 15);
  const size = Math.round(height / 6);
  for (let box = 0; box < 5; box++) {
    const left = Math.round(((Math.sin(index / 20 + box) + 1) / 2) * (width - size));
    const top = Math.round(((Math.cos(index / 27 + box * 2) + 1) / 2) * (height - size));
    for (let y = top; y < top + size; y++) pixels.fill(40 + box * 40, y * width + left, y * width + left + size);
  }
}
