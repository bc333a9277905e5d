import { expect, it } from "vitest";
import { ClockWatch } from "#recorder/process/watch/clock-news.ts";

const HOUR_MS = 3_600_000;

it.each([
  ["forward by an hour", HOUR_MS, [{ code: "event/clock-forward", params: { seconds: 3600 } }]],
  ["back by an hour", -HOUR_MS, [{ code: "event/clock-back", params: { seconds: 3600 } }]],
  ["by less than five seconds", 4900, []],
])("a clock that is set %s is told once", (_how, setMs, expected) => {
  let setByMs = 0;
  let elapsedMs = 1000;
  const told: unknown[] = [];
  const watch = new ClockWatch({
    now: () => 1_800_000_000_000 + elapsedMs + setByMs,
    elapsed: () => elapsedMs,
    tell: (one) => told.push(one),
  });
  watch.look();
  elapsedMs += 5000;
  setByMs = setMs;
  watch.look();
  elapsedMs += 5000;
  watch.look();
  expect(told).toEqual(expected.map((one) => expect.objectContaining(one) as unknown));
});
