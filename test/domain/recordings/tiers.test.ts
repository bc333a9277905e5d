import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTiers, type TierVolume } from "#domain/recordings/tiers.ts";

const GB = 1e9;
const DAY_MS = 86_400_000;
const volume = (name: string, more: Partial<TierVolume> = {}): TierVolume => ({
  name,
  role: "record",
  weight: 1,
  reserveBytes: 0,
  capacityBytes: 1000 * GB,
  freeBytes: 600 * GB,
  recordedBytes: 400 * GB,
  bytesPerSecond: 0,
  moveAfterDays: null,
  isPartMoved: false,
  ...more,
});
const fast = (more: Partial<TierVolume> = {}) => volume("fast", { moveAfterDays: 3, ...more });
const nas = (more: Partial<TierVolume> = {}) =>
  volume("nas", { role: "keep", capacityBytes: 4000 * GB, freeBytes: 3600 * GB, ...more });
/** 85 % of 1000 GB at 100 GB a day: 8.5 days */
const site = { bytesPerDay: 100 * GB, thresholdPercent: 85, copiedAfterDays: null, licensedMs: 0 };
const told = (volumes: TierVolume[], more: Partial<typeof site> | { copiedAfterDays: number } = {}) =>
  [...estimateTiers(volumes, { ...site, ...more })].map(([name, { days, end }]) => [
    name,
    Math.round(days * 10) / 10,
    end,
  ]);

describe("how long recordings stay on a volume", () => {
  it.each([
    ["until its room is used", told([volume("a")]), [["a", 8.5, "removed"]]],
    ["less where others need room", told([volume("a", { reserveBytes: 500 * GB })]), [["a", 5, "removed"]]],
    [
      "two share the rate by weight",
      told([volume("a"), volume("b", { weight: 3 })]),
      [
        ["a", 34, "removed"],
        ["b", 11.3, "removed"],
      ],
    ],
    [
      "or as it is measured",
      told([volume("a", { bytesPerSecond: 30 }), volume("b", { bytesPerSecond: 10 })]),
      [
        ["a", 11.3, "removed"],
        ["b", 34, "removed"],
      ],
    ],
    [
      "then it moves on, and stays there",
      told([fast(), nas()]),
      [
        ["fast", 3, "moves"],
        ["nas", 34, "removed"],
      ],
    ],
    [
      "sooner where it is full before",
      told([fast({ moveAfterDays: 30 }), nas()]),
      [
        ["fast", 8.5, "moves"],
        ["nas", 34, "removed"],
      ],
    ],
    [
      "of a part the rest goes when it is full",
      told([fast({ isPartMoved: true }), nas()]),
      [
        ["fast", 8.5, "moves"],
        ["nas", 34, "removed"],
      ],
    ],
    ["nowhere to go", told([fast()]), [["fast", 8.5, "removed"]]],
    ["nobody hands on", told([volume("a"), nas()]), [["a", 8.5, "removed"]]],
    [
      "its copy stays",
      told([fast(), nas()], { copiedAfterDays: 30 }),
      [
        ["fast", 3, "moves"],
        ["nas", 34, "archive"],
      ],
    ],
    ["removed before it is copied", told([volume("a")], { copiedAfterDays: 30 }), [["a", 8.5, "removed"]]],
    [
      "the licence ends it",
      told([fast(), nas()], { licensedMs: 10 * DAY_MS }),
      [
        ["fast", 3, "moves"],
        ["nas", 7, "removed"],
      ],
    ],
    ["nothing is recorded", told([fast(), nas()], { bytesPerDay: 0 }), []],
    [
      "a volume that was never seen, or is drained",
      told([volume("a", { capacityBytes: 0 }), volume("b", { role: "drain" })]),
      [],
    ],
  ])("%s", (_, found, expected) => expect(found).toEqual(expected));

  it("what all tiers hold is what is recorded in their days", () => {
    const sizes = fc.record({
      cap: fc.integer({ min: 1, max: 5000 }),
      days: fc.integer({ min: 1, max: 90 }),
      rate: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(sizes, sizes, ({ cap, days, rate }, keep) => {
        const full = { freeBytes: 0, recordedBytes: cap * GB, capacityBytes: cap * GB };
        const volumes = [
          fast({ ...full, moveAfterDays: days }),
          nas({ freeBytes: 0, recordedBytes: keep.cap * GB, capacityBytes: keep.cap * GB }),
        ];
        const found = estimateTiers(volumes, { ...site, bytesPerDay: rate * GB });
        const [first, second] = [found.get("fast")?.days ?? 0, found.get("nas")?.days ?? 0];
        expect(first * rate).toBeLessThanOrEqual(cap * 0.85 + 1e-6);
        expect(second * rate).toBeCloseTo(keep.cap * 0.85, 3);
      }),
    );
  });
});
