import { expect, test } from "vitest";
import { MAX_EMPTY_BYTES, RtspWireError, RtspWireParser } from "#recorder/rtp/rtsp-wire.ts";

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
