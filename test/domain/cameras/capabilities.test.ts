import { describe, expect, test } from "vitest";
import {
  chooseOption,
  clampInt,
  fitSettings,
  frameRateLimits,
  inputHidden,
  isFixed,
  mayAddStream,
  motionReductionApplies,
  nonMotionFrameRates,
  stillRates,
  withFrameRate,
} from "#domain/cameras/capabilities.ts";
import { choice, int } from "./capability-facts.ts";

describe("capabilities", () => {
  test.each([
    ["Quality", int(0, 10), 50, 10],
    ["Quality", int(0, 10), -1, 0],
    ["Quality", int(0, 10), 2147483647, 0],
    ["BitRate", int(1, 2147483647, -1073741824), 2147483647, 0],
    ["BitRate", int(1, 2147483647, -1073741824), undefined, 0],
    ["BitRate", int(64, 8000), 0, 64],
    ["BitRate", int(1, 2147483647), 4_000_000, 4_000_000],
    ["GOVLength", int(1, 400), 0, 1],
    ["EncoderInterval", int(1, 1), "0", 1],
    ["FrameRate", int(12, 12), "30", 12],
    ["FrameRate", int(1, 30, 15), "fast", 15],
    ["FrameRate", int(1, 30), 12.4, 12],
  ])("%s %j of %s is %d", (name, node, value, out) => {
    expect(clampInt(name, node, value)).toBe(out);
  });
  test("the rest", () => {
    expect([chooseOption(choice(["a", "b"], "a"), "a"), chooseOption(choice(["a", "b"], "a"), "z")]).toEqual([
      "a",
      "b",
    ]);
    expect([inputHidden(int(1, 1)), inputHidden(int(1, 12))]).toEqual([true, false]);
    const video = { Encoder: choice(["JPEG", "H264"], "JPEG", { H264: { FrameRate: int(5, 25) } }) };
    expect([frameRateLimits(video), frameRateLimits({}), frameRateLimits(undefined)]).toEqual([
      { min: 5, max: 25 },
      { min: 1, max: 30 },
      { min: 1, max: 30 },
    ]);
    expect(stillRates(6, int(2, 4))).toEqual([
      { rate: 3, govLength: 2 },
      { rate: 2, govLength: 3 },
      { rate: 1.5, govLength: 4 },
    ]);
    const silent = { Encoder: choice(["H264"], "H264", { H264: { GOVLength: int(1, 60) } }) };
    expect(withFrameRate(silent)).toMatchObject({
      Encoder: { capabilities: { H264: { GOVLength: int(1, 60), FrameRate: int(1, 30, 30) } } },
    });
    expect([withFrameRate(video), withFrameRate({})]).toEqual([video, {}]);
    expect(nonMotionFrameRates(6)).toEqual([6, 3, 2, 1.5, 1.2, 1]);
    expect([motionReductionApplies("ONVIF", "H264"), motionReductionApplies("Generic RTSP", "H264")]).toEqual([
      true,
      false,
    ]);
    expect([mayAddStream(2, 3), mayAddStream(3, 3), mayAddStream(99, undefined)]).toEqual([true, false, true]);
    expect([isFixed("true"), isFixed(true), isFixed("false"), isFixed(undefined)]).toEqual([true, true, false, false]);
  });
  test("children follow the chosen option", () => {
    const group = {
      Encoder: choice(["H264", "JPEG"], "H264", { H264: { GOVLength: int(1, 60) }, JPEG: { Quality: int(0, 36) } }),
      Other: { type: "other" as const },
    };
    expect(fitSettings(group, { Encoder: "JPEG", Quality: 99, GOVLength: 30 })).toEqual({
      Encoder: "JPEG",
      Quality: 36,
    });
    expect(fitSettings(group, { Encoder: "H265" })).toEqual({ Encoder: "JPEG", Quality: 0 });
  });
});
