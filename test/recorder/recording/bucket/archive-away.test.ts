/** The service is away or hangs, a volume is away, a file is damaged. */
import { mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copiesOf } from "#recorder/recording/bucket/bucket-files.ts";
import { SegmentReader } from "#recorder/recording/segments/reading/segment-reader.ts";
import { volume } from "#test/recorder/recording/volumes/volumes-fixture.ts";
import { all, videosOf } from "#test/recorder/recording/fixture.ts";
import { whyNoS3Service } from "#test/support/machine/s3-service.ts";
import { archiveInBucket, eventually, filesIn, LATER, START } from "./archive-in-bucket.ts";

describe.skipIf(whyNoS3Service !== null)("an archive in a bucket when something is away", () => {
  const at = archiveInBucket();

  it("a service that hangs is away within ten seconds", async () => {
    await at.start();
    await at.one.bucket.set(at.spec());
    await at.told({ state: "ok" });
    at.service.pause();
    try {
      const beganMs = performance.now();
      await at.told({ state: "away" });
      expect(performance.now() - beganMs).toBeLessThan(10_000);
    } finally {
      at.service.resume();
    }
    await at.told({ state: "ok" });
  });

  it("a file that its disk has damaged is made anew from its copy when the scrub finds it", async () => {
    const repaired: number[] = [];
    const damaged: number[] = [];
    await at.start("a", { onRepaired: (n) => repaired.push(n), onDamage: (n) => damaged.push(n) });
    await at.record("s", 16);
    await at.one.bucket.set(at.spec());
    await at.copied(8);
    const paths = filesIn(join(at.folder, "a")).map((file) => join(at.folder, "a", file));
    const [bad = "", cut = ""] = paths;
    const [before, cutBefore] = [readFileSync(bad), readFileSync(cut)];
    const other = Buffer.from(before);
    other.writeUInt8(other.readUInt8(5000) ^ 255, 5000);
    writeFileSync(bad, other);
    truncateSync(cut, 4000);
    await at.one.check();
    await eventually(() => expect(repaired).toEqual([2]), 15_000);
    expect(readFileSync(bad).equals(before)).toBe(true);
    expect(readFileSync(cut).equals(cutBefore)).toBe(true);
    expect(damaged).toEqual([]);
    expect((await at.one.index.damaged(9)).count).toBe(0);
    expect(filesIn(join(at.folder, "a"))).toHaveLength(8);
  });

  it("what lies on a volume that is away is played from its copy, also by an export, and is not said to be away", async () => {
    const disk = join(at.folder, "disk");
    mkdirSync(disk);
    await at.start("a", { volumes: [volume("disk", disk)] });
    await at.record("s", 32);
    await at.one.bucket.set(at.spec());
    await at.copied(16);
    await at.record("t", 4);
    const [before, uncopied] = [await at.frames("s"), await at.frames("t")];
    expect([before.length, uncopied.length]).toEqual([480, 60]);
    const [short = ""] = filesIn(disk).filter((file) => file.startsWith("s"));
    truncateSync(join(disk, short), 4000);
    // Too short for its rows: the copy is read already.
    expect(await at.frames("s")).toEqual(before);
    await at.one.bucket.set(at.spec({ afterDays: 1000 }));
    await at.record("u", 4);

    renameSync(disk, join(at.folder, "unplugged"));
    await eventually(() => expect(at.one.volumes.away).toEqual(["disk"]));
    const facts = async () => ({
      frames: await at.frames("s"),
      picture: (await at.one.reader.frameAt("s", START + 21_000)) !== null,
      isAway: await at.one.reader.isAway("s", START + 21_000),
      next: (await at.one.reader.nextRecorded("s", START)) !== null,
      unreached: (await at.one.reader.unreached("s", START, START + 32_000)).length,
      runs: (await at.one.index.archivesBefore("s", LATER, 9, START - 1, at.one.volumes.away)).map(
        (run) => run.isAway === true,
      ),
    });
    const played = { frames: before, picture: true, isAway: false, next: true, unreached: 0, runs: [false] };
    expect(await facts()).toEqual(played);
    expect(await at.one.reader.isAway("u", START + 2000)).toBe(true);
    expect(await at.frames("u")).toEqual([]);
    expect(await at.one.reader.unreached("u", START, START + 4000)).toHaveLength(1);

    // As an export: its volume was left out of what it was told.
    const exporting = new SegmentReader(
      () => null,
      at.one.index,
      null,
      () => [],
      undefined,
      copiesOf(at.spec(), at.one.index),
    );
    expect(videosOf(await all(exporting.samples("s", START)))).toHaveLength(480);
    expect(await exporting.unreached("s", START, START + 32_000)).toEqual([]);
    expect(await exporting.unreachedOn("u", START, START + 32_000)).toEqual(["disk"]);

    renameSync(join(at.folder, "unplugged"), disk);
    await eventually(() => expect(at.one.volumes.away).toEqual([]));
    expect(await at.frames("u")).toHaveLength(60);
  });

  // Last: for half a minute after it the service is slow to make buckets.
  it("a service that is away: nothing is lost, people are told, and the backlog goes when it is back", async () => {
    await at.start();
    await at.record("s", 32);
    await at.one.bucket.set(at.spec());
    await at.copied(16);
    await at.clean();
    await at.service.down();
    try {
      await at.told({ state: "away" });
      await at.record("t", 32, { startMs: LATER - 200_000 });
      await at.told({
        state: "away",
        backlog: { files: 16, bytes: expect.any(Number), oldestMs: expect.any(Number), isMore: false },
      });
      // It is recorded, and cannot be reached: not missing.
      expect(await at.one.reader.isAway("s", START + 5000)).toBe(true);
      expect(await at.one.reader.unreached("s", START, START + 32_000)).toHaveLength(1);
      expect(await at.one.reader.nextRecorded("s", START)).toBeNull();
      expect(await at.frames("t")).toHaveLength(480);
    } finally {
      await at.service.up();
    }
    await at.told({ state: "ok" });
    await at.copied(32);
    await at.told({ backlog: { files: 0, bytes: 0, oldestMs: 0, isMore: false } });
    expect(await at.frames("s")).toHaveLength(480);
  });
});
