import { afterEach, describe, expect, it } from "vitest";
import { AudioDecoder, AudioEncoder } from "#recorder/codec/av-audio.ts";
import { JpegEncoder, X264Encoder } from "#recorder/codec/av-encoders.ts";
import type { EncodedPacket } from "#recorder/codec/av-shared.ts";
import { Canvas, firstPlane, Scaler, VideoDecoder } from "#recorder/codec/av-video.ts";

const WIDTH = 320;
const HEIGHT = 180;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
function owned<T extends { close(): void }>(thing: T): T {
  closers.push(() => thing.close());
  return thing;
}

/** A grey background of the given luma with a white box whose left edge is at `x`. */
function draw(canvas: Canvas, luma: number, x: number): void {
  canvas.pixels.fill(128);
  canvas.pixels.fill(luma, 0, WIDTH * HEIGHT);
  for (let y = 60; y < 100; y += 1) canvas.pixels.fill(235, y * WIDTH + x, y * WIDTH + x + 40);
}

function encodeScene(frames: number, options: { bFrames?: number } = {}): EncodedPacket[] {
  const canvas = owned(new Canvas(WIDTH, HEIGHT, "yuv420p"));
  const encoder = owned(
    new X264Encoder({
      widthPx: WIDTH,
      heightPx: HEIGHT,
      framesPerSecond: 15,
      gopFrames: 10,
      ...(options.bFrames ? { bFrames: options.bFrames, zeroLatency: false, profile: "main" } : {}),
    }),
  );
  const packets: EncodedPacket[] = [];
  for (let i = 0; i < frames; i += 1) {
    draw(canvas, 60, i * 4);
    encoder.encode(canvas.frame(i * 6000), false, (packet) => packets.push(packet));
  }
  encoder.finish((packet) => packets.push(packet));
  return packets;
}

describe("video", () => {
  it("encodes and decodes pictures with their times", () => {
    const packets = encodeScene(20);
    expect(packets).toHaveLength(20);
    expect(packets.filter((packet) => packet.key).map((packet) => packet.pts)).toEqual([0, 60_000]);
    const decoder = owned(new VideoDecoder("h264"));
    const seen: { pts: number; dark: number; light: number }[] = [];
    for (const packet of packets)
      decoder.decode(packet.data, packet.pts, (frame) => {
        const { data, strideBytes } = firstPlane(frame);
        const x = (Number(frame.pts) / 6000) * 4 + 20;
        seen.push({
          pts: Number(frame.pts),
          dark: data[10 * strideBytes + 10] ?? 0,
          light: data[80 * strideBytes + x] ?? 0,
        });
      });
    expect(seen.map((one) => one.pts)).toEqual(packets.map((packet) => packet.pts));
    for (const one of seen) {
      expect(Math.abs(one.dark - 60)).toBeLessThan(8);
      expect(Math.abs(one.light - 235)).toBeLessThan(12);
    }
  });

  it("brings pictures of B frames out in the order of their times", () => {
    const packets = encodeScene(20, { bFrames: 2 });
    expect(packets.map((packet) => packet.pts)).not.toEqual(packets.map((packet) => packet.pts).sort((a, b) => a - b));
    const decoder = owned(new VideoDecoder("h264", { lowDelay: false }));
    const times: number[] = [];
    for (const packet of packets) decoder.decode(packet.data, packet.pts, (frame) => times.push(Number(frame.pts)));
    decoder.drain((frame) => times.push(Number(frame.pts)));
    expect(times).toEqual(Array.from({ length: 20 }, (_, i) => i * 6000));
  });

  it("skips all but key frames when told", () => {
    const decoder = owned(new VideoDecoder("h264", { keyFramesOnly: true }));
    let pictures = 0;
    for (const packet of encodeScene(20)) decoder.decode(packet.data, packet.pts, () => (pictures += 1));
    expect(pictures).toBe(2);
  });

  it("makes a JPEG that decodes to the wanted size", () => {
    const canvas = owned(new Canvas(WIDTH, HEIGHT, "yuv420p"));
    draw(canvas, 60, 100);
    const jpeg = owned(new JpegEncoder(160, 90)).encode(canvas.frame(0));
    expect(jpeg.readUInt16BE(0)).toBe(0xffd8);
    let shape = "";
    owned(new VideoDecoder("mjpeg")).decode(jpeg, 0, (frame) => {
      const gray = owned(new Scaler(160, 90, "gray8", "fast")).scale(frame);
      shape = `${frame.width}x${frame.height} ${Math.abs((firstPlane(gray).data[5] ?? 0) - 60) < 20}`;
    });
    expect(shape).toBe("160x90 true");
  });

  it("survives broken data and goes on with the next key frame", () => {
    const packets = encodeScene(20);
    const decoder = owned(new VideoDecoder("h264"));
    let seed = 7;
    const random = (): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
    for (let round = 0; round < 50; round += 1)
      for (const packet of packets.slice(0, 10)) {
        const broken = Buffer.from(packet.data);
        for (let i = 0; i < 5; i += 1) broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256);
        decoder.decode(broken.subarray(0, Math.ceil(random() * broken.length)), packet.pts, () => {});
      }
    let good = 0;
    for (const packet of packets) decoder.decode(packet.data, packet.pts, () => (good += 1));
    expect(good).toBeGreaterThanOrEqual(10);
    expect(decoder.decode(Buffer.alloc(0), 0, () => {})).toBe(false);
  });

  it("gives its memory back", () => {
    const packets = encodeScene(10);
    const cycle = (): void => {
      const decoder = new VideoDecoder("h264");
      const scaler = new Scaler(160, 90, "yuv420p");
      const encoder = new X264Encoder({ widthPx: 160, heightPx: 90, framesPerSecond: 5, gopFrames: 10 });
      const jpeg = new JpegEncoder(160, 90);
      for (const packet of packets)
        decoder.decode(packet.data, packet.pts, (frame) => {
          encoder.encode(scaler.scale(frame), false, () => {});
          jpeg.encode(frame);
        });
      for (const one of [decoder, scaler, encoder, jpeg]) one.close();
    };
    for (let i = 0; i < 40; i += 1) cycle();
    const before = process.memoryUsage.rss();
    for (let i = 0; i < 120; i += 1) cycle();
    // 1200 decoded frames of 86 kB and 120 encoders of some MB each: a leak of either would show as more than 100 MB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(40 * 1024 * 1024);
  });
});

describe("audio", () => {
  const tone = (samples: number, rate: number, channels: number): Int16Array =>
    Int16Array.from({ length: samples * channels }, (_, i) =>
      Math.round(12_000 * Math.sin((2 * Math.PI * 440 * Math.floor(i / channels)) / rate)),
    );

  it("makes Opus for WebRTC out of AAC", () => {
    const aac = owned(new AudioEncoder({ codec: "aac", sampleRate: 16_000, channels: 1, bitsPerSecond: 48_000 }));
    const packets: EncodedPacket[] = [];
    aac.encodeSamples(tone(16_000, 16_000, 1), (packet) => packets.push(packet));
    expect(packets.length).toBeGreaterThanOrEqual(14);
    const description = aac.description;
    expect(description?.length).toBeGreaterThanOrEqual(2);
    const decoder = owned(
      new AudioDecoder({ codec: "aac", sampleRate: 16_000, channels: 1, description: description ?? Buffer.alloc(0) }),
    );
    const opus = owned(new AudioEncoder({ codec: "opus", sampleRate: 48_000, channels: 2, bitsPerSecond: 64_000 }));
    const out: EncodedPacket[] = [];
    for (const packet of packets)
      decoder.decode(packet.data, packet.pts, (frame) => opus.encode(frame, (p) => out.push(p)));
    expect(opus.packetSamples).toBe(960);
    expect(out.length).toBeGreaterThan(40);
    expect(out.slice(1, 4).map((packet, i) => packet.pts - (out[i]?.pts ?? 0))).toEqual([960, 960, 960]);

    const back = owned(new AudioDecoder({ codec: "opus", sampleRate: 48_000, channels: 2 }));
    let crossings = 0;
    let samples = 0;
    let last = 0;
    for (const packet of out.slice(10))
      back.decode(packet.data, packet.pts, (frame) => {
        const plane = firstPlane(frame).data;
        const interleaved = frame.format === 3;
        const floats = new Float32Array(plane.buffer, plane.byteOffset, plane.length / 4);
        for (let i = 0; i < frame.nbSamples; i += 1) {
          const value = floats[interleaved ? i * 2 : i] ?? 0;
          if (last <= 0 && value > 0) crossings += 1;
          last = value;
        }
        samples += frame.nbSamples;
      });
    expect(Math.abs((crossings / samples) * 48_000 - 440)).toBeLessThan(15);
  });

  it("decodes G.711", () => {
    const decoder = owned(new AudioDecoder({ codec: "pcmu", sampleRate: 8000, channels: 1 }));
    let samples = 0;
    decoder.decode(Buffer.alloc(160, 0xff), 0, (frame) => (samples += frame.nbSamples));
    expect(samples).toBe(160);
  });
});
