/** Pictures that are coded by themselves alone, whatever type their units have. */
import { describe, expect, test } from "vitest";
import { BitWriter } from "#recorder/formats/bit-writer.ts";
import { isIntraPicture } from "#recorder/formats/intra-picture.ts";
import { h264, h265 } from "#recorder/formats/nal-format.ts";

const slice264 = (first: number, type: number): Buffer => new BitWriter().ue(first).ue(type).ue(0).bits(0, 8).nal(0x41);

describe("H.264", () => {
  test.each([
    ["one slice I", [slice264(0, 7)], true],
    ["slices I, each for itself", [slice264(0, 2), slice264(40, 2)], true],
    ["SI", [slice264(0, 9)], true],
    ["one slice P", [slice264(0, 5)], false],
    ["a part that is refreshed", [slice264(0, 2), slice264(40, 0)], false],
    ["B", [slice264(0, 1)], false],
    ["nothing", [], false],
    ["a slice that is cut off", [Buffer.from([0x41])], false],
  ])("%s", (_, slices, expected) => {
    expect(isIntraPicture(slices, h264, [])).toBe(expected);
  });
});

describe("H.265", () => {
  const TRAIL_R = 1;
  const PPS = 34;
  const headed = (type: number, bits: BitWriter): Buffer => {
    const body = bits.nal(0);
    return Buffer.concat([Buffer.from([type << 1, 1]), body.subarray(1)]);
  };
  const pps = (id: number, extraBits: number): Buffer =>
    headed(PPS, new BitWriter().ue(id).ue(0).bits(0, 2).bits(extraBits, 3).bits(0, 8));
  const slice = (id: number, extraBits: number, type: number, first = 1): Buffer =>
    headed(TRAIL_R, new BitWriter().bits(first, 1).ue(id).bits(0, extraBits).ue(type).bits(0, 8));

  test.each([
    ["I", [slice(0, 0, 2)], [pps(0, 0)], true],
    ["I behind more bits in its head", [slice(1, 2, 2)], [pps(0, 0), pps(1, 2)], true],
    ["P", [slice(0, 0, 1)], [pps(0, 0)], false],
    ["B", [slice(0, 0, 0)], [pps(0, 0)], false],
    ["I of which the PPS is not known", [slice(3, 0, 2)], [pps(0, 0)], false],
    ["two slices", [slice(0, 0, 2), slice(0, 0, 2, 0)], [pps(0, 0)], false],
  ])("%s", (_, slices, sets, expected) => {
    expect(isIntraPicture(slices, h265, sets)).toBe(expected);
  });
});
