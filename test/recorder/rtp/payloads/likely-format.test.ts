import { describe, expect, test } from "vitest";
import { looksLike } from "#recorder/rtp/payloads/likely-format.ts";

const bytes = (...list: number[]): Uint8Array => Uint8Array.from([...list, 1, 2, 3, 4, 5, 6, 7, 8]);
const h264 = [0x67, 0x68, 0x65, 0x41, 0x61, 0x06, 0x09].map((first) => bytes(first, 0x9a));
const h264Fragments = [bytes(0x7c, 0x85), bytes(0x5c, 0x41), bytes(0x3c, 0x01)];
const h265 = [0x40, 0x42, 0x44, 0x26, 0x02, 0x2a, 0x4e].map((first) => bytes(first, 0x01, 0xaf));
const h265Fragments = [bytes(0x62, 0x01, 0x93), bytes(0x62, 0x01, 0x41)];
const jpeg = [bytes(0, 0, 0, 0, 1, 80, 80, 45), bytes(0, 0, 5, 120, 65, 255, 80, 45)];

describe("packets of an unknown payload type", () => {
  test.each([
    ["H264", [...h264, ...h264Fragments]],
    ["H265", [...h265, ...h265Fragments]],
    ["JPEG", jpeg],
  ])(
    "those of %s look like it, and like nothing else as soon as there is a picture among them",
    (encoding, payloads) => {
      expect(looksLike(encoding, payloads)).toBe(true);
      for (const other of ["H264", "H265", "JPEG"].filter((one) => one !== encoding))
        expect(looksLike(other, payloads)).toBe(false);
    },
  );

  test("nothing looks like a codec that is not known, and nothing is no codec", () => {
    expect(looksLike("VP8", h264)).toBe(false);
    expect(looksLike("H264", [])).toBe(false);
    for (const encoding of ["H264", "H265", "JPEG"]) expect(looksLike(encoding, [new Uint8Array()])).toBe(false);
  });
});
