/** Packets whose numbers, times or payloads are not what they should be: each of them makes whole pictures with dates in order. */
import { describe, expect, test } from "vitest";
import { jpegHeader, quantizers } from "#recorder/formats/jpeg-header.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CameraScript, keyNals, type PlayedLine, slice } from "#test/support/scripted-camera.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";
import { H264, nalsOf, showing, video } from "./showing.ts";

const { shows, showsWhole, view, camera } = showing();

const every =
  (everyMs: number, make: (line: PlayedLine, i: number) => Buffer[]): NonNullable<CameraScript["play"]> =>
  (line) =>
    line.every(everyMs, (i) => line.write(Buffer.concat(make(line, i))));

/** Fragments of a few bytes. */
const fragments = (nals: readonly Buffer[], bytes = 11): Buffer[] =>
  nals.flatMap((nal) => {
    if (nal.length < 30) return [nal];
    const head = nal[0] ?? 0;
    return Array.from({ length: Math.ceil((nal.length - 1) / bytes) }, (_, k) => {
      const at = 1 + k * bytes;
      const flags = (k === 0 ? 0x80 : 0) | (at + bytes >= nal.length ? 0x40 : 0) | (head & 31);
      return Buffer.concat([Buffer.from([(head & 0xe0) | 28, flags]), nal.subarray(at, at + bytes)]);
    });
  });

describe("numbers that", () => {
  const numbered =
    (number: (i: number, k: number, count: number) => number): NonNullable<CameraScript["play"]> =>
    (line) => {
      let count = 0;
      every(5, (_, i) =>
        fragments(nalsOf(i)).map((nal, k, all) =>
          line.packet(nal, i * 3000, k === all.length - 1, { sequence: number(i, k, count++) & 0xffff }),
        ),
      )(line);
    };
  test.each<[string, (i: number, k: number, count: number) => number]>([
    ["count down", (_, __, count) => 500 - count],
    ["begin anew with each picture", (_, k) => k],
    ["begin anew with each group", (i, k) => 700 + (i % 5 === 0 ? 0 : 2 + (i % 5) * 4) + k],
    ["have eight bits", (_, __, count) => count & 255],
    ["have their bytes swapped", (_, __, count) => ((count & 255) << 8) | ((count >> 8) & 255)],
  ])("%s", async (_, number) => {
    const { viewing } = await shows({ play: numbered(number) });
    await eventually(() => viewing.units.length > 60, "many pictures");
    expect(viewing.units.slice(40).every(({ nals }) => (nals.at(-1)?.length ?? 0) >= 42)).toBe(true);
    expect(viewing.units.slice(40).filter(({ broken }) => broken)).toEqual([]);
  });

  test("come twice are taken once", async () => {
    const { viewing } = await showsWhole({
      play: every(5, (line, i) => {
        const packets = fragments(nalsOf(i)).map((nal, k, all) => line.packet(nal, i * 3000, k === all.length - 1));
        return [...packets, ...packets];
      }),
    });
    const times = viewing.units.map(({ pts90k }) => pts90k);
    expect(new Set(times).size).toBe(times.length);
  });

  test("are left out by chance, more than half of them, are missing", async () => {
    let [seed, sequence] = [1, 0];
    const isLost = (): boolean => (seed = (seed * 48_271) % 2_147_483_647) % 10 < 6;
    const source = await camera({
      play: every(5, (line, i) =>
        fragments(nalsOf(i)).flatMap((nal, k, all) => {
          const packet = line.packet(nal, i * 3000, k === all.length - 1, { sequence: sequence++ & 0xffff });
          return i > 20 && isLost() ? [] : [packet];
        }),
      ),
    });
    const viewing = await view(source.url);
    await eventually(() => viewing.units.length > 40, "pictures");
    expect(viewing.client?.packets.lost).toBeGreaterThan(20);
    expect(viewing.units.every(({ nals }) => nals.at(-1)?.length === 42)).toBe(true);
  });
});

describe("times that", () => {
  test.each<[string, (i: number) => number]>([
    ["count pictures", (i) => i],
    ["count milliseconds", (i) => i * 20],
    ["go backwards", (i) => 100_000_000 - i * 1800],
  ])("%s give way to arrival soon", async (_, timeOf) => {
    const { viewing } = await shows({ play: every(20, (line, i) => [line.picture(nalsOf(i), timeOf(i))]) });
    await eventually(() => viewing.units.length > 75, "a second and a half");
    const dates = viewing.units.slice(20).map(({ wallMs }) => wallMs);
    expect(dates.every((date, i) => i === 0 || date > (dates[i - 1] ?? 0))).toBe(true);
    expect(Math.abs(Date.now() - (dates.at(-1) ?? 0))).toBeLessThan(500);
  });
});

test("times that go backwards give way from the first picture on, and what comes at first is held for a moment only", async () => {
  const { viewing } = await shows({
    play: every(20, (line, i) => [line.picture(nalsOf(i), 100_000_000 - i * 1800)]),
  });
  await eventually(() => viewing.units.length > 40, "pictures");
  const dates = viewing.units.map(({ wallMs }) => wallMs);
  expect(dates.every((date, i) => i === 0 || date > (dates[i - 1] ?? 0))).toBe(true);
  expect(viewing.units[0]?.key).toBe(true);
});

test("B pictures that are shown before the first one keep their places", async () => {
  // In the order of decoding: the first, three that are shown before it, then others behind.
  const shown = [4, 1, 2, 3, 8, 5, 6, 7, 12, 9, 10, 11];
  const { viewing } = await shows({
    play: every(20, (line, i) => [
      line.picture(i === 0 ? keyNals() : [slice(false)], ((shown[i % 12] ?? 0) + 12 * Math.floor(i / 12)) * 1800),
    ]),
  });
  await eventually(() => viewing.units.length > 24, "pictures");
  const ticks = viewing.units.slice(0, 12).map(({ pts90k }) => pts90k - (viewing.units[0]?.pts90k ?? 0));
  expect(ticks.map((one) => Math.round(one / 1800) + 4)).toEqual(shown);
});

describe("units", () => {
  const prefixed = (nals: readonly Buffer[]): Buffer[] =>
    nals.map((nal) => Buffer.concat([Buffer.from([0, 0, nal.length >> 8, nal.length & 255]), nal]));
  const large = (i: number): Buffer[] =>
    nalsOf(i).map((nal) => (nal.length > 30 ? slice(i % 5 === 0, true, 300) : nal));
  test.each<[string, (i: number) => Buffer[]]>([
    ["each behind its length", (i) => prefixed(large(i))],
    ["all of a picture in one packet, behind their lengths", (i) => [Buffer.concat(prefixed(large(i)))]],
    ["with a last fragment of nothing", (i) => emptyLast(nalsOf(i))],
  ])("%s", async (_, payloads) => {
    const { viewing } = await showsWhole({
      media: video(H264),
      play: every(5, (line, i) => [line.picture(payloads(i), i * 3000)]),
    });
    expect(viewing.sizes).toEqual(["h264 640x360"]);
  });

  const emptyLast = (nals: readonly Buffer[]): Buffer[] =>
    nals.flatMap((nal) => {
      if (nal.length < 30) return [nal];
      const [head, type] = [((nal[0] ?? 0) & 0xe0) | 28, (nal[0] ?? 0) & 31];
      return [Buffer.concat([Buffer.from([head, 0x80 | type]), nal.subarray(1)]), Buffer.from([head, 0x40 | type])];
    });

  test("parameter sets that are damaged do not stand in place of those that can be read", async () => {
    const damaged = [SPS_640X360.subarray(0, 6), Buffer.from([0x68, 1]), slice(true)];
    const { viewing } = await shows({
      play: every(5, (line, i) => [line.picture(i % 5 === 0 ? damaged : nalsOf(i), i * 3000)]),
    });
    expect(viewing.sizes).toEqual(["h264 640x360"]);
    expect(viewing.units.find(({ key }) => key)?.nals).toEqual([...keyNals().slice(0, 1), PPS, slice(true)]);
  });
});

describe("Motion JPEG", () => {
  const scan = Buffer.alloc(200, 0x37);
  const shape = { width: 640, height: 480, subsampled: true, tables: quantizers(50), restartInterval: 0 };
  const file = Buffer.concat([jpegHeader(shape), scan, Buffer.from([0xff, 0xd9])]);
  const head = (q: number, offset = 0): Buffer => Buffer.from([0, 0, offset >> 8, offset & 255, 1, q, 80, 60]);
  const wide = Buffer.from([...quantizers(50)].flatMap((value) => [0, value]));
  const tables = (precision: number, sent: Buffer): Buffer =>
    Buffer.concat([head(255), Buffer.from([0, precision, sent.length >> 8, sent.length & 255]), sent, scan]);
  test.each<[string, Buffer[], Buffer | null]>([
    ["with tables of 16 bits", [tables(3, wide)], file],
    [
      "with one table of 16 bits",
      [tables(1, Buffer.concat([wide.subarray(0, 128), quantizers(50).subarray(64)]))],
      file,
    ],
    ["with four tables", [tables(0, Buffer.concat([quantizers(50), quantizers(50)]))], file],
    ["as a file behind the header", [Buffer.concat([head(50), file])], file],
    ["as a file without any header", [file], file],
    ["as a file without any header, in pieces", [file.subarray(0, 300), file.subarray(300)], file],
    ["with a quality of 0", [Buffer.concat([head(0), scan])], null],
  ])("%s is shown", async (_, payloads, expected) => {
    const { viewing } = await shows({
      media: ["m=video 0 RTP/AVP 26", "a=control:v"],
      play: every(10, (line, i) =>
        payloads.map((bytes, k) => line.packet(bytes, i * 900, k === payloads.length - 1, { payloadType: 26 })),
      ),
    });
    expect(viewing.sizes).toEqual(["mjpeg 640x480"]);
    if (expected) expect(viewing.units[3]?.nals).toEqual([expected]);
  });
});
