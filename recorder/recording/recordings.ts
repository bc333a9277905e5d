import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { WaitingWrites } from "#recorder/core/waiting-writes.ts";
import type { BucketReport, ForgottenSome, RetentionPolicy } from "#recorder/ipc/storage-shapes.ts";
import type { IndexAnswer, IndexWrite } from "#recorder/ipc/main-contract.ts";
import type { FilledSome, FillOrder } from "#recorder/ipc/standby-contract.ts";
import { FolderGone, isDiskFull } from "#recorder/store/disk-full.ts";
import { BucketArchive, type BucketTiming } from "./bucket/bucket-archive.ts";
import { handingIndex } from "./index/one-writer/handing-index.ts";
import { isOneFolder, openIndex } from "./index/open-index.ts";
import type { RecordingIndex } from "./index/recording-index.ts";
import { Cleaner } from "./keeping/cleaner.ts";
import type { RecordMode } from "./keeping/record-gate.ts";
import type { RecoveryReport } from "./keeping/recovery.ts";
import { openOrReplaceIndex } from "./keeping/replaced-index.ts";
import { closeLeftOpen } from "./left-open.ts";
import { RecordedStreams } from "./recorded-streams.ts";
import type { DiskState } from "./segments/disk-guard.ts";
import { OpenSegments } from "./segments/open-segments.ts";
import type { RecordingReader } from "./segments/recorded-sample.ts";
import { SegmentReader } from "./segments/reading/segment-reader.ts";
import type { StreamRecorder } from "./stream-recorder.ts";
import type { Thinner } from "./thinning/thinner.ts";
import { Upkeep, type UpkeepOptions } from "./upkeep.ts";
import { type VolumeOptions, Volumes } from "./volumes/volumes.ts";

/** Folder of the blocks that a process has read from the bucket last. No stream can have this name. */
const bucketCache = (at: number): string => (at === 0 ? ".bucket-cache" : `.bucket-cache-${at + 1}`);

export interface RecordingsOptions extends VolumeOptions, UpkeepOptions {
  /** absent: no other process records */
  readonly own?: NonNullable<VolumeOptions["own"]>;
  /** default: a minute */
  readonly segmentMs?: number;
  /** reports the state of the archive in a bucket */
  readonly onBucket?: (report: BucketReport) => void;
  readonly bucketTiming?: BucketTiming;
  /** absent: this process writes the index; otherwise it hands its writes to the process that does */
  readonly writeIndex?: (write: IndexWrite) => Promise<IndexAnswer>;
}

interface Opened {
  readonly index: RecordingIndex;
  readonly volumes: Volumes;
  readonly cleaner: Cleaner;
  readonly bucket: BucketArchive;
  readonly upkeep: Upkeep;
  readonly openSegments: OpenSegments;
  readonly recovered: RecoveryReport;
}

/**
 * All that a `media` process does with recordings: one object per process. Of several processes only the keeper (`own`) cleans,
 * moves, checks and copies.
 */
export class Recordings {
  readonly index: RecordingIndex;
  readonly reader: RecordingReader;
  readonly cleaner: Cleaner;
  /** what was found at the start */
  readonly recovered: RecoveryReport;
  readonly volumes: Volumes;
  readonly bucket: BucketArchive;
  readonly #options: RecordingsOptions;
  readonly #upkeep: Upkeep;
  readonly #streams: RecordedStreams;
  readonly #events: WaitingWrites;

  private constructor(options: RecordingsOptions, opened: Opened) {
    const { index, volumes, cleaner, bucket, upkeep, openSegments, recovered } = opened;
    const { onLog, segmentMs } = options;
    this.#options = options;
    this.index = index;
    this.volumes = volumes;
    this.cleaner = cleaner;
    this.bucket = bucket;
    this.recovered = recovered;
    this.#upkeep = upkeep;
    this.reader = new SegmentReader(
      volumes.folders,
      index,
      openSegments,
      () => (bucket.isAway ? [...volumes.away, BUCKET_VOLUME] : volumes.away),
      volumes.whileThere,
      (segment) => bucket.open(segment),
    );
    this.#events = new WaitingWrites({
      onTrouble: (error, waiting) =>
        onLog("error", "a motion event could not be kept yet", { error: String(error), waiting }),
    });
    this.#streams = new RecordedStreams({
      index,
      volumes,
      openSegments,
      isOneFolder: isOneFolder(options),
      segmentMs,
      checkIndexFolder: () => this.#checkIndexFolder(),
      onLog,
    });
  }

  /** Ready to record when it resolves; less urgent work (orphan files) is done meanwhile. */
  static async open(options: RecordingsOptions): Promise<Recordings> {
    const { now = Date.now, onLog, own } = options;
    const startedMs = now();
    await mkdir(options.recordingsDir, { recursive: true });
    const index = options.writeIndex
      ? handingIndex(await openIndex(options), options.writeIndex)
      : await openOrReplaceIndex(options, startedMs, (replaced) =>
          onLog("error", "the index of recordings was damaged and is made anew from the files", { ...replaced }),
        );
    const newestMs = Math.max(0, ...(await index.usage()).map(({ lastMs }) => lastMs)) || null;
    // These call one another, so nothing may be awaited before all of them exist.
    const volumes: Volumes = new Volumes(options, {
      index,
      relieve: (volume) => cleaner.relieve(volume),
      onBack: (volume) => upkeep.back(volume),
      drain: (volume) => upkeep.draining.report(volume),
      onward: (volume) => upkeep.onward.report(volume),
    });
    const cleaner = new Cleaner({ volumes: () => volumes.readable, index, now, newestMs });
    const bucket = new BucketArchive({
      index,
      volumes,
      cleaner,
      cacheDir: join(options.recordingsDir, bucketCache(own?.at ?? 0)),
      onReport: (report) => options.onBucket?.(report),
      onLog,
      ...(options.bucketTiming ? { timing: options.bucketTiming } : {}),
      isKeeper: own?.isKeeper ?? true,
    });
    const openSegments = new OpenSegments();
    const upkeep: Upkeep = new Upkeep(options, { index, volumes, cleaner, bucket, openSegments });
    await bucket.load();
    await volumes.open();
    await upkeep.follow();
    const recovered = await closeLeftOpen({ index, volumes, cleaner, own, onLog });
    upkeep.begin(startedMs);
    return new Recordings(options, { index, volumes, cleaner, bucket, upkeep, openSegments, recovered });
  }

  get thinner(): Thinner {
    return this.#upkeep.thinner;
  }

  /** Starts (or continues) to record a stream. One recorder per stream; a mode change applies to it. */
  recorder(streamId: string, cameraId: string, mode: RecordMode): Promise<StreamRecorder> {
    return this.#streams.record(streamId, cameraId, mode);
  }

  /** Ends recording of a stream; its recordings stay. */
  stop(streamId: string): Promise<void> {
    return this.#streams.stop(streamId);
  }

  /** Sets what is kept: see `Upkeep`. */
  setPolicy(policy: RetentionPolicy): void {
    this.#upkeep.setPolicy(policy);
  }

  /** Sets another list of volumes; a recorder of one folder has none. Resolves when recording follows it. */
  async setVolumes(specs: readonly VolumeSpec[]): Promise<void> {
    await this.#upkeep.volumesSet(await this.volumes.set(specs));
  }

  /** Forgets some rows of a volume that cannot be reached: see `forgetSome`. */
  forget(name: string, take: number): Promise<ForgottenSome> {
    return this.#upkeep.forget(name, take);
  }

  /** All recordings are read again now, and compared with their digests. Resolves when that has begun. */
  check(): Promise<void> {
    return this.#upkeep.check();
  }

  /** Takes in what another recorder has recorded for this one: see `Filler`. */
  takeIn(order: FillOrder): Promise<FilledSome> {
    return this.#upkeep.takeIn(order);
  }

  /** Removes files that another recorder has. */
  drop(files: readonly number[]): Promise<void> {
    return this.#upkeep.drop(files);
  }

  /** Motion began or ended. While the disk takes nothing, events wait in memory. */
  putEvent(event: Parameters<RecordingIndex["putEvent"]>[0]): Promise<void> {
    return this.#events.put(async () => {
      await this.#checkIndexFolder();
      await this.index.putEvent(event);
    });
  }

  /** Notes that motion in these streams was watched until then: see `ThinningIndex`. If the disk takes nothing, that time counts as not watched. */
  async noteWatched(...[streamIds, nowMs, withinMs]: Parameters<RecordingIndex["noteWatched"]>): Promise<void> {
    try {
      await this.#checkIndexFolder();
      await this.index.noteWatched(streamIds, nowMs, withinMs);
    } catch (error) {
      if (!isDiskFull(error) && !(error instanceof FolderGone))
        this.#options.onLog("warn", "it could not be noted that motion is watched", { error: String(error) });
    }
  }

  get diskState(): DiskState {
    return this.volumes.state;
  }

  /** Resolves when files and index hold all frames that came so far. */
  flush(): Promise<void> {
    return this.#streams.flush();
  }

  async close(): Promise<void> {
    this.#upkeep.stop();
    // A disk that accepts nothing must not keep the process alive: after this time what still waits is lost.
    const giveUp = setTimeout(() => this.volumes.giveUp(), 5000);
    await this.#streams.stopAll();
    clearTimeout(giveUp);
    this.volumes.giveUp();
    this.volumes.stopLooking();
    await this.#upkeep.close();
    await this.#streams.written;
    await this.#events.close();
    await this.reader.close();
    await this.index.close();
    await this.volumes.close();
  }

  /** Resolves when every file has its row and every closed row its file. */
  get reconciled(): Promise<void> {
    return this.#upkeep.reconciled;
  }

  /** The index of the one folder lies in that folder: when the folder is gone nothing may be written to the index. */
  async #checkIndexFolder(): Promise<void> {
    if (isOneFolder(this.#options)) await this.volumes.all[0]?.checkLately();
  }
}
