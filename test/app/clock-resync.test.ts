import { afterEach, expect, test, vi } from "vitest";
import { bindClockResync } from "#app/bindings/clock-resync.ts";

afterEach(() => void vi.useRealTimers());

test("on the stage the clock is asked for again every 60 s, until it is left", async () => {
  vi.useFakeTimers();
  const ask = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const leave = bindClockResync(ask);
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
