import { expect, test } from "vitest";
import { type TickDemand, TickGovernor } from "#stage/wall/tick-governor.ts";

const demand: TickDemand = { fastestHz: 10, movingTiles: 64, interacting: false, presentCapHz: 0, software: true };

test.each([
  [10, 10],
  [10.6, 10],
  [12, 15],
  [15, 15],
  [25, 30],
  [30, 30],
  [50, 60],
])("a wall whose fastest tile has %d fps ticks at %d Hz where a CPU draws", (fastestHz, hz) => {
  expect(new TickGovernor().hz({ ...demand, fastestHz })).toBe(hz);
});

test("few tiles tick at twice their rate, a GPU at the display's", () => {
  const governor = new TickGovernor();
  expect(governor.hz({ ...demand, fastestHz: 15, movingTiles: 4 })).toBe(30);
  expect(governor.hz({ ...demand, software: false })).toBe(60);
  expect(new TickGovernor(50).hz({ ...demand, software: false })).toBe(50);
});

test("a moving hand gets the display's rate, the cap holds always", () => {
  const governor = new TickGovernor();
  expect(governor.hz({ ...demand, interacting: true })).toBe(60);
  expect(governor.hz({ ...demand, interacting: true, presentCapHz: 20 })).toBe(20);
  expect(governor.hz({ ...demand, fastestHz: 30, presentCapHz: 8 })).toBe(8);
});

test("late frame callbacks lower the tick step by step, punctual ones raise it again", () => {
  const governor = new TickGovernor();
  const fast = { ...demand, fastestHz: 60 };
  let now = 0;
  const run = (waitMs: number, forMs: number): number => {
    for (const end = now + forMs; now < end; now += waitMs) governor.noteCallback(waitMs, now);
    return governor.hz(fast);
  };
  expect(run(16, 3000)).toBe(60);
  expect(run(60, 900)).toBe(30);
  expect(run(60, 8000)).toBe(10);
  expect(run(16, 5000)).toBe(15);
  expect(run(16, 20_000)).toBe(60);
});

test("a slow GPU is left to the page for a part of its time, but the wall never stands still", () => {
  const governor = new TickGovernor();
  const few = { ...demand, fastestHz: 15, movingTiles: 4 };
  governor.noteFinished(5);
  expect(governor.hz(few)).toBe(30);
  for (let i = 0; i < 20; i++) governor.noteFinished(60);
  expect(governor.hz(few)).toBeCloseTo(10, 0);
  expect(governor.wantedHz(few)).toBe(30);
  for (let i = 0; i < 20; i++) governor.noteFinished(1000);
  expect(governor.hz(few)).toBe(4);
});
