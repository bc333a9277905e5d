import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { BUCKET_VOLUME, type BucketSpec } from "#domain/recordings/bucket.ts";
import { freshSalt } from "#recorder/recording/bucket/object-form.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { type S3Service, startS3Service, whyNoS3Service } from "#test/support/machine/s3-service.ts";
import { buildRecorder } from "../../../../scripts/build-recorder.mjs";

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const LATER = START + 3 * 3_600_000;
const ROUNDS = 20;
const MOST_MS = 1500;
const SECONDS = 240;
const cache = join(import.meta.dirname, "../../../../.cache");

describe.skipIf(whyNoS3Service !== null)("kill -9 in the middle of uploads", () => {
  let service: S3Service;
  let dir: string;
  let built: string;
  beforeAll(async () => {
    service = await startS3Service();
    dir = mkdtempSync(join(tmpdir(), "upload-kill-"));
    // Inside the repository, because the bundle searches for packages from its own location.
    mkdirSync(cache, { recursive: true });
    built = mkdtempSync(join(cache, "upload-kill-"));
    await buildRecorder(built, { writer: "test/recorder/recording/bucket/upload-writer.ts" });
    const client = new AwsClient({ ...service, service: "s3" });
    expect((await client.fetch(`${service.endpoint}/archive`, { method: "PUT" })).ok).toBe(true);
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    for (const folder of [dir, built]) if (folder) rmSync(folder, { recursive: true, force: true });
  });
  const open = (): Promise<Recordings> => openRecordings(dir, { now: () => LATER, segmentMs: 2000 });
  const digestOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");
  const filesOf = (): string[] =>
    readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp4"));

  it("loses nothing: every indexed second plays, from the disk or from the bucket, with its digest", {
    timeout: 240_000,
  }, async () => {
    const spec: BucketSpec = {
      endpoint: service.endpoint,
      region: service.region,
      bucket: "archive",
      prefix: "",
      accessKeyId: service.accessKeyId,
      secretAccessKey: service.secretAccessKey,
      afterDays: 0,
      what: "all",
      cameras: null,
      keepDays: null,
      // So slow that it is not over before the last kill.
      limit: 5_000_000,
      hours: null,
      encryption: "own",
      passphrase: "nobody else knows this",
      phraseSalt: freshSalt(),
      holds: false,
    };
    let one = await open();
    const record = async (streamId: string, startMs: number, seconds: number): Promise<void> => {
      const recorder = await one.recorder(streamId, "1", "continuous");
      recorder.begin({ codec: "h264", audio: null });
      for (const unit of new SyntheticCamera({ startMs, frameBytes: 6000 }).seconds(seconds)) recorder.push(unit);
      await one.stop(streamId);
    };
    await record("s1", START, SECONDS);
    await record("s2", START, SECONDS);
    // The recorder was not off since: its clock is believed.
    await record("s3", LATER - 5000, 4);
    const rows = await one.index.allSegments(0, 10_000);
    const digests = new Map(rows.map(({ file }) => [file, digestOf(join(dir, file))]));
    expect(digests.size).toBe(SECONDS + 2);
    let [interrupted, atBucket] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      await one.close();
      const child = spawn(process.execPath, [join(built, "writer.js"), dir, JSON.stringify(spec), String(LATER)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)));
      await new Promise((resolve) => child.stdout.once("data", resolve));
      setTimeout(() => child.kill("SIGKILL"), (MOST_MS * (1 + ((round * 7) % ROUNDS))) / ROUNDS);
      expect(await ended).toBe("SIGKILL");
      one = await open();
      await one.reconciled;
      if (await one.index.keptUpload()) interrupted += 1;
      const now = await one.index.allSegments(0, 10_000);
      expect(now.map(({ file }) => file).toSorted()).toEqual([...digests.keys()].toSorted());
      const local = now.filter(({ volume }) => volume !== BUCKET_VOLUME).map(({ file }) => file);
      expect(local.toSorted()).toEqual(filesOf().toSorted());
      for (const file of local) expect([file, digestOf(join(dir, file))]).toEqual([file, digests.get(file)]);
      atBucket = now.length - local.length;
    }
    expect(interrupted).toBeGreaterThan(ROUNDS / 4);
    expect(atBucket).toBeGreaterThan(10);

    // What lies in the bucket only is the same, byte for byte.
    await one.bucket.set({ ...spec, limit: null, afterDays: 9 });
    for (const { id, file, bytes, volume } of await one.index.allSegments(0, 10_000)) {
      if (volume !== BUCKET_VOLUME) continue;
      const source = await vi.waitFor(async () => (await one.bucket.open(id))!, 5000);
      const whole = Buffer.alloc(bytes);
      expect((await source.read(whole, 0, bytes, 0)).bytesRead).toBe(bytes);
      expect([file, createHash("sha256").update(whole).digest("hex")]).toEqual([file, digests.get(file)]);
    }
    for (const streamId of ["s1", "s2"]) {
      const numbers = videosOf(await all(one.reader.samples(streamId, START))).map(({ data }) => frameNumber(data));
      expect(numbers).toEqual(Array.from({ length: SECONDS * 15 }, (_, at) => at));
    }
    expect(existsSync(join(dir, ".bucket-cache"))).toBe(true);
    await one.close();
  });
});
