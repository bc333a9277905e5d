/** Rare ways to pack pictures. */
import { describe, expect, test } from "vitest";
import { CodedPictures } from "#test/support/bad-cameras/coded-pictures.ts";
import { type CameraScript, slice } from "#test/support/scripted-camera.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";
import { H264, nalsOf, showing, video } from "./showing.ts";

const { shows, showsWhole } = showing();
const h264 = (...more: string[]): string[] => video(H264, ...more);

const withNals =
  (change: (nals: Buffer[], i: number) => Buffer[]): NonNullable<CameraScript["play"]> =>
  (line) =>
    line.every(5, (i) => line.write(line.picture(change(nalsOf(i), i), i * 3000)));

const stapB = (nals: Buffer[], don: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x79, don >> 8, don & 255]),
    ...nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 255]), nal]),
  ]);
const mtap16 = (nals: Buffer[], don: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x7a, don >> 8, don & 255]),
    ...nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 255, 0, 0, 0]), nal]),
  ]);
const fuB = (nal: Buffer, size: number): Buffer[] => {
  const head = nal[0] ?? 0;
  const out: Buffer[] = [];
  for (let at = 1; at < nal.length; at += size) {
    const flags = (at === 1 ? 0x80 : 0) | (at + size >= nal.length ? 0x40 : 0) | (head & 31);
    out.push(
      Buffer.concat([
        Buffer.from(at === 1 ? [(head & 0xe0) | 29, flags, 0, 7] : [(head & 0xe0) | 28, flags]),
        nal.subarray(at, at + size),
      ]),
    );
  }
  return out;
};

describe("packets that nobody announced", () => {
  test.each<[string, (nals: Buffer[], i: number) => Buffer[]]>([
    ["STAP-B", (nals, i) => [stapB(nals, i)]],
    ["MTAP16", (nals, i) => [mtap16(nals, i)]],
    ["FU-B", (nals) => nals.flatMap((nal) => (nal.length > 30 ? fuB(nal, 11) : [nal]))],
    ["SEI before SPS", (nals) => [Buffer.from([6, 5, 1, 0x80]), ...nals]],
    ["AUD in front", (nals) => [Buffer.from([9, 0xf0]), ...nals]],
    ["SPS behind the key slice", (nals, i) => (i % 5 === 0 && i > 0 ? [nals[2]!, nals[0]!, nals[1]!] : nals)],
    ["end of sequence", (nals) => [...nals, Buffer.from([10, 0])]],
    ["filler", (nals) => [...nals, Buffer.from([12, 255, 255, 0x80])]],
    [
      "nested aggregates",
      (nals) => [
        Buffer.concat([
          Buffer.from([0x78]),
          ...nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 255]), nal]),
          Buffer.from([0, 0]),
        ]),
      ],
    ],
  ])("%s", async (_, change) => {
    const { viewing } = await showsWhole({ play: withNals(change) });
    expect(viewing.units[0]?.nals.some((nal) => nal.equals(slice(true)))).toBe(true);
  });
});

describe("packets that are packed as announced", () => {
  const numbered = (don: number): Buffer => Buffer.from([don >> 8, don & 255]);
  /** H.264 with numbers of the decoding order (packetization mode 2). */
  const interleaved: Record<string, (nals: readonly Buffer[], i: number) => Buffer[]> = {
    "STAP-B": (nals, i) => [
      Buffer.concat([
        Buffer.from([0x79]),
        numbered(i * 4),
        ...nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 255]), nal]),
      ]),
    ],
    MTAP16: (nals, i) => [
      Buffer.concat([
        Buffer.from([0x7a]),
        numbered(i * 4),
        ...nals.flatMap((nal, k) => [Buffer.from([nal.length >> 8, nal.length & 255, k, 0, 0]), nal]),
      ]),
    ],
    MTAP24: (nals, i) => [
      Buffer.concat([
        Buffer.from([0x7b]),
        numbered(i * 4),
        ...nals.flatMap((nal, k) => [Buffer.from([nal.length >> 8, nal.length & 255, k, 0, 0, 0]), nal]),
      ]),
    ],
    "FU-B": (nals, i) =>
      nals.flatMap((nal, k) => {
        const head = nal[0] ?? 0;
        const indicator = (type: number): number => (head & 0xe0) | type;
        const half = nal.length >> 1;
        return [
          Buffer.concat([Buffer.from([indicator(29), 0x80 | (head & 31)]), numbered(i * 4 + k), nal.subarray(1, half)]),
          Buffer.concat([Buffer.from([indicator(28), 0x40 | (head & 31)]), nal.subarray(half)]),
        ];
      }),
  };
  test.each(Object.keys(interleaved))("%s is read", async (kind) => {
    const { viewing } = await shows({
      media: h264("a=fmtp:96 packetization-mode=2;sprop-interleaving-depth=0"),
      play: (line) => line.every(5, (i) => line.write(line.picture(interleaved[kind]?.(nalsOf(i), i) ?? [], i * 3000))),
    });
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
    expect(viewing.units[0]?.nals).toEqual([SPS_640X360, PPS, slice(true)]);
  });

  test("a camera that announces interleaving, and does none of it, is read", async () => {
    await shows({ media: h264("a=fmtp:96 packetization-mode=2") });
  });

  test("zeros behind the units of an aggregate", async () => {
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) => {
          const units = nalsOf(i).flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 255]), nal]);
          line.write(line.picture([Buffer.concat([Buffer.from([0x78]), ...units, Buffer.alloc(4)])], i * 3000));
        }),
    });
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });

  test("delimiters, messages and parameter sets in any order", async () => {
    const message = Buffer.from([6, 5, 1, 0x80]);
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) =>
          line.write(
            line.picture(
              i % 5 === 0 ? [Buffer.from([9, 0xf0]), message, PPS, SPS_640X360, slice(true)] : [message, slice(false)],
              i * 3000,
            ),
          ),
        ),
    });
    expect(viewing.units[0]?.nals).toEqual([SPS_640X360, PPS, message, slice(true)]);
  });

  test("H.265 with numbers of the decoding order", async () => {
    const pictures = new CodedPictures({ codec: "h265", gopFrames: 10 }, 0);
    const sent = Array.from({ length: 60 }, () => pictures.next().nals);
    pictures.close();
    let don = 0;
    const packets = (nal: Buffer): Buffer[] => {
      const number = Buffer.from([don >> 8, don & 255]);
      don += 1;
      const head = nal.subarray(0, 2);
      if (nal.length < 60) return [Buffer.concat([head, number, nal.subarray(2)])];
      const type = ((head[0] ?? 0) >> 1) & 63;
      const indicator = Buffer.from([((head[0] ?? 0) & 0x81) | (49 << 1), head[1] ?? 0]);
      return [
        Buffer.concat([indicator, Buffer.from([0x80 | type]), number, nal.subarray(2, 40)]),
        Buffer.concat([indicator, Buffer.from([0x40 | type]), nal.subarray(40)]),
      ];
    };
    const { viewing } = await shows({
      media: [
        "m=video 0 RTP/AVP 96",
        "a=rtpmap:96 H265/90000",
        "a=fmtp:96 sprop-max-don-diff=1;sprop-depack-buf-nalus=1",
        "a=control:v",
      ],
      play: (line) => line.every(10, (i) => line.write(line.picture((sent[i % 60] ?? []).flatMap(packets), i * 6000))),
    });
    expect(viewing.sizes).toEqual(["h265 320x64"]);
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });
});
