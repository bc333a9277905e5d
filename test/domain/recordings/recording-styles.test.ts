import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { RECORDING_STYLES, styleConfiguration, styleOf } from "#domain/recordings/recording-style.ts";

describe("recording styles", () => {
  test("exact modes", () => {
    const written = Object.fromEntries(RECORDING_STYLES.map((style) => [style, styleConfiguration(style)]));
    expect(written["continuous-with-motion"]).toEqual({
      ok: true,
      value: { mode: "ALL_FEATURES_MODE", motionMode: 0, recordState: true, motionReducer: false },
    });
    expect(written["continuous-without-motion"]).toMatchObject({ value: { mode: "EMBEDDED_LITE_MODE" } });
    expect(written["continuous-adaptive"]).toMatchObject({
      value: { mode: "ALL_FEATURES_MODE", motionMode: 0, motionReducer: true },
    });
    expect(written["proxy-only"]).toEqual({ ok: true, value: { mode: "PROXY_ONLY_MODE", recordState: false } });
    expect(written["motion-only"]).toEqual({
      ok: true,
      value: { mode: "ALL_FEATURES_MODE", motionMode: 2, recordState: false },
    });
    for (const style of RECORDING_STYLES) {
      const configuration = styleConfiguration(style);
      expect(configuration.ok && styleOf(configuration.value)).toBe(style);
    }
  });
  test("unknown ones", () => {
    expect(styleConfiguration("x")).toEqual({
      ok: false,
      error: failure("stream/unknown-recording-style", { VALUE: "x" }),
    });
    expect(styleOf({ mode: "ALL_FEATURES_MODE", motionMode: 1, recordState: true })).toBe(null);
    expect(styleOf({})).toBe(null);
  });
});
