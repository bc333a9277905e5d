/** Cameras that send one key picture at their start and refresh the picture in parts afterwards. */
import { expect, test } from "vitest";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { h264, h265 } from "#recorder/formats/nal-format.ts";
import { isRecoveryPoint } from "#recorder/formats/recovery-point.ts";
import { KeyRhythm } from "#recorder/ingest/key-rhythm.ts";
import { type VideoConfig, VideoTrack } from "#recorder/ingest/video-track.ts";
import { h264Sps } from "../recording/synthetic-camera.ts";

const START = Date.UTC(2026, 10, 25, 12);
const sei = (...messages: readonly number[][]): Buffer =>
  Buffer.from([0x06, ...messages.flatMap(([type = 0, ...body]) => [type, body.length, ...body]), 0x80]);
const RECOVERY = [6, 0x9a, 0xc4];

test.each([
  ["alone", sei(RECOVERY), true],
  ["after another message", sei([1, 0, 4, 0x10], RECOVERY), true],
  ["after a long message of a maker", Buffer.from([6, 5, 255, 3, ...Buffer.alloc(258, 7), 6, 1, 0x80, 0x80]), false],
  ["timing only", sei([1, 6, 1, 6]), false],
  ["a slice that holds the same bytes", Buffer.from([0x41, 6, 1, 0x80, 0x80]), false],
  ["cut off", Buffer.from([6, 5, 255]), false],
  ["empty", Buffer.from([6]), false],
])("a recovery point %s", (_, nal, expected) => {
  expect(isRecoveryPoint(nal, h264)).toBe(expected);
  if (nal[0] === 6) expect(isRecoveryPoint(Buffer.from([39 << 1, 1, ...nal.subarray(1)]), h265)).toBe(expected);
});

test("recovery points stand for key frames only where those are seldom, and no longer when they come", () => {
  const keys = new KeyRhythm();
  const at = (second: number, kind: "key" | "recovery" | "plain"): boolean =>
    keys.begins(kind === "key", kind === "recovery", second * 1000);
  expect(at(0, "recovery")).toBe(false);
  expect(at(5, "recovery")).toBe(false);
  expect(at(6, "key")).toBe(true);
  expect([20, 40, 60].map((second) => at(second, "recovery"))).toEqual([false, false, false]);
  expect(at(67, "plain")).toBe(false);
  expect(at(68, "recovery")).toBe(true);
  expect(at(70, "recovery")).toBe(true);
  expect(keys.isIntraRefresh).toBe(true);
  expect(at(100, "key")).toBe(true);
  expect(at(101, "recovery")).toBe(true);
  expect(at(110, "key")).toBe(true);
  expect(at(111, "recovery")).toBe(false);
  expect(keys.isIntraRefresh).toBe(false);
});

test("a camera that is connected to between its key pictures gives pictures from a recovery point on", () => {
  const units: AccessUnit[] = [];
  const configs: VideoConfig[] = [];
  const track = new VideoTrack(h264, [h264Sps(640, 360), Buffer.from([0x68, 0xce, 0x3c, 0x80])], 10, {
    config: (config) => configs.push(config),
    jumped: () => expect.unreachable(),
    unit: (unit) => units.push(unit),
  });
  for (let i = 0; i < 400; i++) {
    const slice = Buffer.from([0x41, 0x9a, i & 255, 1]);
    const nals = i % 20 === 0 ? [sei(RECOVERY), slice] : [slice];
    track.push({ nals, rtpTime: i * 9000, receivedMs: START + i * 100, broken: false });
  }
  expect(units).toHaveLength(300);
  expect(units.filter(({ key }) => key)).toHaveLength(15);
  expect(units[0]?.nals).toHaveLength(4);
  expect(configs.at(-1)?.info).toMatchObject({ width: 640, isIntraRefresh: true });
});

test("pictures that are coded by themselves stand for the key pictures that never come, at once on the next connection", () => {
  const sets = [h264Sps(640, 360), Buffer.from([0x68, 0xce, 0x3c, 0x80])];
  const track = (units: AccessUnit[], earlier: VideoTrack | null = null): VideoTrack =>
    new VideoTrack(
      h264,
      sets,
      10,
      { config: () => undefined, jumped: () => undefined, unit: (unit) => units.push(unit) },
      earlier,
    );
  const feed = (to: VideoTrack, from: number, count: number): void => {
    for (let i = from; i < from + count; i++) {
      const slice = Buffer.from([0x41, i % 20 === 0 ? 0x88 : 0x9a, (i >> 8) & 255, i & 255, 1]);
      to.push({
        nals: [...(i % 20 === 0 ? sets : []), slice],
        rtpTime: i * 9000,
        receivedMs: START + i * 100,
        broken: false,
      });
    }
  };
  const units: AccessUnit[] = [];
  const first = track(units);
  feed(first, 1, 399);
  expect(units).toHaveLength(280);
  expect(units.filter(({ key }) => key)).toHaveLength(14);
  const more: AccessUnit[] = [];
  feed(track(more, first), 500, 100);
  expect(more).toHaveLength(100);
});
