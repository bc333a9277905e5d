/** What a track makes of its camera's time: rate, order, and audio frames that follow one another. */
import { describe, expect, test } from "vitest";
import type { AudioUnit } from "#recorder/formats/access-unit.ts";
import { AudioTrack } from "#recorder/ingest/audio-track.ts";
import { FrameOrder } from "#recorder/ingest/frames/frame-order.ts";
import { FrameRate } from "#recorder/ingest/frames/frame-rate.ts";
import { StreamMeter } from "#recorder/ingest/stream-meter.ts";

const START = Date.UTC(2026, 10, 25, 12);

describe("audio", () => {
  /** Frames of 1024 samples at 16 kHz, stamped as `ticks` says; `lost`: numbers of frames that never come. */
  function heard(frames: number, clockRate: number, ticks: (i: number) => number, lost: readonly number[] = []) {
    const units: AudioUnit[] = [];
    const info = { codec: "aac", sampleRate: 16_000, channels: 1 } as const;
    const track = new AudioTrack({ info, config: Buffer.alloc(2) } as never, clockRate, (unit) => units.push(unit));
    for (let i = 0; i < frames; i++)
      if (!lost.includes(i))
        track.push(
          { rtpTime: ticks(i) >>> 0, samples: 1024, data: Buffer.from([i & 255]) },
          START + i * 64 + (i % 3) * 7,
        );
    return { units, steps: units.slice(1).map(({ pts }, i) => pts - (units[i]?.pts ?? 0)) };
  }

  test.each([
    ["as announced", 16_000, (i: number) => i * 1024],
    ["in half of the announced rate", 16_000, (i: number) => i * 512],
    ["in 90 kHz", 16_000, (i: number) => i * 5760],
    ["in the announced rate, which is not the samples'", 8000, (i: number) => i * 512],
    ["not at all", 16_000, () => 99],
    ["with a stamp that is uneven by some ms", 16_000, (i: number) => i * 1024 + ((i * 37) % 5) * 32],
    ["over the wrap", 16_000, (i: number) => 2 ** 32 - 50_000 + i * 1024],
    ["with a clock that is set every 2 s", 16_000, (i: number) => i * 1024 + Math.floor(i / 31) * 123_456_789],
  ])("counted %s: every frame follows the one before", (_, clockRate, ticks) => {
    const { units, steps } = heard(1000, clockRate, ticks);
    expect(units).toHaveLength(1000);
    expect(new Set(steps)).toEqual(new Set([1024]));
    for (const [i, { wallMs }] of units.entries()) expect(Math.abs(wallMs - START - i * 64)).toBeLessThan(110);
  });

  test("frames that were lost leave their gap", () => {
    const { steps } = heard(300, 16_000, (i) => i * 1024, [100, 101, 102, 103]);
    expect(steps.filter((step) => step !== 1024)).toEqual([5 * 1024]);
  });

  test("samples that come 2 % too fast are held back by shorter steps, never by a loss", () => {
    const units: AudioUnit[] = [];
    const info = { codec: "aac", sampleRate: 16_000, channels: 1 } as const;
    const track = new AudioTrack({ info, config: Buffer.alloc(2) } as never, 16_000, (unit) => units.push(unit));
    for (let i = 0; i < 3000; i++)
      track.push({ rtpTime: i * 1024, samples: 1024, data: Buffer.alloc(1) }, START + i * 62.75);
    expect(units).toHaveLength(3000);
    for (const [i, { pts, wallMs }] of units.entries()) {
      expect(pts).toBeGreaterThan(units[i - 1]?.pts ?? -1);
      expect(Math.abs(wallMs - START - i * 62.75)).toBeLessThan(250);
    }
  });
});

describe("rate", () => {
  const rateOf = (pts: readonly number[]): number | null => {
    const rate = new FrameRate();
    return pts.reduce<number | null>((last, time) => rate.add(time) ?? last, null);
  };
  test("that of the camera, also with B frames, and anew when it changes", () => {
    const at = (step: number, count: number, from = 0): number[] =>
      Array.from({ length: count }, (_, i) => from + i * step);
    expect(rateOf(at(3600, 40))).toBe(25);
    const shown = [0, 4, 2, 1, 3].flatMap((_, i, all) => (i === 0 ? [0] : [all[i] ?? 0]));
    const decoded = Array.from({ length: 20 }, (_, gop) => shown.map((n) => (gop * 5 + n) * 3000)).flat();
    expect(rateOf(decoded)).toBe(30);
    expect(rateOf([...at(3600, 60), ...at(9000, 60, 60 * 3600)])).toBe(10);
    expect(rateOf(at(900_000, 20))).toBe(0.1);
  });

  test.each([
    [2, 0.5],
    [10, 0.1],
    [20, 0.05],
    [300, 0.0033],
  ])("of one picture every %d s, from the third one on", (seconds, expected) => {
    const rate = new FrameRate();
    expect([0, 1, 2, 3].map((i) => rate.add(i * seconds * 90_000))).toEqual(
      [null, null, expected, expected].map((one, i) => (seconds === 2 && i === 3 ? null : one)),
    );
  });

  test("a pause of a fast camera does not change it", () => {
    const rate = new FrameRate();
    const times = Array.from({ length: 30 }, (_, i) => i * 3600);
    expect(rateOf([...times, 10_000_000, 10_003_600, 10_007_200])).toBe(25);
    expect(rate.add(0)).toBeNull();
  });
});

describe("rate as it is shown", () => {
  /** After `count` pictures every `stepMs`, `afterMs` after the last one. */
  const shown = (stepMs: number, count: number, afterMs: number) => {
    const meter = new StreamMeter();
    for (let i = 0; i < count; i++) meter.add(1000, 1, 5_000_000 + i * stepMs);
    return meter.rates(5_000_000 + (count - 1) * stepMs + afterMs).framesPerSecond;
  };
  test.each([
    ["15/s", 1000 / 15, 900, 30, 15],
    ["15/s, in the first second", 1000 / 15, 16, 0, 15],
    ["one every 2 s", 2000, 40, 500, 0.5],
    ["one every 10 s", 10_000, 2, 3000, 0.1],
    ["one every 10 s, for long", 10_000, 50, 9000, 0.1],
    ["one every 20 s", 20_000, 3, 19_000, 0.05],
    ["one every 90 s", 90_000, 4, 1000, 1 / 90],
    ["one picture alone", 1000, 1, 30_000, 0],
    ["one every 10 s that has stopped", 10_000, 5, 55_000, 1 / 55],
  ])("%s", (_, stepMs, count, afterMs, expected) => {
    expect(Math.abs(shown(stepMs, count, afterMs) / (expected || 1) - (expected ? 1 : 0))).toBeLessThan(0.1);
  });

  test("a camera that was away for minutes is averaged anew", () => {
    const meter = new StreamMeter();
    for (let i = 0; i < 300; i++) meter.add(1000, 1, i * 40);
    for (let i = 0; i < 300; i++) meter.add(1000, 1, 600_000 + i * 40);
    expect(meter.rates(612_000).framesPerSecond).toBeCloseTo(25, 0);
    expect(meter.rates(612_000).bitsPerSecond).toBeCloseTo(200_000, -4);
  });
});

describe("order", () => {
  const marks = (pts: readonly number[]): { isReordered: boolean; changes: number } => {
    const order = new FrameOrder();
    const changes = pts.filter((time) => order.add(time)).length;
    return { isReordered: order.isReordered, changes };
  };
  test("small steps back that repeat are B frames; one alone, or a large one, is none; the mark is taken back", () => {
    const plain = Array.from({ length: 400 }, (_, i) => i * 3000);
    const b = Array.from({ length: 20 }, (_, i) => [(i * 3 + 3) * 3000, (i * 3 + 1) * 3000, (i * 3 + 2) * 3000]).flat();
    expect(marks(b)).toEqual({ isReordered: true, changes: 1 });
    expect(marks([0, 6000, 3000, ...plain.map((time) => time + 9000)])).toEqual({ isReordered: false, changes: 0 });
    expect(marks([9e8, 0, 9e8, 0, 9e8, 0, 9e8])).toEqual({ isReordered: false, changes: 0 });
    expect(marks([...b, ...plain.map((time) => time + 10_000_000)])).toEqual({ isReordered: false, changes: 2 });
  });
});
