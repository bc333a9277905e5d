import { need } from "#base/assert.ts";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BUCKET_VOLUME, type BucketSpec } from "#domain/recordings/bucket.ts";
import type { BucketReport } from "#recorder/ipc/contracts.ts";
import { copiesOf } from "#recorder/recording/bucket/bucket-files.ts";
import { freshSalt } from "#recorder/recording/bucket/object-form.ts";
import { OwnStreams } from "#recorder/recording/keeping/own-streams.ts";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import type { Recordings, RecordingsOptions } from "#recorder/recording/recordings.ts";
import { SegmentReader } from "#recorder/recording/segments/segment-reader.ts";
import { volume } from "#test/recorder/recording/volumes/volumes-fixture.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { type S3Service, startS3Service, whyNoS3Service } from "#test/support/machine/s3-service.ts";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const LATER = START + 3 * 3_600_000;
const SOON = { probeMs: 100, keepMs: 200, lookMs: 50 };

describe.skipIf(whyNoS3Service !== null)("an archive in a bucket", () => {
  let service: S3Service;
  let above: string;
  let one: Recordings;
  let reports: BucketReport[];
  let count = 0;
  let bucket: string;
  beforeAll(async () => {
    service = await startS3Service();
  }, 60_000);
  afterAll(() => service?.stop());
  beforeEach(async () => {
    above = mkdtempSync(join(tmpdir(), "bucket-"));
    reports = [];
    bucket = `archive-${count++}`;
    await make(bucket);
  });
  afterEach(async () => {
    await one.close();
    rmSync(above, { recursive: true, force: true });
  });

  const client = () => new AwsClient({ ...service, service: "s3" });
  async function make(name: string, headers: Record<string, string> = {}): Promise<void> {
    const answer = await client().fetch(`${service.endpoint}/${name}`, { method: "PUT", headers });
    expect(answer.status).toBe(200);
  }
  const spec = (more: Partial<BucketSpec> = {}): BucketSpec => ({
    endpoint: service.endpoint,
    region: service.region,
    bucket,
    prefix: "site/",
    accessKeyId: service.accessKeyId,
    secretAccessKey: service.secretAccessKey,
    afterDays: 0,
    what: "all",
    cameras: null,
    keepDays: null,
    limit: null,
    hours: null,
    encryption: "none",
    passphrase: "",
    phraseSalt: freshSalt(),
    holds: false,
    ...more,
  });
  async function start(folder = "a", more: Partial<RecordingsOptions> = {}): Promise<Recordings> {
    one = await openRecordings(join(above, folder), {
      now: () => LATER,
      segmentMs: 2000,
      bucketTiming: SOON,
      onBucket: (report) => reports.push(report),
      ...more,
    });
    await one.reconciled;
    return one;
  }
  async function record(streamId: string, seconds: number, { startMs = START, frameBytes = 3000 } = {}): Promise<void> {
    const recorder = await one.recorder(streamId, "7", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    for (const unit of new SyntheticCamera({ startMs, frameBytes }).seconds(seconds)) recorder.push(unit);
    await one.stop(streamId);
  }
  const eventually = (check: () => unknown, timeout = 10_000) => vi.waitFor(check, { timeout, interval: 50 });
  const sums = () => one.index.bucketSums();
  const copied = (files: number) => eventually(async () => expect((await sums()).stored.files).toBe(files), 30_000);
  const told = (expected: Partial<BucketReport>) =>
    eventually(() => expect(reports.at(-1)).toMatchObject(expected), 15_000);
  const frames = async (streamId: string): Promise<number[]> =>
    videosOf(await all(one.reader.samples(streamId, START))).map((item) => frameNumber(item.data));
  const filesIn = (folder: string): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp4"))
      : [];
  /** The disk is far too full: whatever has a copy goes. */
  const clean = async (): Promise<void> => {
    one.cleaner.setPolicy({ ...DEFAULT_POLICY, maxBytes: 1 });
    await one.cleaner.run();
  };

  it.each([
    ["in clear", {}],
    ["sealed by a passphrase", { encryption: "own", passphrase: "nobody else knows this" }],
  ] as const)(
    "holds copies of what is old enough, %s, and plays them when the disk has let them go",
    async (_, more) => {
      await start();
      await record("s", 40);
      const before = await frames("s");
      expect(before).toHaveLength(600);
      await one.bucket.set(spec(more));
      await copied(20);
      expect(await sums()).toMatchObject({ objects: 3, only: { files: 0 } });
      const [object] = await one.index.objectsAfter("", 9);
      const head = await client().fetch(`${service.endpoint}/${bucket}/${object!.key}`, { method: "HEAD" });
      const first = filesIn(join(above, "a")).toSorted().slice(0, 8);
      const digests = first.map((file) =>
        createHash("sha256")
          .update(readFileSync(join(above, "a", file)))
          .digest("hex"),
      );
      expect(head.headers.get("x-amz-meta-sha256")?.split(",")).toEqual(digests);
      expect(filesIn(join(above, "a"))).toHaveLength(20);

      await clean();
      expect(filesIn(join(above, "a"))).toEqual([]);
      expect(await sums()).toMatchObject({ objects: 3, only: { files: 20 } });
      expect(await frames("s")).toEqual(before);
      expect((await one.reader.keyFrameAt("s", START + 21_000))?.key).toBe(true);
      expect(await one.reader.isAway("s", START + 21_000)).toBe(false);
      expect(await one.reader.unreached("s", START, START + 40_000)).toEqual([]);
    },
  );

  it("is read by a process that does not keep it, which sends nothing and tells nothing", async () => {
    await start();
    await record("s", 20);
    const before = await frames("s");
    await one.bucket.set(spec());
    await copied(10);
    await clean();
    expect(filesIn(join(above, "a"))).toEqual([]);
    const [told, handed]: [BucketReport[], string[]] = [[], []];
    const second = await openRecordings(join(above, "a"), {
      own: new OwnStreams(1),
      writeIndex: ({ name }) => (handed.push(name), Promise.resolve({ done: null })),
      bucketTiming: SOON,
      onBucket: (report) => told.push(report),
    });
    try {
      await second.bucket.set(spec());
      const seen = videosOf(await all(second.reader.samples("s", START))).map((item) => frameNumber(item.data));
      expect([seen, told, handed]).toEqual([before, [], ["closeOpenEvents"]]);
    } finally {
      await second.close();
    }
  });

  it("goes on with an upload that was cut: parts that are there are not sent again", async () => {
    await start();
    // Two objects of parts of 8 MiB.
    await record("s", 32, { frameBytes: 60_000 });
    const before = await frames("s");
    await one.bucket.set(spec({ limit: 20_000_000 }));
    await eventually(async () => expect(await one.index.keptUpload()).not.toBeNull());
    await one.close();
    await start();
    const kept = await one.index.keptUpload();
    await one.bucket.set(spec());
    await copied(16);
    const keys = (await one.index.objectsAfter("", 9)).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    if (kept) expect(keys).toContain(kept.key);
    await clean();
    expect(await frames("s")).toEqual(before);
  });

  it("a service that hangs is away within ten seconds", async () => {
    await start();
    await one.bucket.set(spec());
    await told({ state: "ok" });
    service.pause();
    try {
      const beganMs = performance.now();
      await told({ state: "away" });
      expect(performance.now() - beganMs).toBeLessThan(10_000);
    } finally {
      service.resume();
    }
    await told({ state: "ok" });
  });

  it("evidence is copied at once, and nobody can delete it there until it is let go", async () => {
    bucket = `locked-${count++}`;
    await make(bucket, { "x-amz-bucket-object-lock-enabled": "true" });
    await start();
    await record("s", 32);
    const lock = { note: "", createdMs: 0, streamId: "s", fromMs: START + 9000, toMs: START + 12_500 };
    const id = await one.index.addLock(lock);
    // What is not evidence is far too young.
    await one.bucket.set(spec({ afterDays: 30, holds: true }));
    await copied(3);
    const [object] = await one.index.objectsAfter("", 9);
    expect(object).toMatchObject({ isHeld: true, streamId: "s" });
    const address = `${service.endpoint}/${bucket}/${object!.key}?versionId=${object!.version}`;
    expect((await client().fetch(address, { method: "DELETE" })).status).toBe(403);
    // The licence lets it be kept for a moment only; evidence stays.
    one.cleaner.setPolicy({ ...DEFAULT_POLICY, maxAgeMs: 1000 });
    await one.cleaner.run();
    expect(filesIn(join(above, "a"))).toHaveLength(3);
    await one.index.removeLock(id);
    await eventually(async () => expect((await client().fetch(address, { method: "HEAD" })).status).toBe(404), 10_000);
    expect(await sums()).toMatchObject({ objects: 0, held: 0 });
  });

  it("what is older than its days goes from the bucket, and is not copied again", async () => {
    await start();
    await record("s", 16);
    await record("s", 16, { startMs: LATER - 20_000 });
    const hourOld = { afterDays: 1 / 24 };
    await one.bucket.set(spec(hourOld));
    await record("t", 16);
    await copied(16);
    // Of one of them an override promises more.
    one.cleaner.setPolicy({ ...DEFAULT_POLICY, streams: [{ streamId: "t", minimumMs: LATER }] });
    await one.bucket.set(spec({ ...hourOld, keepDays: 2 / 24 }));
    const streams = async () => new Set((await one.index.objectsAfter("", 9)).map(({ streamId }) => streamId));
    await eventually(async () => expect(await streams()).toEqual(new Set(["t"])));
    expect(filesIn(join(above, "a"))).toHaveLength(24);
    // Its files may leave the disk, because its copies stay as long as is promised.
    one.cleaner.setPolicy({ ...one.cleaner.policy, maxBytes: 1 });
    await one.cleaner.run();
    expect(await frames("t")).toHaveLength(240);
    one.cleaner.setPolicy(DEFAULT_POLICY);
    await eventually(async () => expect((await sums()).objects).toBe(0));
    const listed = await client().fetch(`${service.endpoint}/${bucket}?list-type=2`);
    expect(await listed.text()).not.toContain("<Contents>");
  });

  it.each([
    ["in clear", {}],
    ["sealed", { encryption: "own", passphrase: "nobody else knows this" }],
  ] as const)("alone makes the index anew, %s: another recorder plays what it holds", async (_, more) => {
    const held = spec(more);
    await start();
    await record("s", 32);
    const before = await frames("s");
    await one.bucket.set(held);
    await copied(16);
    await one.close();
    await start("b");
    await one.bucket.set({ ...held, phraseSalt: freshSalt(), afterDays: 9 });
    one.bucket.restore();
    await told({ restore: { isRunning: false, objects: 2, files: 16, reason: "" } });
    expect(await frames("s")).toEqual(before);
    expect((await one.index.usage())[0]).toMatchObject({ streamId: "s", cameraId: "7", segments: 16 });
    expect((await one.index.segmentAt("s", START + 5000))?.volume).toBe(BUCKET_VOLUME);
    // Once more changes nothing.
    one.bucket.restore();
    await told({ restore: { isRunning: false, objects: 2, files: 0, reason: "" } });
  });

  it("by another passphrase says so, and takes in nothing", async () => {
    await start();
    await record("s", 16);
    await one.bucket.set(spec({ encryption: "own", passphrase: "nobody else knows this" }));
    await copied(8);
    await one.close();
    await start("b");
    await one.bucket.set(spec({ encryption: "own", passphrase: "a guess of somebody" }));
    one.bucket.restore();
    await told({
      restore: { isRunning: false, objects: 1, files: 0, reason: expect.stringContaining("another passphrase") },
    });
  });

  it("copies what its rules say: of some cameras, what moved, or evidence alone", async () => {
    await start();
    await record("s", 32);
    await one.index.claimStream("s-small", "7");
    await one.index.putEvent({ streamId: "s-small", startMs: START + 9000, stopMs: START + 10_500, score: 0 });
    await one.bucket.set(spec({ what: "evidence" }));
    await told({ state: "ok", backlog: { files: 0, bytes: 0, oldestMs: 0, isMore: false } });
    await one.bucket.set(spec({ cameras: ["8"] }));
    await told({ state: "ok", backlog: { files: 0, bytes: 0, oldestMs: 0, isMore: false } });
    expect((await sums()).objects).toBe(0);
    // By the motion of its small stream: two files of two seconds.
    await one.bucket.set(spec({ what: "motion", cameras: ["7"] }));
    await copied(2);
    await one.bucket.set(spec());
    await copied(16);
  });

  it("index and bucket are compared: what somebody has deleted there is gone from the index", async () => {
    await start();
    await record("s", 32);
    await one.bucket.set(spec());
    await copied(16);
    await clean();
    const [gone] = await one.index.objectsAfter("", 9);
    await client().fetch(`${service.endpoint}/${bucket}/${gone!.key}`, { method: "DELETE" });
    await client().fetch(`${service.endpoint}/${bucket}/site/of-somebody-else`, { method: "PUT", body: "x" });
    await one.bucket.set(spec());
    await told({ compared: { atMs: LATER, there: 2, unknown: 1, missing: 1 } });
    expect(await frames("s")).toHaveLength(240);
  });

  it("a file that its disk has damaged is made anew from its copy when the scrub finds it", async () => {
    const repaired: number[] = [];
    const damaged: number[] = [];
    await start("a", { onRepaired: (n) => repaired.push(n), onDamage: (n) => damaged.push(n) });
    await record("s", 16);
    await one.bucket.set(spec());
    await copied(8);
    const paths = filesIn(join(above, "a")).map((file) => join(above, "a", file));
    const [bad = "", cut = ""] = paths;
    const [before, cutBefore] = [readFileSync(bad), readFileSync(cut)];
    const other = Buffer.from(before);
    other.writeUInt8(other.readUInt8(5000) ^ 255, 5000);
    writeFileSync(bad, other);
    truncateSync(cut, 4000);
    await one.check();
    await eventually(() => expect(repaired).toEqual([2]), 15_000);
    expect(readFileSync(bad).equals(before)).toBe(true);
    expect(readFileSync(cut).equals(cutBefore)).toBe(true);
    expect(damaged).toEqual([]);
    expect((await one.index.damaged(9)).count).toBe(0);
    expect(filesIn(join(above, "a"))).toHaveLength(8);
  });

  it("what lies on a volume that is away is played from its copy, also by an export, and is not said to be away", async () => {
    const disk = join(above, "disk");
    mkdirSync(disk);
    await start("a", { volumes: [volume("disk", disk)] });
    await record("s", 32);
    await one.bucket.set(spec());
    await copied(16);
    await record("t", 4);
    const [before, uncopied] = [await frames("s"), await frames("t")];
    expect([before.length, uncopied.length]).toEqual([480, 60]);
    const [short = ""] = filesIn(disk).filter((file) => file.startsWith("s"));
    truncateSync(join(disk, short), 4000);
    // Too short for its rows: the copy is read already.
    expect(await frames("s")).toEqual(before);
    await one.bucket.set(spec({ afterDays: 1000 }));
    await record("u", 4);

    renameSync(disk, join(above, "unplugged"));
    await eventually(() => expect(one.volumes.away).toEqual(["disk"]));
    const facts = async () => ({
      frames: await frames("s"),
      picture: (await one.reader.pictureAt("s", START + 21_000)) !== null,
      isAway: await one.reader.isAway("s", START + 21_000),
      next: (await one.reader.nextRecorded("s", START)) !== null,
      unreached: (await one.reader.unreached("s", START, START + 32_000)).length,
      runs: (await one.index.archivesBefore("s", LATER, 9, START - 1, one.volumes.away)).map(
        (run) => run.isAway === true,
      ),
    });
    const played = { frames: before, picture: true, isAway: false, next: true, unreached: 0, runs: [false] };
    expect(await facts()).toEqual(played);
    expect(await one.reader.isAway("u", START + 2000)).toBe(true);
    expect(await frames("u")).toEqual([]);
    expect(await one.reader.unreached("u", START, START + 4000)).toHaveLength(1);

    // As an export: its volume was left out of what it was told.
    const exporting = new SegmentReader(
      () => null,
      one.index,
      null,
      () => [],
      undefined,
      copiesOf(spec(), one.index),
    );
    expect(videosOf(await all(exporting.samples("s", START)))).toHaveLength(480);
    expect(await exporting.unreached("s", START, START + 32_000)).toEqual([]);
    expect(await exporting.unreachedOn("u", START, START + 32_000)).toEqual(["disk"]);

    renameSync(join(above, "unplugged"), disk);
    await eventually(() => expect(one.volumes.away).toEqual([]));
    expect(await frames("u")).toHaveLength(60);
  });

  it("holds of a lost index stay when it is taken in anew, until somebody lets them go", async () => {
    bucket = `found-${count++}`;
    await make(bucket, { "x-amz-bucket-object-lock-enabled": "true" });
    await start();
    await record("s", 16);
    await one.index.addLock({ streamId: "s", fromMs: START, toMs: START + 60_000, note: "", createdMs: 1 });
    await one.bucket.set(spec({ holds: true }));
    await copied(8);
    await eventually(async () => expect((await sums()).held).toBe(1));
    const { key, version } = need((await one.index.objectsAfter("", 9))[0], "the object");
    const isHeld = async (): Promise<boolean> => {
      const at = `${service.endpoint}/${bucket}/${key}?legal-hold&versionId=${version}`;
      return (await (await client().fetch(at)).text()).includes("<Status>ON</Status>");
    };
    await one.close();
    await start("b");
    await one.bucket.set(spec({ holds: true }));
    one.bucket.restore();
    await told({ restore: { isRunning: false, objects: 1, files: 8, reason: "" } });
    expect(await sums()).toMatchObject({ held: 0, found: 1 });
    expect(await isHeld()).toBe(true);
    expect(await one.index.ownFoundHolds()).toBe(1);
    await eventually(async () => expect([(await sums()).held, await isHeld()]).toEqual([0, false]));
  });

  it("finds what somebody has deleted from a bucket with versions, and passes over what was put in its place", async () => {
    bucket = `versions-${count++}`;
    await make(bucket, { "x-amz-bucket-object-lock-enabled": "true" });
    await start();
    await record("s", 32);
    await one.bucket.set(spec());
    await copied(16);
    const keys = (await one.index.objectsAfter("", 9)).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    const change = async (key: string, init: RequestInit): Promise<void> =>
      expect((await client().fetch(`${service.endpoint}/${bucket}/${key}`, init)).ok).toBe(true);
    await change(keys[0]!, { method: "DELETE" });
    await change(keys[1]!, { method: "PUT", body: "x".repeat(5000) });
    await one.close();
    await start("b");
    await one.bucket.set(spec());
    one.bucket.restore();
    await told({ restore: { isRunning: false, objects: 2, files: 16, reason: "" } });
    expect(await frames("s")).toHaveLength(480);
  });

  it("stops where it is told to: what lay there only is forgotten, and comes back when it is taken in again", async () => {
    await start();
    await record("s", 32);
    await one.bucket.set(spec());
    await copied(16);
    await clean();
    await one.bucket.forget();
    expect(await frames("s")).toEqual([]);
    await one.bucket.set(spec());
    one.bucket.restore();
    await told({ restore: { isRunning: false, objects: 2, files: 16, reason: "" } });
    expect(await frames("s")).toHaveLength(480);
  });

  // Last: for half a minute after it the service is slow to make buckets.
  it("a service that is away: nothing is lost, people are told, and the backlog goes when it is back", async () => {
    await start();
    await record("s", 32);
    await one.bucket.set(spec());
    await copied(16);
    await clean();
    await service.down();
    try {
      await told({ state: "away" });
      await record("t", 32, { startMs: LATER - 200_000 });
      await told({
        state: "away",
        backlog: { files: 16, bytes: expect.any(Number), oldestMs: expect.any(Number), isMore: false },
      });
      // It is recorded, and cannot be reached: not missing.
      expect(await one.reader.isAway("s", START + 5000)).toBe(true);
      expect(await one.reader.unreached("s", START, START + 32_000)).toHaveLength(1);
      expect(await one.reader.nextRecorded("s", START)).toBeNull();
      expect(await frames("t")).toHaveLength(480);
    } finally {
      await service.up();
    }
    await told({ state: "ok" });
    await copied(32);
    await told({ backlog: { files: 0, bytes: 0, oldestMs: 0, isMore: false } });
    expect(await frames("s")).toHaveLength(480);
  });
});
