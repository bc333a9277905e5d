/** What is copied into a bucket, how long it stays there, and that it is played from there. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BucketReport } from "#recorder/ipc/storage-shapes.ts";
import { OwnStreams } from "#recorder/recording/keeping/own-streams.ts";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber } from "#test/recorder/recording/synthetic-camera.ts";
import { whyNoS3Service } from "#test/support/machine/s3-service.ts";
import { archiveInBucket, eventually, filesIn, LATER, SOON, START } from "./archive-in-bucket.ts";

describe.skipIf(whyNoS3Service !== null)("an archive in a bucket", () => {
  const at = archiveInBucket();

  it.each([
    ["in clear", {}],
    ["sealed by a passphrase", { encryption: "own", passphrase: "nobody else knows this" }],
  ] as const)(
    "holds copies of what is old enough, %s, and plays them when the disk has let them go",
    async (_, more) => {
      await at.start();
      await at.record("s", 40);
      const before = await at.frames("s");
      expect(before).toHaveLength(600);
      await at.one.bucket.set(at.spec(more));
      await at.copied(20);
      expect(await at.sums()).toMatchObject({ objects: 3, only: { files: 0 } });
      const [object] = await at.one.index.objectsAfter("", 9);
      const head = await at.client().fetch(`${at.service.endpoint}/${at.bucket}/${object!.key}`, { method: "HEAD" });
      const first = filesIn(join(at.folder, "a")).toSorted().slice(0, 8);
      const digests = first.map((file) =>
        createHash("sha256")
          .update(readFileSync(join(at.folder, "a", file)))
          .digest("hex"),
      );
      expect(head.headers.get("x-amz-meta-sha256")?.split(",")).toEqual(digests);
      expect(filesIn(join(at.folder, "a"))).toHaveLength(20);

      await at.clean();
      expect(filesIn(join(at.folder, "a"))).toEqual([]);
      expect(await at.sums()).toMatchObject({ objects: 3, only: { files: 20 } });
      expect(await at.frames("s")).toEqual(before);
      expect((await at.one.reader.keyFrameAt("s", START + 21_000))?.key).toBe(true);
      expect(await at.one.reader.isAway("s", START + 21_000)).toBe(false);
      expect(await at.one.reader.unreached("s", START, START + 40_000)).toEqual([]);
    },
  );

  it("is read by a process that does not keep it, which sends nothing and tells nothing", async () => {
    await at.start();
    await at.record("s", 20);
    const before = await at.frames("s");
    await at.one.bucket.set(at.spec());
    await at.copied(10);
    await at.clean();
    expect(filesIn(join(at.folder, "a"))).toEqual([]);
    const [told, handed]: [BucketReport[], string[]] = [[], []];
    const second = await openRecordings(join(at.folder, "a"), {
      own: new OwnStreams(1),
      writeIndex: ({ name }) => (handed.push(name), Promise.resolve({ done: null })),
      bucketTiming: SOON,
      onBucket: (report) => told.push(report),
    });
    try {
      await second.bucket.set(at.spec());
      const seen = videosOf(await all(second.reader.samples("s", START))).map((item) => frameNumber(item.data));
      expect([seen, told, handed]).toEqual([before, [], ["closeOpenEvents"]]);
    } finally {
      await second.close();
    }
  });

  it("goes on with an upload that was cut: parts that are there are not sent again", async () => {
    await at.start();
    // Two objects of parts of 8 MiB.
    await at.record("s", 32, { frameBytes: 60_000 });
    const before = await at.frames("s");
    await at.one.bucket.set(at.spec({ limit: 20_000_000 }));
    await eventually(async () => expect(await at.one.index.keptUpload()).not.toBeNull());
    await at.one.close();
    await at.start();
    const kept = await at.one.index.keptUpload();
    await at.one.bucket.set(at.spec());
    await at.copied(16);
    const keys = (await at.one.index.objectsAfter("", 9)).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    if (kept) expect(keys).toContain(kept.key);
    await at.clean();
    expect(await at.frames("s")).toEqual(before);
  });

  it("evidence is copied at once, and nobody can delete it there until it is let go", async () => {
    await at.makeLocked();
    await at.start();
    await at.record("s", 32);
    const lock = { note: "", createdMs: 0, streamId: "s", fromMs: START + 9000, toMs: START + 12_500 };
    const id = await at.one.index.addLock(lock);
    // What is not evidence is far too young.
    await at.one.bucket.set(at.spec({ afterDays: 30, holds: true }));
    await at.copied(3);
    const [object] = await at.one.index.objectsAfter("", 9);
    expect(object).toMatchObject({ isHeld: true, streamId: "s" });
    const address = `${at.service.endpoint}/${at.bucket}/${object!.key}?versionId=${object!.version}`;
    expect((await at.client().fetch(address, { method: "DELETE" })).status).toBe(403);
    // The licence lets it be kept for a moment only; evidence stays.
    at.one.cleaner.setPolicy({ ...DEFAULT_POLICY, maxAgeMs: 1000 });
    await at.one.cleaner.run();
    expect(filesIn(join(at.folder, "a"))).toHaveLength(3);
    await at.one.index.removeLock(id);
    await eventually(
      async () => expect((await at.client().fetch(address, { method: "HEAD" })).status).toBe(404),
      10_000,
    );
    await eventually(async () => expect(await at.sums()).toMatchObject({ objects: 0, held: 0 }));
  });

  it("what is older than its days goes from the bucket, and is not copied again", async () => {
    await at.start();
    await at.record("s", 16);
    await at.record("s", 16, { startMs: LATER - 20_000 });
    const hourOld = { afterDays: 1 / 24 };
    await at.one.bucket.set(at.spec(hourOld));
    await at.record("t", 16);
    await at.copied(16);
    // Of one of them an override promises more.
    at.one.cleaner.setPolicy({ ...DEFAULT_POLICY, streams: [{ streamId: "t", minimumMs: LATER }] });
    await at.one.bucket.set(at.spec({ ...hourOld, keepDays: 2 / 24 }));
    const streams = async () => new Set((await at.one.index.objectsAfter("", 9)).map(({ streamId }) => streamId));
    await eventually(async () => expect(await streams()).toEqual(new Set(["t"])));
    expect(filesIn(join(at.folder, "a"))).toHaveLength(24);
    // Its files may leave the disk, because its copies stay as long as is promised.
    at.one.cleaner.setPolicy({ ...at.one.cleaner.policy, maxBytes: 1 });
    await at.one.cleaner.run();
    expect(await at.frames("t")).toHaveLength(240);
    at.one.cleaner.setPolicy(DEFAULT_POLICY);
    await eventually(async () => expect((await at.sums()).objects).toBe(0));
    const listed = await at.client().fetch(`${at.service.endpoint}/${at.bucket}?list-type=2`);
    expect(await listed.text()).not.toContain("<Contents>");
  });

  it("copies what its rules say: of some cameras, what moved, or evidence alone", async () => {
    await at.start();
    await at.record("s", 32);
    await at.one.index.claimStream("s-small", "7");
    await at.one.index.putEvent({ streamId: "s-small", startMs: START + 9000, stopMs: START + 10_500, score: 0 });
    await at.one.bucket.set(at.spec({ what: "evidence" }));
    await at.told({ state: "ok", backlog: { files: 0, bytes: 0, oldestMs: 0, isMore: false } });
    await at.one.bucket.set(at.spec({ cameras: ["8"] }));
    await at.told({ state: "ok", backlog: { files: 0, bytes: 0, oldestMs: 0, isMore: false } });
    expect((await at.sums()).objects).toBe(0);
    // By the motion of its small stream: two files of two seconds.
    await at.one.bucket.set(at.spec({ what: "motion", cameras: ["7"] }));
    await at.copied(2);
    await at.one.bucket.set(at.spec());
    await at.copied(16);
  });

  it("index and bucket are compared: what somebody has deleted there is gone from the index", async () => {
    await at.start();
    await at.record("s", 32);
    await at.one.bucket.set(at.spec());
    await at.copied(16);
    await at.clean();
    const [gone] = await at.one.index.objectsAfter("", 9);
    await at.client().fetch(`${at.service.endpoint}/${at.bucket}/${gone!.key}`, { method: "DELETE" });
    await at.client().fetch(`${at.service.endpoint}/${at.bucket}/site/of-somebody-else`, { method: "PUT", body: "x" });
    await at.one.bucket.set(at.spec());
    await at.told({ compared: { atMs: LATER, there: 2, unknown: 1, missing: 1 } });
    expect(await at.frames("s")).toHaveLength(240);
  });
});
