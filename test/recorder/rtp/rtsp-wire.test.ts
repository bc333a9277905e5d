import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeRtp } from "#recorder/rtp/rtp-packet.ts";
import { MAX_EMPTY_BYTES, MAX_STRAY_BYTES, RtspWireError, RtspWireParser } from "#recorder/rtp/rtsp-wire.ts";

const EMPTY_PACKET = Buffer.from([0x24, 0, 0, 0]);
const PACKET = Buffer.from([0x24, 2, 0, 1, 0x55]);
const MESSAGE = Buffer.from("RTSP/1.0 200 OK\r\nCSeq: 7\r\n\r\n");
const repeated = (piece: Buffer, bytes: number) => Buffer.alloc(bytes, piece);

function parser() {
  const heard: string[] = [];
  const wire = new RtspWireParser({
    message: (message) => heard.push(message.startLine),
    packet: (channel, packet) => heard.push(`${channel}:${packet.length}`),
  });
  return { wire, heard };
}

test("blank lines between what is said are passed over, an empty packet is a packet", () => {
  const { wire, heard } = parser();
  for (const piece of [Buffer.from("\r\n\r\n"), EMPTY_PACKET, PACKET, EMPTY_PACKET, Buffer.from("\r\n"), MESSAGE])
    wire.feed(piece);
  expect(heard).toEqual(["0:0", "2:1", "0:0", "RTSP/1.0 200 OK"]);
});

test.each([
  ["blank lines", Buffer.from("\r\n")],
  ["empty packets", EMPTY_PACKET],
])("a flood of %s ends the connection", (_, piece) => {
  const { wire } = parser();
  wire.feed(repeated(piece, MAX_EMPTY_BYTES));
  expect(() => wire.feed(piece)).toThrow(RtspWireError);
});

test.each([
  ["a packet", PACKET],
  ["a message", MESSAGE],
])("%s between them is no flood", (_, piece) => {
  const { wire, heard } = parser();
  for (let round = 0; round < 4; round++) {
    wire.feed(repeated(EMPTY_PACKET, MAX_EMPTY_BYTES));
    wire.feed(piece);
  }
  expect(heard.filter((what) => what !== "0:0")).toHaveLength(4);
});

describe("bytes that belong to nothing", () => {
  const rtp = (sequence: number, channel = 0, bytes = 200): Buffer => {
    const payload = Buffer.alloc(bytes, sequence);
    const packet = writeRtp({
      payloadType: 96,
      marker: false,
      sequence,
      timestamp: 0,
      ssrc: 0xabcdef + channel,
      payload,
    });
    return Buffer.concat([Buffer.from([0x24, channel, packet.length >> 8, packet.length & 255]), packet]);
  };
  const answer = Buffer.from("RTSP/1.0 200 OK\r\nCSeq: 9\r\n\r\n");

  /** What a forgiving parser makes of these bytes, fed in pieces of `size`. */
  function heardOf(bytes: Buffer, size = bytes.length) {
    const sequences: number[] = [];
    const messages: string[] = [];
    let stray = 0;
    const wire = new RtspWireParser({
      message: ({ startLine }) => messages.push(startLine),
      packet: (_, packet) => packet.length > 0 && sequences.push(packet.readUInt16BE(2)),
      strayed: (count) => (stray += count),
    });
    for (let at = 0; at < bytes.length; at += size) wire.feed(bytes.subarray(at, at + size));
    return { sequences, messages, stray };
  }

  test.each([
    ["binary", Buffer.from("d2f01ce1a52c69f1004a9145e21abc80", "hex")],
    ["one byte", Buffer.from([0x61])],
    ["letters", Buffer.from("HELLO WORLD")],
    ["a dollar", Buffer.from("$")],
    ["a dollar and a long length", Buffer.from([0x24, 0x00, 0xff, 0xff, 0x12, 0x13])],
    ["several dollars", Buffer.from("$$$x$$\x01$")],
    ["a dollar, a new channel and version 2", Buffer.from([0x24, 0x09, 0x00, 0x40, 0x80, 0x60, 1, 2, 3])],
    ["half an answer", Buffer.from("RTSP")],
    ["a thousand bytes", Buffer.alloc(1000, 0x81)],
  ])("%s between packets cost no packet, in whatever pieces they come", (_, stray) => {
    const bytes = Buffer.concat([rtp(1), rtp(2, 2), stray, rtp(3), rtp(4, 2), answer, stray, rtp(5), rtp(6)]);
    for (const size of [1, 2, 3, 7, 100, 206, bytes.length])
      expect(heardOf(bytes, size), `pieces of ${size}`).toEqual({
        sequences: [1, 2, 3, 4, 5, 6],
        messages: ["RTSP/1.0 200 OK"],
        stray: 2 * stray.length,
      });
  });

  test("a channel that begins later is heard", () => {
    const bytes = Buffer.concat([rtp(1), rtp(2), rtp(3, 2), rtp(4, 1), rtp(5), rtp(6, 2)]);
    for (const size of [1, 9, bytes.length]) expect(heardOf(bytes, size).sequences).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("before the first packet they are passed over, too", () => {
    const bytes = Buffer.concat([answer, Buffer.from([0x12, 0x24, 0x81, 0x00]), rtp(1), rtp(2), rtp(3)]);
    for (const size of [1, 5, bytes.length]) expect(heardOf(bytes, size).sequences).toEqual([1, 2, 3]);
  });

  test("a packet that was cut short costs itself and at most the next one", () => {
    for (const cut of [5, 20, 100, 211]) {
      const bytes = Buffer.concat([rtp(1), rtp(2).subarray(0, cut), rtp(3), rtp(4), rtp(5), rtp(6)]);
      for (const size of [1, 100, bytes.length]) {
        const { sequences } = heardOf(bytes, size);
        expect(sequences[0]).toBe(1);
        expect(sequences.slice(-2), `cut at ${cut}, pieces of ${size}`).toEqual([5, 6]);
      }
    }
  });

  test("any bytes anywhere: no packet is lost", () => {
    const tail = Array.from({ length: 14 }, (_, i) => rtp(2000 + i));
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 50, max: 9000 }),
        (strays, size) => {
          const pieces = strays.flatMap((stray, i) => [rtp(3 * i), rtp(3 * i + 1), Buffer.from(stray), rtp(3 * i + 2)]);
          const last = 3 * strays.length;
          const { sequences } = heardOf(Buffer.concat([answer, rtp(900), ...pieces, ...tail]), size);
          expect(sequences.filter((sequence) => sequence < 2000)).toEqual([
            900,
            ...Array.from({ length: last }, (_, i) => i),
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ["on a new channel", Buffer.from([0x24, 0x47, 0xff, 0xf0, 0x80, 0x60, 1, 2, 3])],
    ["on a channel in use", Buffer.from([0x24, 0x00, 0xff, 0xf0, 0x80, 0x60, 1, 2, 3])],
    ["after a true head", rtp(3).subarray(0, 30).fill(0xff, 2, 4)],
  ])("what looks like a long packet %s is seen through after two more packets", (_, stray) => {
    const bytes = Buffer.concat([rtp(1), rtp(2), stray, rtp(3), rtp(4), rtp(5, 0, 20)]);
    for (const size of [1, 100, bytes.length]) expect(heardOf(bytes, size).sequences).toEqual([1, 2, 3, 4, 5]);
    const first = Buffer.concat([answer, stray, rtp(1), rtp(2), rtp(3), rtp(4, 0, 20)]);
    for (const size of [1, 100, first.length]) expect(heardOf(first, size).sequences).toEqual([1, 2, 3, 4]);
  });

  test("a packet of 60 kB is one, whoever sends it and in whatever pieces it comes", () => {
    const bytes = Buffer.concat([rtp(1), rtp(2, 0, 60_000), rtp(3), rtp(4, 2, 50_000), rtp(5)]);
    for (const size of [999, 20_000, bytes.length])
      expect(heardOf(bytes, size)).toEqual({ sequences: [1, 2, 3, 4, 5], messages: [], stray: 0 });
  });

  test("without an end they end the connection, and nothing of them is kept", () => {
    const wire = new RtspWireParser({ message: () => {}, packet: () => {}, strayed: () => {} });
    wire.feed(rtp(1));
    expect(() => {
      for (let i = 0; i < MAX_STRAY_BYTES / 1000 + 2; i++) wire.feed(Buffer.alloc(1000, 0x99));
    }).toThrow(RtspWireError);
  });

  test("who never spoke RTSP is not listened to", () => {
    expect(() => heardOf(Buffer.from("garbage"))).toThrow(RtspWireError);
    expect(() => heardOf(Buffer.from("SSH-2.0-OpenSSH_9.6\r\n"))).toThrow(RtspWireError);
  });
});
