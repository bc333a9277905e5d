import { expect, test } from "vitest";
import { exportPace } from "#domain/recordings/export-pace.ts";

const at = (share: number, atMs: number) => ({ share, atMs });

test.each([
  ["half of a minute in 3 s is 10 times as fast, and takes as long again", 60_000, at(0, 0), at(0.5, 3_000), 10, 3_000],
  ["what was done before is not counted", 60_000, at(0.5, 1_000), at(0.75, 4_000), 5, 3_000],
  ["slower than the video itself", 10_000, at(0, 0), at(0.25, 5_000), 0.5, 15_000],
  ["done", 60_000, at(0, 0), at(1, 2_000), 30, 0],
])("%s", (_case, videoMs, first, now, speed, leftMs) => {
  expect(exportPace(videoMs, first, now)).toEqual({ speed, leftMs });
});

test.each([
  ["too soon to tell", at(0, 0), at(0.5, 999)],
  ["it stands still", at(0.3, 0), at(0.3, 60_000)],
  ["too little is done", at(0, 0), at(0.009, 60_000)],
])("%s: nothing is said", (_case, first, now) => {
  expect(exportPace(60_000, first, now)).toBeNull();
});
