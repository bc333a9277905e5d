/**
 * `node encode-still.mjs IN.png OUT.h264` encodes one picture as one H.264 key frame (Annex B), as a camera would send
 * it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { PNG } from "pngjs";
import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";

const [from, to] = process.argv.slice(2);
if (!from || !to) throw new Error("encode-still IN.png OUT.h264");
const png = PNG.sync.read(readFileSync(from));
// 4:2:0 needs even sides; the page removes the repeated column and row again
const width = png.width + (png.width % 2);
const height = png.height + (png.height % 2);
const canvas = new Canvas(width, height, "yuv420p");

const at = (x: number, y: number): [number, number, number] => {
  const offset = (Math.min(y, png.height - 1) * png.width + Math.min(x, png.width - 1)) * 4;
  return [png.data[offset] ?? 0, png.data[offset + 1] ?? 0, png.data[offset + 2] ?? 0];
};
// BT.601, limited range
const luma = ([r, g, b]: [number, number, number]): number => 16 + (65.738 * r + 129.057 * g + 25.064 * b) / 256;
for (let y = 0; y < height; y += 1)
  for (let x = 0; x < width; x += 1) canvas.pixels[y * width + x] = Math.round(luma(at(x, y)));
const half = width / 2;
const chromaU = width * height;
const chromaV = chromaU + half * (height / 2);
for (let y = 0; y < height; y += 2) {
  for (let x = 0; x < width; x += 2) {
    const block = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
    const [r, g, b] = [0, 1, 2].map((channel) => block.reduce((sum, rgb) => sum + (rgb[channel] ?? 0), 0) / 4) as [
      number,
      number,
      number,
    ];
    const place = (y / 2) * half + x / 2;
    canvas.pixels[chromaU + place] = Math.round(128 + (-37.945 * r - 74.494 * g + 112.439 * b) / 256);
    canvas.pixels[chromaV + place] = Math.round(128 + (112.439 * r - 94.154 * g - 18.285 * b) / 256);
  }
}
const encoder = new X264Encoder({
  widthPx: width,
  heightPx: height,
  framesPerSecond: 15,
  gopFrames: 30,
  crf: 20,
  preset: "veryfast",
  profile: "main",
  x264: { colormatrix: "smpte170m", colorprim: "smpte170m", transfer: "smpte170m", range: "tv" },
});
const parts: Buffer[] = [];
encoder.encode(canvas.frame(0), true, (packet) => parts.push(packet.data));
encoder.finish((packet) => parts.push(packet.data));
encoder.close();
canvas.close();
writeFileSync(to, Buffer.concat(parts));
