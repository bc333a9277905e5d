import { describe, expect, it } from "vitest";
import { X264Encoder, type X264Options } from "#recorder/codec/av-encoders.ts";
import { Canvas, firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import { annexB, splitAnnexB } from "#recorder/formats/annex-b.ts";
import { greyStart } from "#recorder/formats/grey-start.ts";
import { h264 } from "#recorder/formats/nal-format.ts";

const WIDTH_PX = 176;
const HEIGHT_PX = 144;
const PICTURES = 90;

/** Pictures without a key picture but the first, each one's NAL units. */
function coded(more: Partial<X264Options>): Buffer[][] {
  const canvas = new Canvas(WIDTH_PX, HEIGHT_PX, "yuv420p");
  const encoder = new X264Encoder({
    widthPx: WIDTH_PX,
    heightPx: HEIGHT_PX,
    framesPerSecond: 15,
    gopFrames: 20,
    ...more,
    x264: { scenecut: 0, "intra-refresh": 1, ...more.x264 },
  });
  const pictures: Buffer[][] = [];
  const take = ({ data }: { data: Buffer }): void => void pictures.push(splitAnnexB(data));
  for (let n = 0; n < PICTURES; n++) {
    canvas.pixels.fill(20 + 2 * n);
    encoder.encode(canvas.frame(n * 6000), false, take);
  }
  encoder.finish(take);
  encoder.close();
  canvas.close();
  return pictures;
}

const isSet = (nal: Buffer): boolean => h264.parameterSetRank(h264.typeOf(nal)) >= 0;
const isSlice = (nal: Buffer): boolean => h264.isSlice(h264.typeOf(nal));

describe("grey pictures before video that begins without a key picture", () => {
  it.each<[string, Partial<X264Options>]>([
    ["baseline", { profile: "baseline" }],
    ["main, arithmetic codes", { profile: "main" }],
    ["high, 8x8 transform", { profile: "high", preset: "veryfast" }],
    ["four slices", { profile: "main", x264: { slices: 4 } }],
    ["several references", { profile: "main", x264: { ref: 4 } }],
    ["another number of its sets", { profile: "main", x264: { "sps-id": 3 } }],
  ])("%s: every picture from anywhere on is decoded, the first of them is grey", (_, more) => {
    const pictures = coded(more);
    const sets = pictures.flat().filter(isSet).slice(0, 2);
    for (let from = 1; from < 40; from += 3) {
      const rest = pictures.slice(from).map((nals) => nals.filter((nal) => !isSet(nal)));
      const first = rest[0]?.find(isSlice);
      const grey = first && greyStart(sets, first);
      if (!grey) throw new Error(`no grey start before picture ${from}`);
      const lumas: number[] = [];
      const decoder = new VideoDecoder("h264");
      const all = [
        [...sets, grey.pictureSet, ...grey.pictures.slice(0, 1)],
        ...grey.pictures.slice(1).map((nal) => [nal]),
        ...rest,
      ];
      for (const [i, nals] of all.entries())
        expect(decoder.decode(annexB(nals), i * 6000, (frame) => lumas.push(firstPlane(frame).data[0] ?? -1))).toBe(
          true,
        );
      decoder.drain((frame) => lumas.push(firstPlane(frame).data[0] ?? -1));
      decoder.close();
      expect(lumas).toHaveLength(all.length);
      expect(lumas.slice(0, grey.pictures.length).every((luma) => Math.abs(luma - 128) <= 1)).toBe(true);
    }
  });

  it("are not written before a key picture, and not for what is no H.264", () => {
    const [first = []] = coded({ profile: "main" });
    const sets = first.filter(isSet);
    const key = first.find((nal) => h264.isKey(h264.typeOf(nal)));
    expect(key && greyStart(sets, key)).toBeNull();
    expect(greyStart([], Buffer.from([0x41, 0x9a, 0, 0]))).toBeNull();
    expect(greyStart(sets, Buffer.from([0x41]))).toBeNull();
  });
});
