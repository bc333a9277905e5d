import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ExportJobs, KEEP_MS } from "#recorder/site/exports/export-jobs.ts";
import type { ExportAsk, MadeExport } from "#recorder/site/exports/export-ask.ts";

const ask: ExportAsk = { streams: [], startMs: 0, stopMs: 10_000, format: "mkv", zip: false };

let removed: string[];
let finish: ((answer: Result<MadeExport, Failure>) => void)[];
let jobs: ExportJobs;
beforeEach(() => {
  vi.useFakeTimers();
  removed = [];
  finish = [];
  jobs = new ExportJobs(() => new Promise((resolve) => finish.push(resolve)));
});
afterEach(() => {
  jobs.stop();
  vi.useRealTimers();
});
const made = (file: string, name: string | null = null): Result<MadeExport, Failure> =>
  ok({ file, name, bytes: 1, withoutVideo: [], notReachable: [], remove: () => removed.push(file) });

test("a file is called by what is in it, a zip as it was asked for", async () => {
  jobs.start("u", ask, "Yard 10-00-00Z.mkv");
  jobs.start("u", ask, "2 cameras 10-00-00Z.zip");
  finish[0]?.(made("a", "Yard 10-00-42Z.mkv"));
  finish[1]?.(made("b"));
  await vi.advanceTimersByTimeAsync(0);
  expect(jobs.of("u").map(({ name }) => name)).toEqual(["Yard 10-00-42Z.mkv", "2 cameras 10-00-00Z.zip"]);
});

test("a finished file goes when its time is over, though nobody asks", async () => {
  jobs.start("u", ask, "a.mkv");
  finish[0]?.(made("a"));
  await vi.advanceTimersByTimeAsync(60_000);
  jobs.start("u", ask, "b.mkv");
  finish[1]?.(made("b"));
  await vi.advanceTimersByTimeAsync(KEEP_MS - 60_001);
  expect(removed).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(removed).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(removed).toEqual(["a", "b"]);
  expect(jobs.of("u")).toEqual([]);
});

test("one that still runs is left alone, and a cancelled one's file never stays", async () => {
  const job = jobs.start("u", ask, "a.mkv");
  await vi.advanceTimersByTimeAsync(KEEP_MS * 2);
  expect(jobs.of("u")).toHaveLength(1);
  expect(job.ok && jobs.remove("u", job.value.id)).toBe(true);
  finish[0]?.(made("late"));
  await vi.advanceTimersByTimeAsync(0);
  expect(removed).toEqual(["late"]);
});

test("those that end together start none of each other, only the next of somebody else", async () => {
  let begun = 0;
  jobs = new ExportJobs((_, cancelled) => {
    begun += 1;
    return new Promise((resolve) => {
      cancelled.addEventListener("abort", () => resolve(refuse("export/failed")));
    });
  });
  for (let n = 0; n < 5; n += 1) jobs.start("u", ask, `${n}.mkv`);
  jobs.start("other", ask, "other.mkv");
  expect(begun).toBe(2);
  jobs.end(({ userId }) => userId === "u");
  expect(begun).toBe(3);
  expect(jobs.of("other")).toMatchObject([{ state: "running" }]);
});
