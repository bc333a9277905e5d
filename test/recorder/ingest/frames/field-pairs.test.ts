/** Interlaced H.264: two fields make a picture. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { VideoDecoder } from "#recorder/codec/av-video.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { annexB } from "#recorder/formats/annex-b.ts";
import { h264 } from "#recorder/formats/nal-format.ts";
import { type VideoConfig, VideoTrack } from "#recorder/ingest/video-track.ts";
import { NalDepacketizer } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import {
  fieldNal as field,
  interlacedPps as pps,
  interlacedSps as sps,
} from "#test/support/bad-cameras/interlaced-pictures.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const PICTURES = 60;
const STEP_TICKS = 3600;

function received(send: (push: (nal: Buffer, time: number, marker: boolean) => void) => void) {
  const units: AccessUnit[] = [];
  const configs: VideoConfig[] = [];
  const track = new VideoTrack(h264, [], 0, {
    config: (config) => configs.push(config),
    jumped: () => undefined,
    unit: (unit) => units.push(unit),
  });
  const depacketizer = new NalDepacketizer(h264, (group) => track.push(group));
  let sequence = 0;
  send((payload, timestamp, marker) => {
    vi.setSystemTime(1_000_000 + timestamp / 90);
    depacketizer.push({ payloadType: 96, marker, sequence: sequence++, timestamp, ssrc: 1, payload }, false);
  });
  return { units, track, configs };
}

function decoded(units: readonly AccessUnit[]): string[] {
  const decoder = new VideoDecoder("h264");
  const sizes: string[] = [];
  for (const { nals, pts90k } of units)
    decoder.decode(annexB(nals), pts90k, ({ width, height }) => sizes.push(`${width}x${height}`));
  decoder.close();
  return sizes;
}

test.each<[string, { apart: number; markers: "each" | "last" }]>([
  ["with a time of its own each", { apart: STEP_TICKS / 2, markers: "each" }],
  ["with one time, and a marker on each", { apart: 0, markers: "each" }],
  ["with one time, and a marker on the second", { apart: 0, markers: "last" }],
])("two fields %s are one picture", (_, { apart, markers }) => {
  const { units, track, configs } = received((push) => {
    for (let i = 0; i < PICTURES; i++) {
      const time = i * STEP_TICKS;
      if (i % 10 === 0) for (const set of [sps, pps]) push(set, time, false);
      push(field(i, false), time, markers === "each");
      push(field(i, true), time + apart, true);
    }
  });
  expect(configs[0]?.info).toMatchObject({ width: 32, height: 32 });
  expect(units.length).toBeGreaterThanOrEqual(PICTURES - 1);
  expect(
    units.every(({ nals, broken }) => !broken && nals.filter((nal) => h264.isSlice(h264.typeOf(nal))).length === 2),
  ).toBe(true);
  expect(units.filter(({ key }) => key)).toHaveLength(PICTURES / 10);
  expect(track.config?.info).toMatchObject({ framesPerSecond: 25, hasBFrames: false });
  expect(decoded(units).length).toBeGreaterThanOrEqual(units.length - 2);
});

test("a field whose other one was lost is a picture by itself, and frames between fields stay whole", () => {
  const { units } = received((push) => {
    for (const set of [sps, pps]) push(set, 0, false);
    push(field(0, false), 0, true);
    push(field(0, true), 1800, true);
    push(field(1, false), 3600, true);
    push(field(2, false), 7200, true);
    push(field(2, true), 9000, true);
    push(field(3, false, false), 10_800, true);
    push(field(4, false, false), 14_400, true);
  });
  const slices = units.map(({ nals }) => nals.filter((nal) => h264.isSlice(h264.typeOf(nal))).length);
  expect(slices).toEqual([2, 1, 2, 1, 1]);
});
