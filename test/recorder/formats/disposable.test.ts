import { describe, expect, it } from "vitest";
import { isDisposable } from "#recorder/formats/disposable.ts";
import type { VideoConfig } from "#recorder/formats/codec-config.ts";

const h264: VideoConfig = {
  codec: "h264",
  codecString: "",
  width: 640,
  height: 360,
  parameterSets: [],
  description: Buffer.alloc(0),
};
/** An hvcC body that tells of so many temporal layers; 0: it does not say. */
const h265 = (layers: number): VideoConfig => {
  const description = Buffer.alloc(23);
  description[21] = (layers << 3) | 7;
  return { ...h264, codec: "h265", description };
};
const nal264 = (refIdc: number, type: number): Buffer => Buffer.from([(refIdc << 5) | type, 0x88]);
const nal265 = (type: number, layer: number): Buffer => Buffer.from([type << 1, layer + 1, 0x80]);

describe("a picture that no other one is decoded from", () => {
  it.each([
    ["an H.264 P picture that others need", h264, [nal264(3, 1)], false],
    ["a key picture", h264, [nal264(3, 5)], false],
    ["a B picture of one slice", h264, [nal264(0, 1)], true],
    ["the same of several, behind SEI", h264, [nal264(0, 6), nal264(0, 1), nal264(0, 1)], true],
    ["slices that do not agree", h264, [nal264(0, 1), nal264(1, 1)], false],
    ["supplemental information alone", h264, [nal264(0, 6)], false],
    ["nothing at all", h264, [], false],
    ["an empty NAL unit", h264, [Buffer.alloc(0)], false],
    ["TRAIL_N of an only layer", h265(1), [nal265(0, 0)], true],
    ["TRAIL_R of an only layer", h265(1), [nal265(1, 0)], false],
    ["RASL_N of an only layer", h265(1), [nal265(8, 0)], true],
    ["an H.265 key picture (IDR_N_LP)", h265(1), [nal265(20, 0)], false],
    ["a reserved type that looks like one", h265(1), [nal265(16, 0)], false],
    ["TSA_N of the highest of two layers", h265(2), [nal265(2, 1)], true],
    ["TRAIL_N below the highest layer", h265(2), [nal265(0, 0)], false],
    ["TRAIL_N where nobody says how many layers there are", h265(0), [nal265(0, 0)], false],
    ["a JPEG", { ...h264, codec: "mjpeg" } satisfies VideoConfig, [Buffer.from([0xff, 0xd8])], false],
  ] as const)("%s", (_, config, nals, disposable) => {
    expect(isDisposable(config, nals)).toBe(disposable);
  });
});
