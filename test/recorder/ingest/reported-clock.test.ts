import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ReportedClock } from "#recorder/ingest/reported-clock.ts";

const FROM_MS = 1_790_000_000_000;
const wrapped = (ticks: number): number => ((ticks % 2 ** 32) + 2 ** 32) % 2 ** 32;

it("each picture has the date of its report, whenever it arrives and wherever RTP time wraps", () => {
  const step = fc.record({ ticks: fc.integer({ min: -9000, max: 18_000 }), lateMs: fc.nat(5000), ownMs: fc.nat(100) });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.array(step, { maxLength: 40 }), (first, steps) => {
      const clock = new ReportedClock(90_000);
      let ticks = 0;
      let before: number | null = null;
      for (const { ticks: more, lateMs, ownMs } of steps) {
        ticks += more;
        const dateMs = FROM_MS + ticks / 90 + ownMs;
        clock.heard({ rtpTime: wrapped(first + ticks), cameraMs: dateMs });
        const { pts, wallMs, jumped } = clock.at(wrapped(first + ticks), dateMs + lateMs);
        expect(wallMs).toBe(dateMs);
        if (before !== null) expect(pts - before).toBe(more);
        expect(jumped).toBe(false);
        before = pts;
      }
    }),
  );
});

it("a picture whose report was lost is dated by the nearest one, and before any by its arrival", () => {
  const clock = new ReportedClock(90_000);
  expect(clock.at(1000, FROM_MS).wallMs).toBe(FROM_MS);
  clock.heard({ rtpTime: 10_000, cameraMs: FROM_MS + 100 });
  expect(clock.at(10_000 + 9000, FROM_MS + 900).wallMs).toBe(FROM_MS + 200);
  expect(clock.at(10_000 - 4500, FROM_MS + 900).wallMs).toBe(FROM_MS + 50);
});

it("dates that leap are said to, times go on", () => {
  const clock = new ReportedClock(90_000);
  clock.heard({ rtpTime: 0, cameraMs: FROM_MS });
  expect(clock.at(0, FROM_MS)).toEqual({ pts: 0, wallMs: FROM_MS, jumped: false });
  clock.heard({ rtpTime: 3600, cameraMs: FROM_MS + 60_040 });
  expect(clock.at(3600, FROM_MS)).toEqual({ pts: 3600, wallMs: FROM_MS + 60_040, jumped: true });
});
