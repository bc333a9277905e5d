import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { offsetChangeResumes } from "#domain/clock.ts";
import { exportPossible, exportRange, formatsFor, precheckFailure } from "#domain/recordings/export-rules.ts";

describe("export", () => {
  const now = 1_000_000_500;
  test.each([
    [now - 60_900, now - 30_100, null, { startMs: now - 61_500, stopMs: now - 30_500 }],
    [now - 20_000, now + 99_000, undefined, { startMs: now - 20_500, stopMs: now - 500 }],
    [now - 3_600_000, now, 1, { startMs: now - 3_600_500, stopMs: now - 500 }],
  ])("%d to %d of at most %s h", (start, stop, hours, value) => {
    expect(exportRange(start, stop, now, hours)).toEqual({ ok: true, value });
  });
  const short = failure("export/too-short");
  test.each([
    [now - 9_000, now, null, short],
    [now, now - 60_000, null, short],
    [Number.NaN, now, null, short],
    [now - 7_300_000, now, 2, failure("export/too-long", { hours: 2 })],
  ])("%d to %d of at most %s h: %j", (start, stop, hours, error) => {
    expect(exportRange(start, stop, now, hours)).toEqual({ ok: false, error });
  });
  test("formats, range, pre-check", () => {
    const formats = (fisheye: boolean, safari: boolean) => formatsFor(fisheye, safari).map((one) => one.extension);
    expect([formats(false, false), formats(true, true)]).toEqual([
      [".mkv", ".mov"],
      [".mkv", ".html"],
    ]);
    expect([exportPossible(null, 3), exportPossible({ startMs: 0, stopMs: 1 }, 1)]).toEqual([false, true]);
    expect([200, 404, 500, undefined].map(precheckFailure)).toEqual([
      null,
      failure("archive/none"),
      failure("export/failed"),
      failure("export/failed"),
    ]);
  });
});

describe("clock", () => {
  test("a change of the offset above 5 s resumes", () => {
    expect([offsetChangeResumes(0, 5000), offsetChangeResumes(0, -5001)]).toEqual([false, true]);
  });
});
