/** Packets whose heads say what is not so, or say it otherwise than RFC 3550: each of them makes whole pictures. */
import { describe, expect, test } from "vitest";
import { HeadReader } from "#recorder/rtp/head-reader.ts";
import { writeRtp } from "#recorder/rtp/rtp-packet.ts";
import { looksLike } from "#recorder/rtp/payloads/likely-format.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CameraScript, slice } from "#test/support/scripted-camera.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";
import { showing } from "#test/recorder/ingest/dialects/showing.ts";

const { shows } = showing();

const nalsOf = (i: number): Buffer[] =>
  i % 5 ? [slice(false, true, 700)] : [SPS_640X360, PPS, slice(true, true, 3000)];
/** The lengths of the first and the others of a group. */
const WHOLE = new Set([3002, 702]);

const framed = (packet: Buffer, channel = 0): Buffer =>
  Buffer.concat([Buffer.from([0x24, channel, packet.length >> 8, packet.length & 255]), packet]);

/** Sends pictures whose packets are changed one by one. */
const changed =
  (
    change: (packet: Buffer, i: number) => Buffer,
    before: Buffer = Buffer.alloc(0),
  ): NonNullable<CameraScript["play"]> =>
  (line) => {
    line.write(before);
    line.every(5, (i) => {
      const packets = nalsOf(i).map((nal, k, all) => line.packet(nal, i * 3000, k === all.length - 1).subarray(4));
      line.write(Buffer.concat(packets.map((packet) => framed(change(Buffer.from(packet), i)))));
    });
  };

const flagged = (
  packet: Buffer,
  flags: number,
  inserted: readonly number[] = [],
  end: readonly number[] = [],
): Buffer => {
  packet.writeUInt8(packet.readUInt8(0) | flags, 0);
  return Buffer.concat([packet.subarray(0, 12), Buffer.from(inserted), packet.subarray(12), Buffer.from(end)]);
};
const versioned =
  (version: number) =>
  (packet: Buffer): Buffer => {
    packet.writeUInt8((packet.readUInt8(0) & 0x3f) | (version << 6), 0);
    return packet;
  };
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];
const report = Buffer.alloc(28);
report.writeUInt32BE(0x80c80006, 0);
report.writeUInt32BE(0x11223344, 4);

describe("heads", () => {
  test.each<[string, NonNullable<CameraScript["play"]>]>([
    ["of version 0", changed(versioned(0))],
    ["of version 1", changed(versioned(1))],
    ["of version 3", changed(versioned(3))],
    ["of version 1, behind a report", changed(versioned(1), framed(report, 1))],
    ["of version 1 now and then", changed((packet, i) => (i % 3 === 2 ? versioned(1)(packet) : packet))],
    ["with an extension that is not there", changed((packet) => flagged(packet, 0x10))],
    [
      "with an extension that is counted in bytes",
      changed((packet) => flagged(packet, 0x10, [0xbe, 0xde, 0, 8, ...EIGHT])),
    ],
    [
      "with an extension that is counted with its head",
      changed((packet) => flagged(packet, 0x10, [0xbe, 0xde, 0, 3, ...EIGHT])),
    ],
    ["with an extension that is not announced", changed((packet) => flagged(packet, 0, [0xbe, 0xde, 0, 2, ...EIGHT]))],
    ["with an extension as it should be", changed((packet) => flagged(packet, 0x10, [0xab, 0xac, 0, 2, ...EIGHT]))],
    ["with one source that is not there", changed((packet) => flagged(packet, 1))],
    ["with 15 sources that are not there", changed((packet) => flagged(packet, 15))],
    ["with two sources as they should be", changed((packet) => flagged(packet, 2, EIGHT))],
    ["with padding that is not there", changed((packet) => flagged(packet, 0x20))],
    ["with padding as it should be", changed((packet) => flagged(packet, 0x20, [], [0, 0, 0, 4]))],
  ])("%s", async (_, play) => {
    const { viewing } = await shows({ play });
    await eventually(() => viewing.units.length > 60, "many pictures");
    const later = viewing.units.slice(15);
    expect(later.filter(({ broken }) => broken)).toEqual([]);
    expect(new Set(later.map(({ nals }) => nals.at(-1)?.length))).toEqual(WHOLE);
    expect(viewing.codes).toEqual([]);
  });
});

/** Where one reading is right, bytes that look like something by chance do not change it. */
test("readings by RFC 3550 hold for packets of any content", () => {
  const reader = new HeadReader((payload) => looksLike("H264", [payload]));
  let seed = 7;
  const byte = (): number => (seed = (seed * 48_271) % 2_147_483_647) & 255;
  for (let i = 0; i < 3000; i += 1) {
    const payload = Buffer.from([i % 9 === 0 ? 0 : 0x41, ...Array.from({ length: 20 + (byte() & 63) }, byte)]);
    const extension = { profile: 0xabac, data: Buffer.from(Array.from({ length: 12 }, byte)) };
    const head = { payloadType: 96, marker: false, sequence: i, timestamp: i, ssrc: 1 };
    const read = reader.read(writeRtp({ ...head, payload, ...(i % 2 ? { extension } : {}) }));
    expect(read?.payload.equals(payload)).toBe(true);
  }
});

test("sound, of which nobody can see what it is, is read by RFC 3550", () => {
  const reader = new HeadReader(null);
  const payload = Buffer.from([0xbe, 0xde, 0, 1, 5, 5, 5, 5]);
  const head = { payloadType: 0, marker: false, sequence: 1, timestamp: 1, ssrc: 1 };
  expect(reader.read(writeRtp({ ...head, payload }))?.payload).toEqual(payload);
});

describe("payloads", () => {
  const paying =
    (payloads: (nal: Buffer) => Buffer[]): NonNullable<CameraScript["play"]> =>
    (line) =>
      line.every(5, (i) => line.write(line.picture(nalsOf(i).flatMap(payloads), i * 3000)));
  const pieces = (nal: Buffer): Buffer[] => {
    const [head, type] = [((nal[0] ?? 0) & 0xe0) | 28, (nal[0] ?? 0) & 31];
    return [0, 1, 2, 3].map((k) =>
      Buffer.concat([Buffer.from([head, type]), nal.subarray(1 + k * 800, k === 3 ? nal.length : 801 + k * 800)]),
    );
  };
  test("fragments of which neither the first nor the last is marked are parted by the marker", async () => {
    const { viewing } = await shows({ play: paying((nal) => (nal.length > 100 ? pieces(nal) : [nal])) });
    const later = viewing.units.slice(6);
    expect(new Set(later.map(({ nals }) => nals.at(-1)?.length))).toEqual(WHOLE);
  });

  test("aggregates with their lengths in the other order of bytes are read", async () => {
    const swapped = (nal: Buffer): Buffer =>
      Buffer.concat([Buffer.from([0x78, nal.length & 255, nal.length >> 8]), nal]);
    const { viewing } = await shows({ play: paying((nal) => [swapped(nal)]) });
    expect(viewing.sizes).toEqual(["h264 640x360"]);
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });
});
