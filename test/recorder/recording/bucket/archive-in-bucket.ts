/** A recorder's recordings with an archive in a bucket of a real S3 service: a fresh folder and a fresh bucket for each test. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { BucketReport } from "#recorder/ipc/storage-shapes.ts";
import { freshSalt } from "#recorder/recording/bucket/object-form.ts";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import type { Recordings, RecordingsOptions } from "#recorder/recording/recordings.ts";
import { all, openRecordings, videosOf } from "#test/recorder/recording/fixture.ts";
import { frameNumber, SyntheticCamera } from "#test/recorder/recording/synthetic-camera.ts";
import { type S3Service, startS3Service } from "#test/support/machine/s3-service.ts";

export const START = Date.UTC(2026, 5, 1, 12, 0, 0);
export const LATER = START + 3 * 3_600_000;
export const SOON = { probeMs: 100, keepMs: 200, lookMs: 50 };

export async function eventually(check: () => unknown, timeout = 10_000): Promise<void> {
  await vi.waitFor(check, { timeout, interval: 50 });
}

export const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp4"))
    : [];

class ArchiveInBucket {
  folder = "";
  bucket = "";
  reports: BucketReport[] = [];
  #made = 0;
  #service: S3Service | null = null;
  #one: Recordings | null = null;

  get service(): S3Service {
    if (!this.#service) throw new Error("no service runs");
    return this.#service;
  }

  get one(): Recordings {
    if (!this.#one) throw new Error("no recordings are open");
    return this.#one;
  }

  async open(): Promise<void> {
    this.#service = await startS3Service();
  }

  async close(): Promise<void> {
    await this.#service?.stop();
  }

  async prepare(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), "bucket-"));
    this.reports = [];
    await this.#make({});
  }

  async clear(): Promise<void> {
    await this.#one?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Another bucket, in which objects have versions and can be held. */
  makeLocked(): Promise<void> {
    return this.#make({ "x-amz-bucket-object-lock-enabled": "true" });
  }

  client(): AwsClient {
    return new AwsClient({ ...this.service, service: "s3" });
  }

  spec(more: Partial<BucketSpec> = {}): BucketSpec {
    const { endpoint, region, accessKeyId, secretAccessKey } = this.service;
    return {
      ...{ endpoint, region, accessKeyId, secretAccessKey },
      bucket: this.bucket,
      prefix: "site/",
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
    };
  }

  async start(name = "a", more: Partial<RecordingsOptions> = {}): Promise<Recordings> {
    this.#one = await openRecordings(join(this.folder, name), {
      now: () => LATER,
      segmentMs: 2000,
      bucketTiming: SOON,
      onBucket: (report) => this.reports.push(report),
      ...more,
    });
    await this.#one.reconciled;
    return this.#one;
  }

  async record(streamId: string, seconds: number, { startMs = START, frameBytes = 3000 } = {}): Promise<void> {
    const recorder = await this.one.recorder(streamId, "7", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    for (const unit of new SyntheticCamera({ startMs, frameBytes }).seconds(seconds)) recorder.push(unit);
    await this.one.stop(streamId);
  }

  sums(): ReturnType<Recordings["index"]["bucketSums"]> {
    return this.one.index.bucketSums();
  }

  copied(files: number): Promise<void> {
    return eventually(async () => expect((await this.sums()).stored.files).toBe(files), 30_000);
  }

  told(expected: Partial<BucketReport>): Promise<void> {
    return eventually(() => expect(this.reports.at(-1)).toMatchObject(expected), 15_000);
  }

  async frames(streamId: string): Promise<number[]> {
    return videosOf(await all(this.one.reader.samples(streamId, START))).map((item) => frameNumber(item.data));
  }

  /** The disk is far too full: whatever has a copy goes. */
  async clean(): Promise<void> {
    this.one.cleaner.setPolicy({ ...DEFAULT_POLICY, maxBytes: 1 });
    await this.one.cleaner.run();
  }

  async #make(headers: Record<string, string>): Promise<void> {
    this.bucket = `archive-${this.#made++}`;
    const answer = await this.client().fetch(`${this.service.endpoint}/${this.bucket}`, { method: "PUT", headers });
    expect(answer.status).toBe(200);
  }
}

/** Call it at the beginning of a file's `describe`. */
export function archiveInBucket(): ArchiveInBucket {
  const at = new ArchiveInBucket();
  beforeAll(() => at.open(), 60_000);
  afterAll(() => at.close());
  beforeEach(() => at.prepare());
  afterEach(() => at.clear());
  return at;
}
