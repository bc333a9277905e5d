import { ok } from "#base/result.ts";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepRetention } from "#recorder/site/retention.ts";
import type { Services } from "#recorder/http/services.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("a process that ended and was there again between two looks is told what its cleaner keeps to", async () => {
  const media = { connected: true, lives: 1, call: vi.fn(async () => ok(null)) };
  const stop = keepRetention({
    media,
    cameras: { allStreams: () => [], get: () => undefined },
    settings: { get: async () => ({ cleanerThreshold: 85 }) },
    licensing: { degraded: false, retentionMs: null },
    log: pino({ level: "silent" }),
  } as unknown as Services);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(media.call).toHaveBeenCalledTimes(1);
  media.lives = 2;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(media.call).toHaveBeenCalledTimes(2);
  stop();
});
