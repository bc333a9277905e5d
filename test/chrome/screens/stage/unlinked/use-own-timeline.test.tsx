// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useWindow, WINDOW_MS } from "#chrome/screens/stage/unlinked/use-own-timeline.ts";

afterEach(cleanup);

const NOW = Date.UTC(2026, 10, 21, 14, 5, 20);

test("live on a slow machine, where time goes on between two renderings, the strip settles", () => {
  let nowMs = NOW;
  const useSlowWindow = () => {
    nowMs += 40;
    return useWindow(nowMs, nowMs, false);
  };
  const { result, rerender } = renderHook(useSlowWindow);
  const first = result.current;
  expect(first.stopMs).toBeGreaterThan(NOW);
  expect(first.stopMs).toBeLessThanOrEqual(nowMs);
  rerender();
  expect(result.current).toEqual(first);
  nowMs += 5_000;
  rerender();
  expect(result.current.stopMs).toBeGreaterThan(first.stopMs + 5_000 - 1);
});

test.each([
  ["in the middle it stands still", 10 * 60_000, 0],
  ["at its left end it moves, with the time in its middle", 10_000, 10_000 - WINDOW_MS / 2],
])("a recorded time: %s", (_what, fromStartMs, movedMs) => {
  const startedMs = NOW - 24 * 3_600_000;
  const { result, rerender } = renderHook(({ timeMs }) => useWindow(timeMs, NOW, false), {
    initialProps: { timeMs: startedMs },
  });
  const { startMs } = result.current;
  rerender({ timeMs: startMs + fromStartMs });
  expect(result.current.startMs - startMs).toBe(movedMs);
});

test("a strip that is held does not move under the pointer", () => {
  const { result, rerender } = renderHook(({ timeMs, held }) => useWindow(timeMs, NOW, held), {
    initialProps: { timeMs: NOW - 3_600_000, held: true },
  });
  const before = result.current;
  rerender({ timeMs: NOW - 7_200_000, held: true });
  expect(result.current).toEqual(before);
  rerender({ timeMs: NOW - 7_200_000, held: false });
  expect(result.current).not.toEqual(before);
});
