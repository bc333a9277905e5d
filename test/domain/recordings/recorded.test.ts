import { describe, expect, test } from "vitest";
import { offsetChangeResumes } from "#domain/clock.ts";
import { exportable, exportPossible, exportRange, formatsFor, precheckText } from "#domain/recordings/export-rules.ts";

describe("export", () => {
  const now = 1_000_000_500;
  test.each([
    [now - 60_900, now - 30_100, null, { startMs: now - 61_500, stopMs: now - 30_500 }],
    [now - 20_000, now + 99_000, undefined, { startMs: now - 20_500, stopMs: now - 500 }],
    [now - 3_600_000, now, 1, { startMs: now - 3_600_500, stopMs: now - 500 }],
  ])("%d to %d of at most %s h", (start, stop, hours, value) => {
    expect(exportRange(start, stop, now, hours)).toEqual({ ok: true, value });
  });
  const short = "Invalid time selection. Start time must be at least 10 seconds less than end time.";
  test.each([
    [now - 9_000, now, null, short],
    [now, now - 60_000, null, short],
    [Number.NaN, now, null, short],
    [now - 7_300_000, now, 2, "The time selection must not exceed 2 hours."],
  ])("%d to %d of at most %s h: %s", (start, stop, hours, error) => {
    expect(exportRange(start, stop, now, hours)).toEqual({ ok: false, error });
  });
  test("formats, permission, pre-check", () => {
    const formats = (fisheye: boolean, safari: boolean) => formatsFor(fisheye, safari).map((one) => one.extension);
    expect([formats(false, false), formats(true, true)]).toEqual([
      [".mkv", ".mov"],
      [".mkv", ".html"],
    ]);
    const camera = (yes: boolean) => ({ permissions: { actions: { export: yes } } });
    expect(exportable([camera(true), camera(false)])).toHaveLength(1);
    expect([exportPossible(null, 3), exportPossible({ startMs: 0, stopMs: 1 }, 1)]).toEqual([false, true]);
    expect([200, 404, 500, -1].map(precheckText)).toEqual([
      null,
      "no archives in region",
      "error occurred while exporting video",
      "error occurred while exporting video",
    ]);
  });
});

describe("clock", () => {
  test("a change of the offset above 5 s resumes", () => {
    expect([offsetChangeResumes(0, 5000), offsetChangeResumes(0, -5001)]).toEqual([false, true]);
  });
});
