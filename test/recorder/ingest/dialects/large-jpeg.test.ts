import { afterEach, describe, expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { headerSegments, jpegHeader, quantizers } from "#recorder/formats/jpeg-header.ts";
import { JpegDepacketizer, type JpegFrame } from "#recorder/rtp/payloads/jpeg-depacketizer.ts";
import { parseRtp, type RtpPacket } from "#recorder/rtp/rtp-packet.ts";
import { probeStream } from "#recorder/ingest/stream-probe.ts";
import { jpegSize } from "#recorder/formats/jpeg-header.ts";
import { eventually } from "#test/support/eventually.ts";
import { closing } from "#test/support/scripted-camera.ts";
import { quick } from "#test/support/stream-hubs.ts";

const { camera, view } = closing(afterEach);
const scan = Buffer.alloc(3000, 0x5a);
const shape = { subsampled: true, tables: quantizers(60), restartInterval: 0 };

/** RFC 2435 with quantizers in the packet; the size fields as given, in pixels. */
const payload = (width: number, height: number, q = 255): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 0, 1, q, (width / 8) & 255, (height / 8) & 255]),
    ...(q >= 128 ? [Buffer.from([0, 0, 0, 128]), shape.tables] : []),
    scan,
  ]);
const describing = (...lines: string[]) => ["m=video 0 RTP/AVP 26", ...lines, "a=control:v"];

describe("Motion JPEG above 2040 pixels", () => {
  test.each([
    ["x-dimensions", describing("a=x-dimensions:2592,1944"), 0, 0, "2592x1944"],
    ["x-dimensions with a blank", describing("a=x-dimensions: 2592, 1944"), 0, 0, "2592x1944"],
    ["cliprect", describing("a=cliprect:0,0,1944,2592"), 0, 0, "2592x1944"],
    ["framesize", describing("a=framesize:26 2592-1944"), 0, 0, "2592x1944"],
    ["framesize, where the width only is too large", describing("a=framesize:26 3840-1080"), 0, 1080, "3840x1080"],
    [
      "framesize, where the fields lack their highest bits",
      describing("a=framesize:26 2592-1944"),
      2592,
      1944,
      "2592x1944",
    ],
    [
      "its own fields, where the description speaks of another size",
      describing("a=framesize:26 2592-1944"),
      640,
      480,
      "640x480",
    ],
    ["its own fields", describing(), 1280, 960, "1280x960"],
  ])("takes its size from %s", async (_, media, width, height, size) => {
    const source = await camera({
      media,
      play: (line) =>
        line.every(20, (i) => line.write(line.packet(payload(width, height), i * 9000, true, { payloadType: 26 }))),
    });
    const { units, sizes } = await view(source.url);
    await eventually(() => units.length > 2, "pictures");
    expect(sizes).toEqual([`mjpeg ${size}`]);
  });

  test("without a size is refused with that reason", async () => {
    const source = await camera({
      media: describing(),
      play: (line) =>
        line.every(20, (i) => line.write(line.packet(payload(0, 0), i * 9000, true, { payloadType: 26 }))),
    });
    const target = { url: source.url, username: "", password: "", transport: "tcp" } as const;
    const patience = { describedMs: 100, silentMs: 300, seldomMs: 400 };
    expect(await probeStream(target, quick, patience)).toEqual({
      ok: false,
      error: failure("camera/stalled", { cause: failure("camera/jpeg-size") }),
    });
  });
});

describe("the header extension of ONVIF", () => {
  const through = (more: Partial<RtpPacket>): JpegFrame | undefined => {
    const frames: JpegFrame[] = [];
    const packet = { payloadType: 26, marker: true, sequence: 0, timestamp: 0, ssrc: 1, payload: payload(0, 0) };
    new JpegDepacketizer((frame) => frames.push(frame)).push({ ...packet, ...more }, false);
    return frames[0];
  };
  const whole = jpegHeader({ ...shape, width: 4000, height: 3000 });
  const own = headerSegments(whole);
  const extension = (...segments: (Buffer | null)[]) => {
    const data = Buffer.concat(segments.map((segment) => segment ?? Buffer.alloc(0)));
    return { profile: 0xffd8, data: Buffer.concat([data, Buffer.alloc(-data.length & 3, 0xff)]) };
  };

  test("gives the size", () => {
    const frame = through({ extension: extension(own.frame) });
    expect(frame && jpegSize(frame.jpeg)).toEqual({ width: 4000, height: 3000 });
    expect(frame?.jpeg.subarray(0, whole.length)).toEqual(whole);
  });

  test("gives quantizers and Huffman tables", () => {
    const extended = extension(own.quantizers, own.frame, own.huffman, own.scan);
    const frame = through({ payload: payload(0, 0, 0), extension: extended });
    expect(frame?.jpeg.subarray(0, whole.length)).toEqual(whole);
  });

  test("of another kind, or cut off, is passed over", () => {
    expect(through({ extension: { ...extension(own.frame), profile: 0xabac } })).toBeUndefined();
    expect(through({ extension: { profile: 0xffd8, data: Buffer.from([0xff, 0xc0, 0xff, 0xff]) } })).toBeUndefined();
  });

  test("is read from the packet", () => {
    const { data } = extension(own.frame);
    const head = Buffer.alloc(16);
    head.writeUInt16BE(0x909a, 0);
    head.writeUInt16BE(0xffd8, 12);
    head.writeUInt16BE(data.length / 4, 14);
    const packet = parseRtp(Buffer.concat([head, data, Buffer.from([1, 2, 3])]));
    expect(packet?.extension).toEqual({ profile: 0xffd8, data });
    expect(packet?.payload).toEqual(Buffer.from([1, 2, 3]));
  });
});
