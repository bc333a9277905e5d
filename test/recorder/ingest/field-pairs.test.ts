/** Interlaced H.264, written by hand: two fields of 32x16, plain grey, make a picture. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { VideoDecoder } from "#recorder/codec/av-video.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { annexB } from "#recorder/formats/annex-b.ts";
import { BitWriter } from "#recorder/formats/bit-writer.ts";
import { h264 } from "#recorder/formats/nal-format.ts";
import { type VideoConfig, VideoTrack } from "#recorder/ingest/video-track.ts";
import { NalDepacketizer } from "#recorder/rtp/nal-depacketizer.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const PICTURES = 60;
const STEP_TICKS = 3600;

const sps = new BitWriter()
  .bits(77, 8)
  .bits(0, 8)
  .bits(30, 8)
  .ue(0)
  .ue(0)
  .ue(0)
  .ue(2)
  .ue(1)
  .bits(0, 1)
  .ue(1)
  .ue(0)
  .bits(0b00100, 5)
  .nal(0x67);
const pps = new BitWriter()
  .ue(0)
  .ue(0)
  .bits(0, 2)
  .ue(0)
  .ue(0)
  .ue(0)
  .bits(0, 3)
  .se(0)
  .se(0)
  .se(0)
  .bits(0b100, 3)
  .nal(0x68);

/** One field: 32x16, two blocks. `isField` false: one frame in place of two fields. */
function field(picture: number, isBottom: boolean, isField = true): Buffer {
  const isKey = picture % 10 === 0 && !isBottom;
  const bits = new BitWriter()
    .ue(0)
    .ue(7)
    .ue(0)
    .bits(picture % 10, 4)
    .bits(isField ? 1 : 0, 1);
  if (isField) bits.bits(isBottom ? 1 : 0, 1);
  if (isKey) bits.ue(0);
  bits
    .bits(((picture % 10) * 2 + (isBottom ? 1 : 0)) % 64, 6)
    .bits(0, isKey ? 2 : 1)
    .se(0)
    .ue(1);
  for (let at = 0; at < (isField ? 2 : 4); at++) bits.ue(3).ue(0).se(0).bits(1, 1);
  return bits.nal(isKey ? 0x65 : 0x61);
}

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
