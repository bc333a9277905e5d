/** The archive in a bucket: as long as a bucket is set, it copies there, reads there and keeps order there. */
import { DAY_MS } from "#domain/timeline/zone.ts";
import { setTimeout as pause } from "node:timers/promises";
import { type BucketSpec, isWithin } from "#domain/recordings/bucket.ts";
import type { BucketReport } from "#recorder/ipc/storage-shapes.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { Cleaner } from "../keeping/cleaner.ts";
import { overBytes } from "../volumes/move-rules.ts";
import { Rate } from "../volumes/rate.ts";
import type { Volumes } from "../volumes/volumes.ts";
import { BucketBlocks } from "./bucket-blocks.ts";
import type { OpenCopy } from "../segments/segment-source.ts";
import { openCopy } from "./bucket-files.ts";
import { BucketKeeper } from "./bucket-keeper.ts";
import { oldestKeptMs, tooOld } from "./kept-copies.ts";
import { restoreBucket } from "./bucket-restore.ts";
import { DueFiles, type DueSpan } from "./due-files.ts";
import { PhraseKeys } from "./object-form.ts";
import { S3Refused } from "./s3-answers.ts";
import { S3Client } from "./s3-client.ts";
import { Uploader } from "./uploader.ts";

const WEEK_MS = 7 * DAY_MS;
/** Files younger than this are not copied, however little room there is. */
const NEWEST_MS = 60_000;

export interface BucketTiming {
  /** how often the service is asked whether it is there, and the state is reported */
  readonly probeMs: number;
  /** how often order is kept */
  readonly keepMs: number;
  readonly lookMs: number;
}
const TIMING: BucketTiming = { probeMs: 5000, keepMs: 60_000, lookMs: 5000 };

interface ArchivePorts {
  readonly index: RecordingIndex;
  readonly volumes: Pick<Volumes, "readable" | "folders" | "whileThere">;
  readonly cleaner: Pick<Cleaner, "nowMs" | "policy">;
  /** folder of the blocks that were read last */
  readonly cacheDir: string;
  readonly onReport: (report: BucketReport) => void;
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
  readonly timing?: BucketTiming;
  /** false: another process copies there and keeps order; here copies are only read */
  readonly isKeeper: boolean;
}

/** What is there as long as one bucket is set. */
interface Current {
  readonly spec: BucketSpec;
  readonly client: S3Client;
  readonly keys: PhraseKeys | null;
  readonly blocks: BucketBlocks;
  readonly due: DueFiles;
  readonly abort: AbortController;
  ended: Promise<unknown>;
  trouble: string | null;
  isResting: boolean;
  restoring: Promise<void> | null;
}

const NO_BACKLOG: BucketReport["backlog"] = { files: 0, bytes: 0, oldestMs: 0, isMore: false };

export class BucketArchive {
  readonly #ports: ArchivePorts;
  readonly #timing: BucketTiming;
  readonly #rate = new Rate();
  #current: Current | null = null;
  #hasSome = false;
  #toldMs = performance.now();
  #backlog = NO_BACKLOG;
  #restore: BucketReport["restore"] = null;
  #compared: BucketReport["compared"] = null;
  readonly open: OpenCopy;

  constructor(ports: ArchivePorts) {
    this.#ports = ports;
    this.#timing = ports.timing ?? TIMING;
    this.open = openCopy(ports.index, () => this.#current?.blocks ?? null);
  }

  /** The bucket cannot be reached: recordings that lie only there cannot be read. */
  get isAway(): boolean {
    return this.#current === null ? this.#hasSome : this.#current.trouble !== null;
  }

  /** Looks whether the index knows of copies. Until `set` is called no bucket is set, and they cannot be reached. */
  async load(): Promise<void> {
    this.#hasSome = (await this.#ports.index.bucketSums()).objects > 0;
  }

  /** From now on copies go to this bucket. Resolves when nothing is written to the one before any more. */
  async set(spec: BucketSpec | null): Promise<void> {
    await this.#stop();
    if (spec === null) return;
    const abort = new AbortController();
    const client = new S3Client(spec, abort.signal);
    const keys = spec.encryption === "own" ? new PhraseKeys(spec.passphrase) : null;
    const { index, cacheDir, cleaner } = this.#ports;
    const onAnswer = (error: unknown): void => this.#heard(error);
    const current: Current = {
      spec,
      client,
      keys,
      blocks: new BucketBlocks({ client, keys, folder: cacheDir, onAnswer }),
      due: new DueFiles(index, spec, () => cleaner.nowMs),
      abort,
      ended: Promise.resolve(),
      trouble: null,
      isResting: false,
      restoring: null,
    };
    this.#current = current;
    this.#hasSome = true;
    const watched = this.#watch(current);
    current.ended = this.#ports.isKeeper ? Promise.all([this.#upload(current), watched, this.#keep(current)]) : watched;
  }

  /** Takes what is in the bucket into the index. */
  restore(): void {
    const current = this.#current;
    if (!current || current.restoring) return;
    const { client, keys, spec, abort } = current;
    const { signal } = abort;
    const onState = (state: NonNullable<BucketReport["restore"]>): void => {
      this.#restore = state;
      if (!state.isRunning) this.#tell();
    };
    this.#restore = { isRunning: true, objects: 0, files: 0, reason: "" };
    const { index } = this.#ports;
    current.restoring = restoreBucket({ client, index, keys, prefix: spec.prefix, signal, onState }).finally(
      () => (current.restoring = null),
    );
    this.#tell();
  }

  /** Takes the copies out of the index. The objects in the bucket stay. */
  async forget(): Promise<void> {
    await this.#stop();
    await this.#ports.index.forgetBucket();
    this.#hasSome = false;
  }

  close(): Promise<void> {
    return this.#stop();
  }

  async #stop(): Promise<void> {
    const current = this.#current;
    this.#current = null;
    if (!current) return;
    current.abort.abort();
    await current.ended;
    await current.restoring;
    await current.blocks.close();
    this.#backlog = NO_BACKLOG;
    this.#restore = null;
    this.#compared = null;
  }

  #upload(current: Current): Promise<void> {
    const { spec, client, keys, due, abort } = current;
    const { index, volumes, onLog } = this.#ports;
    return new Uploader({
      spec,
      client,
      keys,
      phraseSalt: keys ? spec.phraseSalt : null,
      index,
      due,
      folders: volumes.folders,
      whileThere: volumes.whileThere,
      span: () => this.#span(current),
      onSent: (bytes) => this.#rate.add(bytes, 0),
      onAnswer: (error) => this.#heard(error),
      onLog,
      signal: abort.signal,
      lookMs: this.#timing.lookMs,
    }).run();
  }

  /** The service is asked whether it is there, also while nothing is to be done. */
  async #watch(current: Current): Promise<void> {
    const { client, abort, due } = current;
    const { signal } = abort;
    for (let backlogMs = 0; !signal.aborted; ) {
      await client.probe().then(
        () => this.#heard(null),
        (error: unknown) => this.#heard(error),
      );
      // Counting takes time of the index, so it is not done at each look.
      if (this.#ports.isKeeper && performance.now() - backlogMs >= this.#timing.keepMs) {
        const span = await this.#span(current, true).catch(() => null);
        if (span) this.#backlog = await due.sum(span).catch(() => this.#backlog);
        backlogMs = performance.now();
      }
      this.#tell();
      await pause(this.#timing.probeMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #keep({ spec, client, abort }: Current): Promise<void> {
    const { index, cleaner, onLog } = this.#ports;
    const { signal } = abort;
    const keeper = new BucketKeeper({ client, index, prefix: spec.prefix, holds: spec.holds, onLog, signal });
    while (!signal.aborted) {
      try {
        await keeper.run(tooOld(spec, cleaner.policy, cleaner.nowMs));
        if (this.#compared === null || cleaner.nowMs - this.#compared.atMs > WEEK_MS)
          this.#compared = { ...(await keeper.compare()), atMs: cleaner.nowMs };
      } catch (error) {
        if (!signal.aborted) onLog("warn", "the bucket could not be looked after", { error: String(error) });
      }
      await pause(this.#timing.keepMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #span(current: Current, isSum = false): Promise<DueSpan | null> {
    const { spec } = current;
    const { nowMs, policy } = this.#ports.cleaner;
    const date = new Date(nowMs);
    current.isResting = !isWithin(spec.hours, date.getHours() + date.getMinutes() / 60);
    if (current.isResting && !isSum) return null;
    const isFull = await this.#isNearlyFull();
    const beforeMs = nowMs - (isFull ? NEWEST_MS : spec.afterDays * DAY_MS);
    return { fromMs: oldestKeptMs(spec, policy, nowMs), beforeMs };
  }

  /** Whether the cleaner is about to remove files: they are copied before that, whatever their age. */
  async #isNearlyFull(): Promise<boolean> {
    const { volumes, index, cleaner } = this.#ports;
    for (const volume of volumes.readable) {
      const held = await index.usageOf(volume.name);
      if (
        overBytes(
          volume,
          held.reduce((sum, { bytes }) => sum + bytes, 0),
          cleaner.policy,
        ) > 0
      )
        return true;
    }
    return false;
  }

  /** `error`: null = the service has answered */
  #heard(error: unknown): void {
    const current = this.#current;
    if (!current || current.abort.signal.aborted) return;
    // One object that is not there says nothing about the service.
    if (error instanceof S3Refused && error.status === 404 && error.code !== "NoSuchBucket") return;
    const trouble = error === null ? null : reasonOf(error);
    const isNews = (trouble === null) !== (current.trouble === null);
    current.trouble = trouble;
    if (isNews) this.#tell();
  }

  #tell(): void {
    const current = this.#current;
    if (!current || !this.#ports.isKeeper) return;
    const now = performance.now();
    const bytesPerSecond = this.#rate.sinceLast(now - this.#toldMs);
    this.#toldMs = now;
    this.#ports.onReport({
      state: current.trouble === null ? (current.isResting ? "resting" : "ok") : "away",
      reason: current.trouble ?? "",
      backlog: this.#backlog,
      bytesPerSecond,
      restore: this.#restore,
      compared: this.#compared,
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
