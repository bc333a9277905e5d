import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { DEFAULT_POLICY, type DiskSpace } from "#recorder/recording/keeping/retention.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { onwardRule } from "#recorder/recording/volumes/move-rules.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { eventually } from "#test/support/eventually.ts";
import { volume } from "./volumes-fixture.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const DAY_MS = 86_400_000;
const roomy: DiskSpace = { capacityBytes: 100e9, freeBytes: 90e9, unavailableBytes: 0 };
let above: string;
let fast: string;
let slow: string;
let spaces: Map<string, DiskSpace>;
let one: Recordings;
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), "onward-"));
  [fast, slow] = [join(above, "fast"), join(above, "slow")];
  spaces = new Map();
});
afterEach(async () => {
  await one.close();
  rmSync(above, { recursive: true, force: true });
});

async function start(volumes: readonly VolumeSpec[], nowMs = START + 60_000): Promise<void> {
  one = await openRecordings(join(above, "data"), {
    volumes,
    now: () => nowMs,
    space: (folder) => Promise.resolve(spaces.get(folder) ?? roomy),
    freshMs: 0,
    segmentMs: 2000,
  });
  await one.reconciled;
}
async function record(streamId: string, startMs: number, seconds: number, cameraId = "1"): Promise<void> {
  const recorder = await one.recorder(streamId, cameraId, "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of new SyntheticCamera({ startMs, frameBytes: 3000 }).seconds(seconds)) recorder.push(unit);
  await one.stop(streamId);
}
/** By the recorder's own clock, or another one. */
const rule = (atMs?: number) => {
  const { policy, nowMs: ownMs } = one.cleaner;
  return onwardRule({ volumes: one.volumes, index: one.index, cleaner: { policy, nowMs: atMs ?? ownMs } });
};
const from = () => one.volumes.all[0]!;
const due = async (take = 100, atMs?: number): Promise<string[]> =>
  (await rule(atMs).next(from(), take)).map(
    ({ streamId, startMs }) => `${streamId} ${Math.round((startMs - START) / 1000)}`,
  );
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp4"))
    : [];
const list = (more: Partial<VolumeSpec> = {}): VolumeSpec[] => [
  volume("fast", fast, { moveAfterDays: 2, ...more }),
  volume("slow", slow, { role: "keep" }),
];

describe("what goes on to volumes that keep only", () => {
  it("is what is older than the volume's days, of all streams the oldest first", async () => {
    await start(list());
    await record("s2", START + 1000, 6);
    await record("s1", START, 6);
    expect(await due()).toEqual([]);
    const laterMs = START + 2 * DAY_MS + 5500;
    expect(await due(100, laterMs)).toEqual(["s1 0", "s2 1", "s1 2", "s2 3"]);
    expect(await due(3, laterMs)).toEqual(["s1 0", "s2 1", "s1 2"]);
    expect(await due(100, laterMs + DAY_MS)).toHaveLength(6);
  });

  it("is only what the volume's rule chooses: by camera, motion or lock; of what is nearly full the oldest of all", async () => {
    await start(list());
    await record("s1", START, 10);
    await record("s2", START, 10, "2");
    await one.index.putEvent({ streamId: "s1", startMs: START + 4500, stopMs: START + 5500, score: 0 });
    await one.index.addLock({ streamId: null, fromMs: START + 100, toMs: START + 200, note: "", createdMs: 1 });
    const laterMs = START + 2 * DAY_MS + 9000;
    const chosen = async (only: VolumeSpec["moveOnly"]): Promise<string[]> => {
      const [first, ...others] = list();
      if (first && only) await one.setVolumes([{ ...first, moveOnly: only }, ...others]);
      return due(100, laterMs);
    };
    expect(await chosen({ what: "all", cameras: ["2"] })).toEqual(["s2 0", "s2 2", "s2 4", "s2 6"]);
    expect(await chosen({ what: "motion", cameras: null })).toEqual(["s1 4"]);
    expect(await chosen({ what: "motion", cameras: ["2"] })).toEqual([]);
    expect(await chosen({ what: "evidence", cameras: null })).toEqual(["s1 0", "s2 0"]);
    expect(await chosen({ what: "all", cameras: null })).toHaveLength(8);
    const all = (await one.index.usageOf("fast")).reduce((sum, { bytes }) => sum + bytes, 0);
    spaces.set(fast, { capacityBytes: 100e9, freeBytes: 17e9 - all / 5, unavailableBytes: 0 });
    await chosen({ what: "motion", cameras: null });
    await from().look();
    const sooner = await due(100, laterMs);
    expect(sooner.slice(0, 2)).toEqual(["s1 0", "s2 0"]);
    expect(sooner).toContain("s1 4");
    expect(sooner).not.toContain("s2 6");
  });

  it("chooses motion again and again without looking at what it has passed over", async () => {
    await start(list());
    await record("s1", START, 10);
    await one.index.putEvent({ streamId: "s1", startMs: START + 4500, stopMs: START + 5500, score: 0 });
    const [first, ...others] = list();
    await one.setVolumes([{ ...first!, moveOnly: { what: "motion", cameras: null } }, ...others]);
    const { policy } = one.cleaner;
    const rules = onwardRule({
      volumes: one.volumes,
      index: one.index,
      cleaner: { policy, nowMs: START + 2 * DAY_MS + 9000 },
    });
    const asked = vi.spyOn(one.index, "filesToMove");
    for (let time = 0; time < 2; time++)
      expect((await rules.next(from(), 9)).map(({ startMs }) => Math.round((startMs - START) / 1000))).toEqual([4]);
    expect(asked.mock.calls.map(([{ fromMs }]) => Math.max(0, Math.round((fromMs - START) / 1000)))).toEqual([0, 4]);
  });

  it("is the oldest before the cleaner would remove it: where the disk, or what is allowed there, is nearly full", async () => {
    await start(list({ moveAfterDays: 30 }));
    await record("s1", START, 10);
    const all = (await one.index.usageOf("fast")).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(await due()).toEqual([]);
    // The threshold is 85 %: at 83 % the oldest go, as much as is over.
    spaces.set(fast, { capacityBytes: 100e9, freeBytes: 17e9 - all / 2, unavailableBytes: 0 });
    await from().look();
    expect((await due()).slice(0, 2)).toEqual(["s1 0", "s1 2"]);
    expect((await due()).length).toBeLessThan(5);
    spaces.set(fast, roomy);
    await from().look();
    one.cleaner.setPolicy({ ...DEFAULT_POLICY, maxBytes: all });
    expect(await due()).toEqual(["s1 0"]);
    one.cleaner.setPolicy({ ...DEFAULT_POLICY, maxBytes: all, cleaning: false });
    expect(await due()).toEqual([]);
  });

  it("goes to one that keeps only, up to a little beyond its threshold, and to no other", async () => {
    await start([...list(), volume("other", join(above, "other"))]);
    const target = async () => (await rule().target(from(), 1e6))?.name ?? null;
    expect(await target()).toBe("slow");
    for (const [freeBytes, name] of [
      [14e9, "slow"],
      [12.9e9, null],
    ] as const) {
      spaces.set(slow, { capacityBytes: 100e9, freeBytes, unavailableBytes: 0 });
      await one.volumes.all[1]?.look();
      expect(await target()).toBe(name);
    }
  });

  it("is moved while it records, evidence too, and played as before; the days may be taken back", {
    timeout: 30_000,
  }, async () => {
    await start(list({ moveAfterDays: 3 }), START + 2 * DAY_MS + 5500);
    await record("s1", START, 8);
    await one.index.addLock({ streamId: "s1", fromMs: START, toMs: START + 3000, note: "", createdMs: 1 });
    expect(filesIn(slow)).toEqual([]);
    await one.setVolumes(list());
    await eventually(() => filesIn(slow).length === 2, "the two oldest have gone on");
    await eventually(() => filesIn(fast).length === 2, "and are no longer where they were");
    expect(videosOf(await all(one.reader.samples("s1", 0))).map(({ data }) => frameNumber(data))).toEqual(
      Array.from({ length: 8 * 15 }, (_, at) => at),
    );
    await one.setVolumes([volume("fast", fast), volume("slow", slow, { role: "keep" })]);
    expect(rule().from()).toEqual([]);
  });
});
