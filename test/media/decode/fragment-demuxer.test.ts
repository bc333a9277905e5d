import { expect, test } from "vitest";
import { FragmentDemuxer } from "#media/decode/fragment-demuxer.ts";
import { fragmentBytes, initBytes } from "#test/media/support/fmp4-bytes.ts";

const avcC = Uint8Array.from([
  1, 0x42, 0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 0x1e, 1, 0, 4, 0x68, 0xce, 0x38, 0x80,
]);
const init = initBytes(320, 180, avcC).buffer;
const data = (n: number) => Uint8Array.from([0, 0, 0, 4, 0x65, n & 255, n >> 8, 7]);

test("one sample a fragment, bytes and key flag as they went in, over many fragments", () => {
  const demuxer = new FragmentDemuxer();
  expect(demuxer.init(init)).toBeNull();
  for (let n = 0; n < 600; n++) {
    const samples = demuxer.fragment(fragmentBytes(n + 1, n * 3600, 3600, n % 50 === 0, data(n)).buffer);
    expect(samples).toEqual([{ track: "video", data: data(n), key: n % 50 === 0, offsetMs: 0, durationMs: 40 }]);
  }
});

test("a broken fragment says so and does not spoil the next", () => {
  const demuxer = new FragmentDemuxer();
  demuxer.init(init);
  expect(demuxer.fragment(fragmentBytes(1, 0, 3600, true, data(1)).buffer)).toHaveLength(1);
  for (const broken of [
    new Uint8Array(0),
    Uint8Array.from([1, 2, 3]),
    new Uint8Array(300).fill(255),
    fragmentBytes(2, 0, 3600, true, data(1)).slice(0, 60),
    fragmentBytes(2, 0, 3600, true, data(1)).slice(40),
  ]) {
    expect(demuxer.fragment(broken.buffer)).toBeTypeOf("string");
    expect(demuxer.fragment(fragmentBytes(3, 7200, 3600, false, data(9)).buffer)).toHaveLength(1);
  }
});

test("fragments before an initialisation, and an initialisation that is none", () => {
  const demuxer = new FragmentDemuxer();
  expect(demuxer.fragment(fragmentBytes(1, 0, 3600, true, data(1)).buffer)).toBeTypeOf("string");
  expect(demuxer.init(new Uint8Array(40).fill(9).buffer)).toBeTypeOf("string");
  expect(demuxer.init(init)).toBeNull();
});
