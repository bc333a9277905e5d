import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordedVideo } from "#recorder/recording/segments/recorded-sample.ts";
import { WantedFrames } from "#recorder/recording/segments/reading/wanted-frames.ts";

const frame = (wallMs: number): RecordedVideo => ({
  kind: "video",
  wallMs,
  durationUs: 40_000,
  key: false,
  data: Buffer.alloc(0),
  config: { codec: "h264", width: 16, height: 16, description: Buffer.alloc(0) } as unknown as RecordedVideo["config"],
});

/** What is given out of frames that come with these times, until the end. */
function given(timesMs: readonly number[], untilMs: number): number[] {
  const wanted = new WantedFrames(untilMs);
  return timesMs.flatMap((wallMs) => wanted.take(frame(wallMs)).map((one) => one.wallMs));
}

test.each([
  ["frames in order: those before the end", [0, 40, 80, 120], 100, [0, 40, 80]],
  ["none", [120, 160], 100, []],
  ["a frame after the end that an earlier one is predicted from", [0, 120, 40, 80, 240], 100, [0, 120, 40, 80]],
  ["a frame after the end that nothing needs", [0, 40, 80, 240, 120], 100, [0, 40, 80]],
  ["what lies between the end and a frame that is given out", [0, 160, 80, 120, 320], 100, [0, 160, 80, 120]],
])("%s", (_name, timesMs, untilMs, expected) => {
  expect(given(timesMs, untilMs)).toEqual(expected);
});

test("in any order: frames are given out without a gap in decoding order, and all before the end are among them", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1000 }), { maxLength: 40 }), fc.nat({ max: 1000 }), (timesMs, untilMs) => {
      const out = given(timesMs, untilMs);
      expect(out).toEqual(timesMs.slice(0, out.length));
      expect(timesMs.slice(out.length).every((wallMs) => wallMs >= untilMs)).toBe(true);
    }),
  );
});
