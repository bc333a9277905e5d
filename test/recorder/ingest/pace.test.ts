import { describe, expect, test } from "vitest";
import { Pace } from "#recorder/ingest/pace.ts";

const LIMIT_MS = 8000;

/** A camera of which pictures come at these times; what the silence after them means, looked at every second. */
function silences(pictureMs: readonly number[], untilMs: number, answers: boolean, pace = new Pace(LIMIT_MS)) {
  pace.start(0);
  const due = [...pictureMs];
  const seen: string[] = [];
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 1000) {
    while (due.length > 0 && (due[0] ?? 0) <= nowMs) {
      pace.packet(due.shift() ?? 0);
      pace.frame();
    }
    const silence = pace.silence(nowMs, answers ? nowMs : null);
    if (silence === "stuck") {
      pace.gaveUp(nowMs);
      return { stuckMs: nowMs, seen: [...new Set(seen)] };
    }
    seen.push(silence);
  }
  return { stuckMs: null, seen: [...new Set(seen)] };
}
const evenly = (everyMs: number, count: number, fromMs = 0): number[] =>
  Array.from({ length: count }, (_, i) => fromMs + i * everyMs);

describe("how long a camera may be silent", () => {
  test("a camera of many pictures a second is stuck after the limit, also when it answers", () => {
    expect(silences(evenly(40, 100), 60_000, true).stuckMs).toBe(12_000);
  });

  test.each([10_000, 20_000, 60_000, 120_000])(
    "a picture every %i ms is never stuck while the camera answers",
    (everyMs) => {
      expect(silences(evenly(everyMs, 30), everyMs * 30, true).stuckMs).toBeNull();
    },
  );

  test("a picture every 10 s is not stuck without answers either, once its rhythm is known", () => {
    const pace = new Pace(LIMIT_MS);
    // The first connection is given up, the next one knows.
    expect(silences([0], 60_000, false, pace).stuckMs).toBe(8000);
    expect(silences(evenly(10_000, 20), 195_000, false, pace).stuckMs).toBeNull();
  });

  test("a slow camera that has stopped is stuck after a few of its pauses", () => {
    const { stuckMs } = silences(evenly(10_000, 10), 600_000, true);
    expect(stuckMs).toBeGreaterThan(90_000 + 20_000);
    expect(stuckMs).toBeLessThan(90_000 + 40_000);
  });

  test("a camera that plays and sends nothing is left after some time, although it answers", () => {
    expect(silences([], 600_000, true)).toEqual({ stuckMs: 32_000, seen: ["usual", "doubtful"] });
    expect(silences([], 600_000, false).stuckMs).toBe(8000);
  });

  test("a long pause is forgotten", () => {
    const pace = new Pace(LIMIT_MS);
    silences([0, 40, 80, 7000, 7040], 7040, true, pace);
    expect(pace.limitMs(7040)).toBeGreaterThan(17_000);
    expect(pace.limitMs(7040 + 3_600_000)).toBe(LIMIT_MS);
  });
});
