import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JpegDepacketizer, type JpegFrame } from "#recorder/rtp/payloads/jpeg-depacketizer.ts";
import { quantizers } from "#recorder/formats/jpeg-header.ts";
import { jpegSize } from "#recorder/formats/jpeg-header.ts";
import { JpegTrack } from "#recorder/ingest/jpeg-track.ts";
import type { RtpPacket } from "#recorder/rtp/rtp-packet.ts";

const SCAN = Buffer.from(Array.from({ length: 300 }, (_, i) => i % 251));

/** A packet of a picture of 64x48: main header, then the scan from `offset` on. */
function packet(
  offset: number,
  bytes: number,
  options: { timestamp?: number; type?: number; q?: number; head?: number[] } = {},
): RtpPacket {
  const { timestamp = 1000, type = 1, q = 60, head = [] } = options;
  const main = [0, offset >> 16, (offset >> 8) & 0xff, offset & 0xff, type, q, 8, 6];
  const payload = Buffer.concat([Buffer.from([...main, ...head]), SCAN.subarray(offset, offset + bytes)]);
  const marker = offset + bytes >= SCAN.length;
  return { payloadType: 26, marker, sequence: 0, timestamp, ssrc: 1, payload };
}

function gather(packets: readonly (readonly [RtpPacket, boolean])[]): JpegFrame[] {
  const pictures: JpegFrame[] = [];
  const depacketizer = new JpegDepacketizer((picture) => pictures.push(picture));
  for (const [one, lost] of packets) depacketizer.push(one, lost);
  return pictures;
}
const whole = (timestamp = 1000) => [packet(0, 200, { timestamp }), packet(200, 100, { timestamp })] as const;

describe("JPEG over RTP", () => {
  it("puts the file together: header, scan, end", () => {
    const [first, second] = whole();
    const [picture] = gather([
      [first, false],
      [second, false],
    ]);
    expect(picture).toMatchObject({ rtpTime: 1000, broken: false });
    expect(picture && jpegSize(picture.jpeg)).toEqual({ width: 64, height: 48 });
    expect(picture?.jpeg.subarray(-302)).toEqual(Buffer.concat([SCAN, Buffer.from([0xff, 0xd9])]));
  });

  it("drops a picture that lacks a packet and says so with the next", () => {
    const [first] = whole();
    const [third, fourth] = whole(4000);
    const pictures = gather([
      [first, false],
      [third, true],
      [fourth, false],
    ]);
    expect(pictures).toHaveLength(1);
    expect(pictures[0]).toMatchObject({ rtpTime: 4000, broken: true });
    expect(gather([[packet(200, 100), false]])).toEqual([]);
    expect(
      gather([
        [packet(0, 100), false],
        [packet(200, 100), false],
      ]),
    ).toEqual([]);
  });

  it("ends a picture without a marker where the next one begins", () => {
    const times = [1000, 4000, 4000];
    const packets = times.flatMap((time) => whole(time).map((one) => [{ ...one, marker: false }, false] as const));
    const pictures = gather(packets);
    expect(pictures.map(({ rtpTime, broken }) => [rtpTime, broken])).toEqual([
      [1000, false],
      [4000, false],
    ]);
  });

  it("keeps tables that come once for their Q, and restart intervals", () => {
    const table = Array.from({ length: 128 }, (_, i) => i + 1);
    const withTables = packet(0, 300, { q: 200, head: [0, 0, 0, 128, ...table] });
    const without = packet(0, 300, { q: 200, head: [0, 0, 0, 0], timestamp: 4000 });
    const [a, b] = gather([
      [withTables, false],
      [without, false],
    ]);
    expect(a?.jpeg).toEqual(b?.jpeg);
    expect(a?.jpeg.includes(Buffer.from(table.slice(0, 64)))).toBe(true);
    expect(gather([[without, false]])).toEqual([]);
    const [restarts] = gather([[packet(0, 300, { type: 65, head: [0, 7, 0xff, 0xff] }), false]]);
    expect(restarts?.jpeg.includes(Buffer.from([0xff, 0xdd, 0, 4, 0, 7]))).toBe(true);
  });

  it.each([
    ["one table for both", 64],
    ["three tables", 192],
  ])("takes %s", (_, bytes) => {
    const tables = Array.from({ length: bytes }, (__, i) => (i % 200) + 1);
    const [picture] = gather([[packet(0, 300, { q: 255, head: [0, 0, 0, bytes, ...tables] }), false]]);
    expect(picture?.jpeg.includes(Buffer.from(tables.slice(0, 64)))).toBe(true);
    expect(picture && jpegSize(picture.jpeg)).toEqual({ width: 64, height: 48 });
    expect(picture?.jpeg.subarray(-302, -2)).toEqual(SCAN);
  });

  it("makes the tables of a Q as the standard scales them", () => {
    expect([...quantizers(50).subarray(0, 6)]).toEqual([16, 11, 12, 14, 12, 10]);
    expect(Math.max(...quantizers(99))).toBeLessThan(4);
    expect(Math.max(...quantizers(1))).toBe(255);
  });

  it("survives any payload", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.boolean(), fc.boolean()), { maxLength: 20 }),
        (all) => {
          const track = new JpegTrack(0, { config() {}, jumped() {}, unit() {} });
          const depacketizer = new JpegDepacketizer((picture) => track.push(picture, 0));
          for (const [bytes, marker, lost] of all)
            depacketizer.push(
              { payloadType: 26, marker, sequence: 0, timestamp: 0, ssrc: 0, payload: Buffer.from(bytes) },
              lost,
            );
        },
      ),
      { numRuns: 2000 },
    );
  });
});
