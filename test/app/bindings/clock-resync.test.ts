import { afterEach, expect, test, vi } from "vitest";
import { epochMs } from "#actions/epoch.ts";
import { bindClockResync } from "#app/bindings/clock-resync.ts";
import { createHealthStore } from "#state/health-store.ts";

afterEach(() => void vi.useRealTimers());

test("on the stage the clock is asked for again every 60 s, until it is left", async () => {
  vi.useFakeTimers();
  const ask = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const leave = bindClockResync(ask, createHealthStore());
  await vi.advanceTimersByTimeAsync(59_999);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(ask).toHaveBeenCalledTimes(4);
  leave();
  await vi.advanceTimersByTimeAsync(180_000);
  expect(ask).toHaveBeenCalledTimes(4);
});

test.each([
  ["back", -3_600_000],
  ["on, or the machine has slept", 3_600_000],
])("a clock that was set %s is asked about at once, and until there is an answer", async (_, byMs) => {
  vi.useFakeTimers();
  const health = createHealthStore();
  const measure = (): void => health.change((facts) => void (facts.machineAheadMs = Date.now() - epochMs()));
  measure();
  const ask = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const leave = bindClockResync(ask, health);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + byMs);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask).toHaveBeenCalledTimes(2);
  measure();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
  leave();
  vi.setSystemTime(Date.now() - byMs);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask).toHaveBeenCalledTimes(2);
});
