import { oldestKeptMs, tooOld } from "#recorder/recording/bucket/kept-copies.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 30);
const ago = (days: number): number => NOW - days * DAY_MS;
const policy = (maxDays: number | null, ...own: (number | null)[]) => ({
  maxAgeMs: maxDays === null ? null : maxDays * DAY_MS,
  streams: own.map((days, at) => ({ streamId: `s${at}`, minimumMs: days === null ? null : days * DAY_MS })),
});

describe("how long copies are kept", () => {
  it.each([
    ["for ever, without days", null, policy(null, 90), []],
    ["their days", 30, policy(null, null), [{ beforeMs: ago(30), notOf: [] }]],
    ["a fewer days of an override change nothing", 30, policy(null, 7), [{ beforeMs: ago(30), notOf: [] }]],
    [
      "as long as an override promises",
      30,
      policy(null, null, 90),
      [
        { beforeMs: ago(30), notOf: ["s1"] },
        { beforeMs: ago(90), of: ["s1"] },
      ],
    ],
    ["no longer than the licence allows", null, policy(60, 90), [{ beforeMs: ago(60), notOf: [] }]],
    [
      "nor where an override promises more",
      30,
      policy(60, 90),
      [
        { beforeMs: ago(30), notOf: ["s0"] },
        { beforeMs: ago(60), of: ["s0"] },
      ],
    ],
  ])("%s", (_what, keepDays, of, expected) => {
    expect(tooOld({ keepDays }, of, NOW)).toEqual(expected);
  });

  it("no stream loses what an override promises and the licence allows, and each loses the rest", () => {
    const days = fc.integer({ min: 1, max: 400 });
    const maybe = fc.option(days);
    fc.assert(
      fc.property(maybe, maybe, fc.array(maybe, { maxLength: 4 }), (keepDays, maxDays, own) => {
        const asks = tooOld({ keepDays }, policy(maxDays, ...own), NOW);
        for (const [at, promised] of own.entries()) {
          const name = `s${at}`;
          const before = asks
            .filter(({ of, notOf }) => of?.includes(name) ?? !notOf?.includes(name))
            .map(({ beforeMs }) => beforeMs);
          const kept = Math.min(maxDays ?? Infinity, Math.max(keepDays ?? Infinity, promised ?? 0));
          expect(before).toEqual(Number.isFinite(kept) ? [ago(kept)] : []);
        }
      }),
    );
    expect(oldestKeptMs({ keepDays: null }, policy(null), NOW)).toBe(0);
  });
});
