/** What a day of simulated load is judged by (scripts/scale/day.mjs). */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  allowedMs,
  attributed,
  doubled,
  faultsOf,
  type FaultKind,
  gapsOf,
  growthOf,
  type Happened,
  PROMISES,
} from "../../../scripts/scale/day/rules.mjs";

const fault = (kind: FaultKind, more: Partial<Happened> = {}): Happened => ({
  kind,
  recorder: 0,
  beganMs: 100_000,
  endedMs: 110_000,
  ...more,
});

it.each<[string, Happened[], [number, number], number, readonly FaultKind[], boolean]>([
  ["near no fault", [], [100_000, 100_200], 1, [], false],
  ["a killed process, within its promise", [fault("kill-media")], [99_200, 103_000], 1, ["kill-media"], true],
  ["a killed process, too long", [fault("kill-media")], [99_200, 104_000], 1, ["kill-media"], false],
  ["the same on a busy machine", [fault("kill-media")], [99_200, 104_000], 2, ["kill-media"], true],
  ["a fault of another recorder", [fault("cut", { recorder: 1 })], [101_000, 102_000], 1, [], false],
  ["a fault that may cost nothing", [fault("kill-aggregator")], [101_000, 101_200], 1, ["kill-aggregator"], false],
  ["as long as the cut", [fault("cut")], [100_000, 119_000], 1, ["cut"], true],
  ["longer than the cut allows", [fault("cut")], [99_000, 119_500], 1, ["cut"], false],
  ["before the fault", [fault("cut")], [90_000, 98_000], 1, [], false],
  ["long after the fault", [fault("cut")], [113_500, 114_000], 1, [], false],
  [
    "two faults one after another",
    [fault("kill-media"), fault("cut", { beganMs: 112_000, endedMs: 120_000 })],
    [99_500, 120_000],
    1,
    ["kill-media", "cut"],
    true,
  ],
])("whose a gap is: %s", (_, faults, [startMs, endMs], slack, kinds, isKept) => {
  expect(attributed({ recorder: 0, startMs, endMs }, faults, slack)).toMatchObject({ kinds, isKept });
});

it("a busy machine may take longer for what the product does, not for what the fault lasts", () => {
  expect(allowedMs(fault("cut"))).toBe(20_000);
  expect(allowedMs(fault("cut"), 3)).toBe(40_000);
  expect(allowedMs(fault("database"), 3)).toBe(0);
});

it.each<[string, [number, number][], [number, number][]]>([
  ["nothing is stored", [], [[0, 1000]]],
  ["all is", [[0, 1000]], []],
  [
    "in any order, and overlapping",
    [
      [600, 1000],
      [0, 500],
      [300, 650],
    ],
    [],
  ],
  [
    "a pause of one picture is none",
    [
      [0, 500],
      [590, 1000],
    ],
    [],
  ],
  [
    "a pause",
    [
      [0, 500],
      [700, 1000],
    ],
    [[500, 700]],
  ],
  [
    "at both ends",
    [[200, 700]],
    [
      [0, 200],
      [700, 1000],
    ],
  ],
  [
    "what lies outside does not count",
    [
      [-500, -100],
      [0, 1000],
      [1200, 1500],
    ],
    [],
  ],
])("gaps: %s", (_, spans, gaps) => {
  expect(
    gapsOf(
      spans.map(([startMs, endMs]) => ({ startMs, endMs })),
      0,
      1000,
    ),
  ).toEqual(gaps.map(([startMs, endMs]) => ({ startMs, endMs })));
});

it("gaps and spans together are all of the time", () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 3000 }))
    .map(([startMs, lengthMs]) => ({ startMs, endMs: startMs + lengthMs }));
  fc.assert(
    fc.property(fc.array(span), (spans) => {
      const gaps = gapsOf(spans, 0, 10_000);
      expect(gapsOf([...spans, ...gaps], 0, 10_000)).toEqual([]);
      for (const gap of gaps)
        for (const { startMs, endMs } of spans) expect(startMs >= gap.endMs || endMs <= gap.startMs).toBe(true);
    }),
  );
});

it("a seed decides the faults: each kind once before any comes again, within the time, of the recorder that it needs", () => {
  const kinds = Object.keys(PROMISES);
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const run = { untilMs: 900_000, everyMs: 60_000, recorders: 2, only: { full: 1 } } as const;
      const faults = faultsOf(seed, run);
      expect(faultsOf(seed, run)).toEqual(faults);
      expect(new Set(faults.slice(0, kinds.length).map(({ kind }) => kind)).size).toBe(kinds.length);
      const drawnFrom = ["cut", "slow"] as const;
      expect(new Set(faultsOf(seed, { ...run, kinds: drawnFrom }).map(({ kind }) => kind))).toEqual(new Set(drawnFrom));
      for (const [at, { atMs, kind, recorder, lengthMs }] of faults.entries()) {
        expect(atMs - (faults[at - 1]?.atMs ?? 0)).toBeGreaterThanOrEqual(44_999);
        expect(atMs).toBeLessThan(run.untilMs);
        expect(kind === "full" ? [1] : [0, 1]).toContain(recorder);
        expect(lengthMs).toBeLessThanOrEqual(20_000);
      }
    }),
  );
});

it("growth: each life of a process by itself, without its beginning and without outliers", () => {
  const life = (pid: number, fromHour: number, mbOf: (hour: number) => number) =>
    Array.from({ length: 30 }, (_, at) => at / 10).map((hour) => ({
      name: "media",
      pid,
      hour: fromHour + hour,
      mb: mbOf(hour),
    }));
  const warm = (hour: number): number => (hour < 1 ? 50 + hour * 100 : 150);
  expect(growthOf([...life(1, 0, warm), ...life(2, 3, warm)], 1).get("media")).toBe(0);
  expect(
    growthOf(
      life(1, 0, (hour) => 100 + 3 * hour),
      1,
    ).get("media"),
  ).toBeCloseTo(3);
  expect(
    growthOf(
      life(1, 0, (hour) => (hour === 2 ? 900 : 100)),
      1,
    ).get("media"),
  ).toBe(0);
  expect(growthOf(life(1, 0, warm), 2.8).get("media")).toBeNull();
});

it("finds what is there twice", () => {
  expect(doubled(["a", "b", "a", "a"])).toEqual(["a"]);
  expect(doubled(["a", "b"])).toEqual([]);
});
