import { expect, it } from "vitest";
import { type CpuUse, NO_CPU_USE, cpuUseAfter } from "#recorder/process/watch/cpu-use.ts";

const EVERY_MS = 2000;
const LIMIT = 2;

/** Seconds and the processors in use during them, one after another; what was said, with the second when. */
function told(parts: readonly (readonly [seconds: number, cores: number])[]): string[] {
  const news: string[] = [];
  let use: CpuUse = NO_CPU_USE;
  let atMs = 1000;
  let cpuMs = 0;
  for (const [seconds, cores] of parts)
    for (let spentMs = 0; spentMs < seconds * 1000; spentMs += EVERY_MS) {
      const { isBurning } = use;
      use = cpuUseAfter(use, { atMs, cpuMs }, LIMIT);
      if (use.isBurning !== isBurning) news.push(`${use.isBurning ? "busy" : "calm"} at ${(atMs - 1000) / 1000}`);
      atMs += EVERY_MS;
      cpuMs += cores * EVERY_MS;
    }
  return news;
}

it.each([
  ["never much", [[300, 0.5]], []],
  ["all it may, from its start", [[70, 2]], ["busy at 60"]],
  [
    "all it may, for less than a minute",
    [
      [50, 2],
      [100, 0.2],
    ],
    [],
  ],
  ["nearly all", [[70, 1.85]], ["busy at 60"]],
  ["not quite", [[200, 1.7]], []],
  [
    "all, then less: said once, also while it stays just below",
    [
      [70, 2],
      [200, 1.6],
    ],
    ["busy at 60"],
  ],
  [
    "all, then little",
    [
      [70, 2],
      [60, 0.2],
    ],
    ["busy at 60", "calm at 92"],
  ],
] satisfies [string, [number, number][], string[]][])("%s", (_what, parts, news) => {
  expect(told(parts)).toEqual(news);
});

it("one that was started anew counts from its own start", () => {
  let use = NO_CPU_USE;
  for (const sample of [
    { atMs: 0, cpuMs: 0 },
    { atMs: 60_000, cpuMs: 119_000 },
  ])
    use = cpuUseAfter(use, sample, LIMIT);
  expect(use.isBurning).toBe(true);
  use = cpuUseAfter(use, { atMs: 62_000, cpuMs: 100 }, LIMIT);
  expect([use.samples.length, use.cores, use.isBurning]).toEqual([1, null, true]);
  use = cpuUseAfter(use, { atMs: 122_000, cpuMs: 200 }, LIMIT);
  expect(use.isBurning).toBe(false);
});
