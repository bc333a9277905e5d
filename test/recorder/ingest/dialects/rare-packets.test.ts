/** Packets of a kind that few cameras send: each of them makes whole pictures, and sound that can be heard. */
import { describe, expect, test } from "vitest";
import { jpegHeader, quantizers } from "#recorder/formats/jpeg-header.ts";
import { CodedPictures } from "#test/support/bad-cameras/coded-pictures.ts";
import { eventually } from "#test/support/eventually.ts";
import { MjpegServer, sendParts } from "#test/support/mjpeg-server.ts";
import { type CameraScript, type PlayedLine, slice } from "#test/support/scripted-camera.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";
import { H264, nalsOf, showing, video } from "./showing.ts";

const { view, shows, showsWhole } = showing();

const every =
  (make: (line: PlayedLine, i: number) => Buffer[]): NonNullable<CameraScript["play"]> =>
  (line) =>
    line.every(5, (i) => line.write(Buffer.concat(make(line, i))));

/** Units in fragments of a few bytes; flags of the first and the last one as given. */
const fragments = (nals: readonly Buffer[], [start, end] = [0x80, 0x40]): Buffer[] =>
  nals.flatMap((nal) => {
    if (nal.length < 30) return [nal];
    const head = nal[0] ?? 0;
    return Array.from({ length: Math.ceil((nal.length - 1) / 11) }, (_, k) => {
      const at = 1 + k * 11;
      const flags = (k === 0 ? start : 0) | (at + 11 >= nal.length ? end : 0) | (head & 31);
      return Buffer.concat([Buffer.from([(head & 0xe0) | 28, flags]), nal.subarray(at, at + 11)]);
    });
  });

const aggregate = (nals: readonly Buffer[], between: readonly number[] = []): Buffer =>
  Buffer.concat([
    Buffer.from([0x78]),
    ...nals.flatMap((nal) => [Buffer.from([...between, nal.length >> 8, nal.length & 255]), nal]),
  ]);

/** How many slices each picture has, and whether something was missing. */
const slicesOf = (units: readonly { nals: readonly Buffer[]; broken: boolean }[]): (number | "broken")[] =>
  units.map(({ nals, broken }) =>
    broken ? "broken" : nals.filter((nal) => [1, 5].includes((nal[0] ?? 0) & 31) && nal.length >= 42).length,
  );
const wholePictures = (units: Parameters<typeof slicesOf>[0], slices = 1): void =>
  expect(new Set(slicesOf(units))).toEqual(new Set([slices]));

describe("numbers and sources", () => {
  test("another source with each packet, one of which is lost", async () => {
    let sequence = 100;
    const { viewing } = await shows({
      play: every((line, i) => {
        if (i === 20) sequence += 1;
        return nalsOf(i).map((nal, k, all) =>
          line.packet(nal, i * 3000, k === all.length - 1, { ssrc: i * 10 + k, sequence: sequence++ }),
        );
      }),
    });
    await eventually(() => viewing.units.length > 60, "pictures behind it");
  });

  test("one count for picture and sound", async () => {
    let sequence = 65_500;
    const next = (): number => sequence++ & 0xffff;
    const { viewing } = await shows({
      media: [...video(H264), "m=audio 0 RTP/AVP 8", "a=control:trackID=1"],
      play: every((line, i) =>
        fragments(nalsOf(i)).flatMap((nal, k, all) => [
          line.packet(nal, i * 3000, k === all.length - 1, { sequence: next() }),
          line.packet(Buffer.alloc(160, 3), (i * 5 + k) * 160, true, {
            ...{ channel: 2, payloadType: 8, ssrc: 9 },
            sequence: next(),
          }),
        ]),
      ),
    });
    await eventually(() => viewing.units.length > 40, "pictures");
    wholePictures(viewing.units);
    expect(viewing.client?.packets.lost).toBe(0);
  });

  test("numbers that leave every second one out count something else", async () => {
    let sequence = 5;
    const { viewing } = await shows({
      play: every((line, i) =>
        fragments(nalsOf(i)).map((nal, k, all) =>
          line.packet(nal, i * 3000, k === all.length - 1, { sequence: (sequence += 2) & 0xffff }),
        ),
      ),
    });
    wholePictures(viewing.units.slice(-6));
  });
});

describe("fragments and slices", () => {
  test.each<[string, [number, number]]>([
    ["no first one is marked", [0, 0x40]],
    ["neither first nor last one is marked", [0, 0]],
  ])("of which %s", async (_, flags) => {
    const { viewing } = await shows({
      play: every((line, i) => [line.picture(fragments(nalsOf(i), flags), i * 3000)]),
    });
    wholePictures(viewing.units.slice(2));
  });

  test.each<[string, (line: PlayedLine, nals: Buffer[], i: number) => Buffer[]]>([
    ["a marker each", (line, nals, i) => nals.map((nal) => line.packet(nal, i * 3000, true))],
    ["a time each", (line, nals, i) => nals.map((nal, k) => line.packet(nal, i * 3000 + k, k === nals.length - 1))],
    ["a time and a marker each", (line, nals, i) => nals.map((nal, k) => line.packet(nal, i * 3000 + k, true))],
  ])("that have %s", async (_, packets) => {
    const slices = (key: boolean): Buffer[] => [slice(key), slice(key, false), slice(key, false)];
    const nals = (i: number): Buffer[] => (i % 5 === 0 ? [SPS_640X360, PPS, ...slices(true)] : slices(false));
    const whole = await showsWhole({ play: every((line, i) => packets(line, nals(i), i)) });
    wholePictures(whole.viewing.units.slice(2), 3);
    const split = await shows({ play: every((line, i) => packets(line, fragments(nalsOf(i)), i)) });
    wholePictures(split.viewing.units.slice(2));
  });
});

describe("units", () => {
  const odd = (first: number): Buffer => Buffer.from([first, 1, 2, 3]);
  test.each<[string, (nals: Buffer[]) => Buffer[]]>([
    ["of type 31 behind each picture", (nals) => [...nals, odd(0x7f)]],
    ["of type 30 before each picture", (nals) => [odd(0x7e), ...nals]],
    ["of type 0 before each picture", (nals) => [odd(0x60), ...nals]],
    ["of type 31 in an aggregate", (nals) => [aggregate([odd(0x7f), ...nals])]],
    ["of nothing in an aggregate", (nals) => [aggregate(nals, [0, 0])]],
  ])("%s take nothing from it", async (_, change) => {
    const { viewing } = await shows({ play: every((line, i) => [line.picture(change(nalsOf(i)), i * 3000)]) });
    wholePictures(viewing.units);
  });

  test("picture parameter sets that come in turn are one configuration", async () => {
    const second = Buffer.from([0x68, 0x53, 0x8e, 0x20]);
    const { viewing } = await shows({
      media: video(H264),
      play: every((line, i) => {
        const key = [SPS_640X360, i % 10 === 0 ? PPS : second, slice(true)];
        return [line.picture(i % 5 === 0 ? key : [slice(false)], i * 3000)];
      }),
    });
    await eventually(() => viewing.units.length > 60, "many pictures");
    expect(viewing.sizes).toEqual(["h264 640x360", "h264 640x360"]);
    expect(viewing.units.findLast(({ key }) => key)?.nals.slice(0, 3)).toEqual([SPS_640X360, PPS, second]);
  });

  test("of another codec from some picture on are read as what they are", async () => {
    const pictures = new CodedPictures({ codec: "h265", gopFrames: 10 }, 0);
    const sent = Array.from({ length: 60 }, () => pictures.next().nals);
    pictures.close();
    const { viewing } = await shows({
      play: every((line, i) => [line.picture(i < 30 ? nalsOf(i) : (sent[(i - 30) % 60] ?? []), i * 3000)]),
    });
    await eventually(() => viewing.sizes.includes("h265 320x64"), "the other codec");
    expect(viewing.codes).toEqual(["camera/other-codec"]);
  });
});

describe("sound", () => {
  const aac = [
    "m=audio 0 RTP/AVP 97",
    "a=rtpmap:97 MPEG4-GENERIC/16000",
    "a=fmtp:97 mode=AAC-hbr;config=1408;sizelength=13;indexlength=3;indexdeltalength=3",
    "a=control:trackID=1",
  ];
  const frame = Buffer.alloc(40, 0x21);
  /** With the header of an encoder's file before it, with or without a checksum. */
  const adts = (headerBytes: 7 | 9): Buffer => {
    const length = frame.length + headerBytes;
    const head = [0xff, headerBytes === 7 ? 0xf1 : 0xf0, 0x60, 0x40 | (length >> 11), (length >> 3) & 255];
    return Buffer.concat([Buffer.from([...head, ((length & 7) << 5) | 0x1f, 0xfc, 0, 0].slice(0, headerBytes)), frame]);
  };
  const unit = (bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0, 16, bytes.length >> 5, (bytes.length << 3) & 255]), bytes]);
  test.each<[string, Buffer]>([
    ["in access units", unit(adts(7))],
    ["with a checksum", unit(adts(9))],
    ["alone", adts(7)],
    ["two in a packet", Buffer.concat([adts(7), adts(9)])],
  ])("of AAC behind the headers of a file, %s", async (_, payload) => {
    const { viewing } = await shows({
      media: [...video(H264), ...aac],
      play: every((line, i) => [
        line.picture(nalsOf(i), i * 450),
        line.packet(payload, i * 80, true, { channel: 2, payloadType: 97, ssrc: 5, sequence: i }),
      ]),
    });
    await eventually(() => viewing.sounds.length > 8, "sound");
    expect(viewing.sounds.every(({ data }) => data.equals(frame))).toBe(true);
  });
});

test("Motion JPEG with fill bytes between its segments is shown", async () => {
  const head = jpegHeader({ width: 640, height: 480, subsampled: true, tables: quantizers(50), restartInterval: 0 });
  const at = head.indexOf(Buffer.from([0xff, 0xc0]));
  const filled = [head.subarray(0, at), Buffer.from([0xff, 0xff]), head.subarray(at), Buffer.alloc(300, 7)];
  const part = Buffer.concat([Buffer.from("\r\n--frame\r\n\r\n"), ...filled, Buffer.from([0xff, 0xd9])]);
  const type = "Content-Type: multipart/x-mixed-replace; boundary=frame";
  const server = await MjpegServer.open((socket) =>
    sendParts(socket, `HTTP/1.1 200 OK\r\n${type}\r\n\r\n`, () => part),
  );
  try {
    const { units, sizes } = await view(server.url);
    await eventually(() => units.length > 3, "pictures");
    expect(sizes).toEqual(["mjpeg 640x480"]);
  } finally {
    await server.close();
  }
});
