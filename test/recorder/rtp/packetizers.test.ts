import { describe, expect, it } from "vitest";
import { audioFormat } from "#recorder/rtp/payloads/audio-depacketizer.ts";
import { JpegDepacketizer, type JpegFrame } from "#recorder/rtp/payloads/jpeg-depacketizer.ts";
import { jpegHeader, quantizers } from "#recorder/formats/jpeg-header.ts";
import { NalDepacketizer } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import { h265 } from "#recorder/formats/nal-format.ts";
import { parseSdp, sdpParameterSets } from "#recorder/rtp/sdp.ts";
import { jpegPayloads } from "#recorder/rtp/payloads/jpeg-packetizer.ts";
import type { MountPoint } from "#recorder/rtp/mount-point.ts";
import { h265Payloads } from "#recorder/rtp/payloads/rtp-packetizer.ts";
import { describe as describeMountPoint } from "#recorder/rtp/sdp-writer.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";

const bytes = (length: number, from = 0): Buffer => Buffer.from(Array.from({ length }, (_, i) => (i + from) % 251));
const packets = (payloads: readonly Buffer[], payloadType = 96) =>
  payloads.map((payload, i) => ({
    payloadType,
    marker: i === payloads.length - 1,
    sequence: i,
    timestamp: 9000,
    ssrc: 1,
    payload,
  }));

describe("H.265 NAL units", () => {
  it.each([100, 1400, 1401, 2800, 50_000])("of %i bytes come out of the packets as they went in", (length) => {
    // Type 19 (IDR), layer 0, temporal id 1.
    const nal = Buffer.concat([Buffer.from([19 << 1, 1]), bytes(length - 2)]);
    const payloads = h265Payloads(nal);
    expect(payloads.every((payload) => payload.length <= 1400)).toBe(true);
    const out: Buffer[] = [];
    const depacketizer = new NalDepacketizer(h265, ({ nals }) => out.push(...nals));
    for (const packet of packets(payloads)) depacketizer.push(packet, false);
    for (let i = 0; i < 2; i++) depacketizer.release();
    expect(out).toEqual([nal]);
  });
});

describe("JPEG files", () => {
  const file = (shape: { subsampled: boolean; restartInterval: number }, scanBytes: number): Buffer =>
    Buffer.concat([
      jpegHeader({ width: 640, height: 360, tables: quantizers(77), ...shape }),
      bytes(scanBytes, 7),
      Buffer.from([0xff, 0xd9]),
    ]);
  const through = (jpeg: Buffer): JpegFrame[] => {
    const pictures: JpegFrame[] = [];
    const depacketizer = new JpegDepacketizer((picture) => pictures.push(picture));
    for (const packet of packets(jpegPayloads(jpeg), 26)) depacketizer.push(packet, false);
    return pictures;
  };

  it.each([
    { subsampled: true, restartInterval: 0 },
    { subsampled: false, restartInterval: 0 },
    { subsampled: true, restartInterval: 40 },
  ])("come out as they went in: %o", (shape) => {
    for (const length of [1, 1200, 1384, 9000]) {
      const jpeg = file(shape, length);
      expect(through(jpeg)).toEqual([{ jpeg, rtpTime: 9000, broken: false }]);
    }
  });

  it("that the format cannot carry are left out", () => {
    const jpeg = file({ subsampled: true, restartInterval: 0 }, 100);
    const progressive = Buffer.from(jpeg);
    progressive.writeUInt8(0xc2, progressive.indexOf(Buffer.from([0xff, 0xc0])) + 1);
    const wide = Buffer.from(jpeg);
    wide.writeUInt16BE(4000, wide.indexOf(Buffer.from([0xff, 0xc0])) + 7);
    for (const bad of [progressive, wide, Buffer.alloc(0), Buffer.from("no picture"), jpeg.subarray(0, 30)])
      expect(jpegPayloads(bad)).toEqual([]);
  });
});

describe("descriptions", () => {
  const mountPoint = (video: MountPoint["video"], audio: MountPoint["audio"] = null): MountPoint => ({
    video,
    audio,
    begun: [],
    subscribe: () => () => {},
  });

  it("are read by our own client as they were meant", () => {
    const config = Buffer.from([0x14, 0x08]);
    const text = describeMountPoint(
      mountPoint(
        { codec: "h264", parameterSets: [SPS_640X360, PPS], framesPerSecond: 15 },
        { info: { codec: "aac", sampleRate: 16_000, channels: 1 }, config },
      ),
      "Test",
    );
    const [video, audio] = parseSdp(text).media;
    if (!video || !audio) throw new Error(text);
    expect(video).toMatchObject({ encoding: "H264", clockRate: 90_000, framesPerSecond: 15, control: "track0" });
    expect(sdpParameterSets(video)).toEqual([SPS_640X360, PPS]);
    expect(audioFormat(audio)).toMatchObject({ info: { codec: "aac", sampleRate: 16_000, channels: 1 }, config });
  });

  it("name H.265, Motion JPEG and G.711", () => {
    const sets = [bytes(20), bytes(30, 1), bytes(10, 2)];
    const h265Text = describeMountPoint(mountPoint({ codec: "h265", parameterSets: sets, framesPerSecond: 0 }), "Test");
    const media = parseSdp(h265Text).media[0];
    expect(media).toMatchObject({ encoding: "H265" });
    expect(media && sdpParameterSets(media)).toEqual(sets);
    const pcma = { info: { codec: "pcma", sampleRate: 8000, channels: 1 }, config: Buffer.alloc(0) } as const;
    const jpegText = describeMountPoint(
      mountPoint({ codec: "mjpeg", parameterSets: [], framesPerSecond: 5 }, pcma),
      "T",
    );
    expect(parseSdp(jpegText).media).toMatchObject([
      { encoding: "JPEG", payloadType: 26 },
      { encoding: "PCMA", clockRate: 8000, control: "track1" },
    ]);
  });
});
