import { expect, test } from "vitest";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type { VolumeUse } from "#protocol/rest/server/server.ts";
import { tierEstimates } from "#recorder/site/volumes/tier-use.ts";

const GB = 1e9;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const spec = (name: string, more: Partial<VolumeSpec> = {}): VolumeSpec => ({
  name,
  path: `/mnt/${name}`,
  role: "record",
  reserveBytes: 0,
  weight: 1,
  ...more,
});
const use = (name: string, more: Partial<VolumeUse> = {}): VolumeUse => ({
  name,
  path: `/mnt/${name}`,
  role: "record",
  state: "ok",
  reason: "",
  capacity: 1000 * GB,
  free: 600 * GB,
  reserve: 0,
  archivesSize: 400 * GB,
  oldest: 1,
  newest: 2,
  bytesPerSecond: 0,
  streams: 1,
  weight: 1,
  ...more,
});
const told = async (
  volumes: VolumeUse[],
  specs: VolumeSpec[],
  more: { firstMs?: number; bytes?: number; what?: "all" | "motion"; isBucket?: boolean } = {},
) => {
  const { firstMs = NOW - 9 * DAY_MS, bytes = 100 * GB, what = "all", isBucket = false } = more;
  const asked: number[] = [];
  const stream = { streamId: "s", cameraId: "1", bytes, recordedMs: 1, segments: 1, firstMs, lastMs: NOW };
  const index = {
    usage: () => Promise.resolve([stream, { ...stream, streamId: "none", segments: 0, firstMs: 0 }]),
    recordedBetween: (fromMs: number, toMs: number) => {
      asked.push(toMs - fromMs);
      return Promise.resolve([{ streamId: "s", bytes, recordedMs: 1 }]);
    },
  };
  const bucket = isBucket ? { what, cameras: null, afterDays: 2 } : null;
  const estimate = tierEstimates({ index, now: () => NOW });
  const site = { thresholdPercent: 85, licensedMs: 0, bucket };
  const listed = await estimate(volumes, specs, site);
  // What was summed up a moment ago is not summed up again.
  expect(await estimate(volumes, specs, site)).toEqual(listed);
  return { asked, estimates: listed.map(({ estimate }) => estimate) };
};

test("each volume says how long it holds at the rate of the last day, one that is not named does not", async () => {
  const specs = [spec("fast", { moveAfterDays: 3 }), spec("nas", { role: "keep" })];
  const volumes = [use("fast", { moveAfterDays: 3 }), use("nas", { role: "keep" }), use("gone", { role: "keep" })];
  expect(await told(volumes, specs)).toEqual({
    asked: [DAY_MS],
    estimates: [{ days: 3, end: "moves" }, { days: 8.5, end: "removed" }, undefined],
  });
  const copied = await told(volumes, specs, { isBucket: true });
  expect(copied.estimates[1]).toEqual({ days: 8.5, end: "archive" });
  const partly = await told(volumes, specs, { isBucket: true, what: "motion" });
  expect(partly.estimates[1]).toEqual({ days: 8.5, end: "removed" });
});

test("where only a part goes on by its age, the volume holds the rest until it is full", async () => {
  const only = { what: "motion", cameras: null } as const;
  const specs = [spec("fast", { moveAfterDays: 3, moveOnly: only }), spec("nas", { role: "keep" })];
  const { estimates } = await told([use("fast", { moveAfterDays: 3 }), use("nas", { role: "keep" })], specs);
  expect(estimates[0]).toEqual({ days: 8.5, end: "moves" });
});

test("a recorder that has just begun is measured by the time since, and says nothing of the first minutes", async () => {
  const half = await told([use("a")], [spec("a")], { firstMs: NOW - DAY_MS / 2, bytes: 50 * GB });
  expect(half).toEqual({ asked: [DAY_MS / 2], estimates: [{ days: 8.5, end: "removed" }] });
  for (const firstMs of [NOW - 60_000, NOW + 60_000]) {
    const young = await told([use("a")], [spec("a")], { firstMs });
    expect(young).toEqual({ asked: [], estimates: [undefined] });
  }
});
