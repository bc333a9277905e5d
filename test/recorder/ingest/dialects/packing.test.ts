/** Rare ways to pack pictures. */
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { type CameraScript, closing, keyNals, slice } from "#test/support/scripted-camera.ts";

const { camera, view } = closing(afterEach);
const nalsOf = (i: number): Buffer[] => (i % 5 === 0 ? keyNals() : [slice(false)]);
const play: NonNullable<CameraScript["play"]> = (line) =>
  line.every(5, (i) => line.write(line.picture(nalsOf(i), i * 3000)));

async function shows(script: CameraScript, more: Parameters<typeof view>[1] = {}) {
  const source = await camera({ play, ...script });
  const viewing = await view(source.url, { stallMs: 1000, ...more });
  await eventually(() => viewing.units.length > 8, "pictures");
  expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  return { source, viewing };
}
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

describe("packets", () => {
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
    const { viewing } = await shows({ play: withNals(change) });
    expect(viewing.units[0]?.nals.some((nal) => nal.equals(slice(true)))).toBe(true);
  });
  test("reports whose time leaps, and a farewell in mid-stream", async () => {
    const rtcp = (bytes: number[]): Buffer =>
      Buffer.concat([Buffer.from([0x24, 1, 0, bytes.length]), Buffer.from(bytes)]);
    await shows({
      play: (line) =>
        line.every(5, (i) => {
          line.write(
            rtcp([0x80, 200, 0, 6, 1, 2, 3, 4, ...Array.from({ length: 20 }, (_, k) => (k * 31 + i * 77) & 255)]),
          );
          if (i === 5) line.write(rtcp([0x81, 203, 0, 1, 0x11, 0x22, 0x33, 0x44]));
          line.write(line.picture(nalsOf(i), i * 3000));
        }),
    });
  });
});
