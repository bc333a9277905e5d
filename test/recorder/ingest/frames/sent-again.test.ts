import { describe, expect, it } from "vitest";
import { h264 } from "#recorder/formats/nal-format.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { VideoTrack } from "#recorder/ingest/video-track.ts";
import { keyNals, slice } from "#test/support/scripted-camera.ts";

const STEP_MS = 40;
const GOP = 10;

/** Sends pictures by their numbers, each at its own time of arrival; `timeOf` and `bytesOf` may lie. Returns the numbers that came out. */
function recorded(sent: readonly { number: number; atMs: number; rtpTime?: number; byte?: number }[]): {
  numbers: number[];
  units: AccessUnit[];
} {
  const units: AccessUnit[] = [];
  const track = new VideoTrack(h264, [], 0, {
    config: () => undefined,
    jumped: () => undefined,
    unit: (unit) => units.push(unit),
  });
  for (const { number, atMs, rtpTime = number * STEP_MS * 90, byte = number & 127 } of sent) {
    const own = slice(number % GOP === 0);
    own[own.length - 1] = byte | 0x80;
    const nals = number % GOP === 0 ? [...keyNals().slice(0, 2), own] : [own];
    track.push({ nals, rtpTime: rtpTime >>> 0, receivedMs: 1_790_000_000_000 + atMs, broken: false });
  }
  return { numbers: units.map(({ nals }) => (nals.at(-1)?.at(-1) ?? 0) & 127), units };
}
const usual = (from: number, to: number, lateMs = 0) =>
  Array.from({ length: to - from }, (_, i) => ({ number: from + i, atMs: (from + i) * STEP_MS + lateMs }));
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe("a group that is sent again", () => {
  it("after a long stall is recorded once", () => {
    const again = range(30, 36).map((number) => ({ number, atMs: 36 * STEP_MS + 20_000 }));
    const { numbers, units } = recorded([...usual(0, 36), ...again, ...usual(36, 80, 20_000)]);
    expect(numbers).toEqual(range(0, 80));
    const steps = units.slice(1).map(({ pts90k }, i) => pts90k - (units[i]?.pts90k ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(0);
  });

  it("over the wrap of RTP time, too", () => {
    const wrap = (one: { number: number; atMs: number }) => ({
      ...one,
      rtpTime: 2 ** 32 - 33 * STEP_MS * 90 + one.number * STEP_MS * 90,
    });
    const again = range(30, 36).map((number) => ({ number, atMs: 36 * STEP_MS }));
    expect(recorded([...usual(0, 36), ...again, ...usual(36, 60)].map(wrap)).numbers).toEqual(range(0, 60));
  });
});

describe("pictures that only look as if they came again", () => {
  it("because the camera sees nothing: all bytes are equal, and time goes on", () => {
    expect(recorded(usual(0, 60).map((one) => ({ ...one, byte: 0 }))).numbers).toHaveLength(60);
  });

  it("because its clock stands still", () => {
    expect(recorded(usual(0, 60).map((one) => ({ ...one, rtpTime: 5, byte: 0 }))).numbers).toHaveLength(60);
  });

  it("because its clock was set back: other bytes at times that were there before", () => {
    const back = usual(40, 80).map((one) => ({ ...one, rtpTime: (one.number - 40) * STEP_MS * 90 }));
    expect(recorded([...usual(0, 40), ...back]).numbers).toEqual(range(0, 80));
  });
});
