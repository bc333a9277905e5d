import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Mutex } from "#base/mutex.ts";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import type {
  BucketReport,
  ForgottenSome,
  IndexAnswer,
  IndexWrite,
  RetentionPolicy,
  ThinningReport,
} from "#recorder/ipc/contracts.ts";
import { BucketArchive, type BucketTiming } from "./bucket/bucket-archive.ts";
import { Cleaner } from "./keeping/cleaner.ts";
import type { DiskState } from "./segments/disk-guard.ts";
import { FolderGone, isDiskFull } from "#recorder/store/disk-full.ts";
import { handingIndex } from "./index/one-writer/handing-index.ts";
import { isOneFolder, openIndex } from "./index/open-index.ts";
import { OpenSegments } from "./segments/open-segments.ts";
import { WaitingWrites } from "#recorder/core/waiting-writes.ts";
import type { RecordMode } from "./keeping/record-gate.ts";
import { repairFromCopy } from "./bucket/repair.ts";
import type { DigestedFile, RecordingIndex } from "./index/recording-index.ts";
import type { RecordingReader } from "./segments/recorded-sample.ts";
import { NOTHING_RECOVERED, recoverOpenSegments, type RecoveryReport } from "./keeping/recovery.ts";
import { SegmentReader } from "./segments/segment-reader.ts";
import { SegmentWriter } from "./segments/segment-writer.ts";
import { openOrReplaceIndex } from "./keeping/replaced-index.ts";
import { StreamRecorder } from "./stream-recorder.ts";
import { Thinner, type ThinTiming } from "./thinning/thinner.ts";
import { Comparing, follow } from "./volumes/comparing.ts";
import { drainRule, onwardRule } from "./volumes/move-rules.ts";
import { Moving } from "./volumes/moving.ts";
import { Scrubber } from "./volumes/scrubber.ts";
import { forgetSome } from "./volumes/forgetting.ts";
import { type VolumeOptions, Volumes } from "./volumes/volumes.ts";

/** Rows of open segments are updated this often: other processes see a recording in progress this late. */
const PROGRESS_MS = 2000;
/** Folder of what a process has read from the bucket last; no stream is called so. */
const bucketCache = (at: number): string => (at === 0 ? ".bucket-cache" : `.bucket-cache-${at + 1}`);

export interface RecordingsOptions extends VolumeOptions {
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
  readonly now?: () => number;
  /** so many recordings were found damaged that were not known to be */
  readonly onDamage?: (count: number) => void;
  /** so many recordings were found damaged, and are whole again by their copies in the bucket */
  readonly onRepaired?: (count: number) => void;
  /** a check of all recordings that somebody has asked for is over */
  readonly onChecked?: (files: number, damaged: number) => void;
  /** how long after the start recordings are checked first; default: ten minutes */
  readonly scrubAfterMs?: number;
  /** default: a minute */
  readonly segmentMs?: number;
  /** how the archive in a bucket is */
  readonly onBucket?: (report: BucketReport) => void;
  readonly bucketTiming?: BucketTiming;
  /** how far thinning out is */
  readonly onThinning?: (report: ThinningReport) => void;
  readonly thinTiming?: ThinTiming;
  /** absent: this process writes the index; otherwise another one does, and is handed what is to be written */
  readonly writeIndex?: (write: IndexWrite) => Promise<IndexAnswer>;
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
  readonly thinner: Thinner;
  /** what brings files from one volume to another */
  readonly #moving: readonly Moving[];
  readonly #scrubber: Scrubber;
  readonly #forgetting = new Mutex();
  readonly #options: RecordingsOptions;
  readonly #openSegments: OpenSegments;
  readonly #streams = new Map<string, { recorder: StreamRecorder; writer: SegmentWriter }>();
  readonly #stopping = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #comparing: Comparing;
  readonly #events: WaitingWrites;
  #progress: Promise<void> = Promise.resolve();
  #cleaning = false;

  private constructor(options: RecordingsOptions, index: RecordingIndex, found: Found) {
    this.#options = options;
    this.index = index;
    this.volumes = found.volumes;
    this.cleaner = found.cleaner;
    this.recovered = found.recovered;
    this.bucket = found.bucket;
    this.#moving = found.moving;
    this.#openSegments = new OpenSegments();
    this.reader = new SegmentReader(
      this.volumes.folders,
      index,
      this.#openSegments,
      () => (this.bucket.isAway ? [...this.volumes.away, BUCKET_VOLUME] : this.volumes.away),
      this.volumes.whileThere,
      (segment) => this.bucket.open(segment),
    );
    this.#events = new WaitingWrites({
      onTrouble: (error, waiting) =>
        options.onLog("error", "a motion event could not be kept yet", { error: String(error), waiting }),
    });
    this.#timer = setInterval(() => void this.#writeProgress(), PROGRESS_MS / 2);
    this.#timer.unref();
    const { now = Date.now, onDamage = () => undefined, onLog, scrubAfterMs: firstMs } = options;
    const { volumes } = this;
    const isOpen = (id: number): boolean => this.#openSegments.get(id) !== null;
    this.#comparing = new Comparing({
      index,
      volumes,
      files: found.files,
      forgetting: this.#forgetting,
      isOpen,
      own: options.own,
      now,
      onLog,
    });
    if (this.#isKeeper) this.#comparing.start(found.startedMs);
    this.#lookWhatMoves();
    const { files } = found;
    const copies = { index, files, folders: volumes.folders, openCopy: this.bucket.open };
    const scrub = {
      index,
      volumes,
      now,
      onDamage,
      onRepaired: (count: number) => options.onRepaired?.(count),
      onChecked: (count: number, damaged: number) => options.onChecked?.(count, damaged),
      onLog,
      repair: (file: DigestedFile) => repairFromCopy(file, copies),
    };
    this.#scrubber = new Scrubber(firstMs === undefined ? scrub : { ...scrub, firstMs });
    const { thinTiming: timing } = options;
    const thin = { index, volumes, cleaner: this.cleaner, files, now, onDamage, onLog };
    const onReport = (report: ThinningReport): void => options.onThinning?.(report);
    this.thinner = new Thinner({ ...thin, onReport, ...(timing ? { timing } : {}) });
    // Files that were left open have their length after that.
    if (this.#isKeeper) void this.#comparing.done.then(() => this.#scrubber.start());
  }

  /** Ready to record when it resolves; less urgent work (orphan files) is done meanwhile. */
  static async open(options: RecordingsOptions): Promise<Recordings> {
    const { now = Date.now, onLog, own } = options;
    const isKeeper = own?.isKeeper ?? true;
    const startedMs = now();
    await mkdir(options.recordingsDir, { recursive: true });
    const index = options.writeIndex
      ? handingIndex(await openIndex(options), options.writeIndex)
      : await openOrReplaceIndex(options, startedMs, (replaced) =>
          onLog("error", "the index of recordings was damaged and is made anew from the files", { ...replaced }),
        );
    let opened: Recordings | null = null;
    const files = new Mutex();
    const volumes: Volumes = new Volumes(options, {
      index,
      relieve: (volume) => cleaner.relieve(volume),
      onBack: (volume) => {
        if (opened) opened.#comparing.back(volume);
      },
      drain: (volume) => draining.report(volume),
      onward: (volume) => onward.report(volume),
    });
    const newestMs = Math.max(0, ...(await index.usage()).map(({ lastMs }) => lastMs)) || null;
    const cleaner = new Cleaner({ volumes: () => volumes.readable, index, now, newestMs });
    const { onDamage = () => undefined } = options;
    const moved = { volumes, index, cleaner, files, now, onDamage, onLog };
    const draining: Moving = new Moving(drainRule(moved), moved);
    const onward: Moving = new Moving(onwardRule(moved), moved);
    const bucket = new BucketArchive({
      index,
      volumes,
      cleaner,
      cacheDir: join(options.recordingsDir, bucketCache(own?.at ?? 0)),
      onReport: (report) => options.onBucket?.(report),
      onLog,
      ...(options.bucketTiming ? { timing: options.bucketTiming } : {}),
      isKeeper,
    });
    await bucket.load();
    await volumes.open();
    if (isKeeper) await follow({ index, volumes, onLog });
    const recovered = await recover(options, index, volumes, cleaner);
    if (recovered.repaired + recovered.dropped > 0)
      onLog("info", "closed the recordings that an earlier run left open", { ...recovered });
    if (recovered.unreadable > 0)
      onLog("error", "recordings that an earlier run left open cannot be put right", { ...recovered });
    opened = new Recordings(options, index, {
      startedMs,
      volumes,
      cleaner,
      recovered,
      bucket,
      moving: [draining, onward],
      files,
    });
    return opened;
  }

  /** Starts (or continues) to record a stream. One recorder per stream; a mode change applies to it. */
  async recorder(streamId: string, cameraId: string, mode: RecordMode): Promise<StreamRecorder> {
    await this.index.claimStream(streamId, cameraId).catch((error: unknown) => {
      void (this.volumes.indexGuard ?? this.volumes.all[0]?.guard)?.trouble(error);
      throw error;
    });
    const known = this.#streams.get(streamId);
    if (known) {
      known.recorder.setMode(mode);
      return known.recorder;
    }
    const writer = new SegmentWriter(
      {
        index: this.index,
        openSegments: this.#openSegments,
        place: this.volumes.place,
        indexGuard: this.volumes.indexGuard,
        keepsTail: !isOneFolder(this.#options),
      },
      streamId,
    );
    const recorder = new StreamRecorder(streamId, mode, writer, this.#options.segmentMs);
    this.#streams.set(streamId, { recorder, writer });
    this.volumes.add(streamId, writer);
    return recorder;
  }

  /** Ends recording of a stream; its recordings stay. */
  async stop(streamId: string): Promise<void> {
    const entry = this.#streams.get(streamId);
    if (!entry) return;
    this.#streams.delete(streamId);
    const stopped = entry.recorder.stop().finally(() => this.volumes.remove(streamId, entry.writer));
    this.#stopping.add(stopped);
    await stopped;
    this.#stopping.delete(stopped);
  }

  /**
   * Cleaning starts with the first policy, because before it the promises of overrides are not known, and when index
   * and files
   * agree: in an index that is being rebuilt the oldest known segment is not the oldest existing one. A full disk is
   * always handled.
   */
  setPolicy(policy: RetentionPolicy): void {
    this.cleaner.setPolicy(policy);
    if (this.#cleaning || !this.#isKeeper) return;
    this.#cleaning = true;
    void this.#comparing.done.then(() => {
      if (this.#abort.signal.aborted) return;
      this.cleaner.start((error) => this.#options.onLog("error", "cleaning failed", { error: String(error) }));
      this.thinner.start();
    });
  }

  /** The list of volumes is another one: never of the one folder. Resolves when it is recorded as it says. */
  async setVolumes(specs: readonly VolumeSpec[]): Promise<void> {
    const fresh = await this.volumes.set(specs);
    if (this.#isKeeper) await follow({ index: this.index, volumes: this.volumes, onLog: this.#options.onLog });
    for (const volume of fresh) if (volume.isReadable) this.#comparing.back(volume);
    this.#lookWhatMoves();
  }

  /** Some rows of a volume that cannot be reached: see `forgetSome`. */
  forget(name: string, take: number): Promise<ForgottenSome> {
    return this.#forgetting.run(() => forgetSome(this, name, take));
  }

  /** All recordings are read again now, and compared with their digests. Resolves when that has begun. */
  check(): Promise<void> {
    return this.#scrubber.now();
  }

  /** Motion began or ended. While the disk takes nothing, events wait in memory. */
  putEvent(event: Parameters<RecordingIndex["putEvent"]>[0]): Promise<void> {
    return this.#events.put(async () => {
      await this.#checkIndexFolder();
      await this.index.putEvent(event);
    });
  }

  get #isKeeper(): boolean {
    return this.#options.own?.isKeeper ?? true;
  }

  #lookWhatMoves(): void {
    if (this.#isKeeper) for (const one of this.#moving) one.look();
  }

  /** What moves in these streams was watched until then: see `ThinningIndex`. What a disk does not take is not known. */
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

  /** Resolves when files and index hold all that came so far. */
  async flush(): Promise<void> {
    await Promise.all([...this.#streams.values()].map(({ recorder }) => recorder.flush()));
    await Promise.all(this.#stopping);
    await this.#writeProgress();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#comparing.stop();
    this.#abort.abort();
    // A disk that accepts nothing must not keep the process alive: what waits is lost then.
    const giveUp = setTimeout(() => this.volumes.giveUp(), 5000);
    await Promise.all([...this.#streams.keys()].map((streamId) => this.stop(streamId)));
    await Promise.all(this.#stopping);
    clearTimeout(giveUp);
    this.volumes.giveUp();
    this.volumes.stopLooking();
    for (const one of this.#moving) await one.close();
    await this.bucket.close();
    await this.thinner.close();
    await this.#scrubber.close();
    await this.cleaner.close();
    await this.#comparing.done;
    await this.#progress;
    await this.#events.close();
    await this.reader.close();
    await this.index.close();
    await this.volumes.close();
  }

  /** The index of the one folder lies in it: nothing is written to an index whose folder is gone. */
  async #checkIndexFolder(): Promise<void> {
    if (isOneFolder(this.#options)) await this.volumes.all[0]?.checkLately();
  }

  #writeProgress(): Promise<void> {
    const rows = [...this.#streams.values()].flatMap(({ writer }) => writer.progress ?? []);
    if (rows.length === 0) return this.#progress;
    this.#progress = this.#progress
      .then(() => this.#checkIndexFolder())
      .then(() => this.index.progressSegments(rows))
      .catch((error: unknown) => {
        // The rows are merely late; the writers report what is wrong with the disk.
        if (!isDiskFull(error) && !(error instanceof FolderGone))
          this.#options.onLog("warn", "the index is behind", { error: String(error) });
      });
    return this.#progress;
  }

  /** Resolves when every file has its row and every closed row its file. */
  get reconciled(): Promise<void> {
    return this.#comparing.done;
  }
}

interface Found {
  readonly startedMs: number;
  readonly volumes: Volumes;
  readonly cleaner: Cleaner;
  readonly recovered: RecoveryReport;
  readonly bucket: BucketArchive;
  readonly moving: readonly Moving[];
  readonly files: Mutex;
}

/** A disk that accepts nothing must not prevent live video: open segments are then closed at another start. */
async function recover(
  { onLog, own }: RecordingsOptions,
  index: RecordingIndex,
  volumes: Volumes,
  cleaner: Cleaner,
): Promise<RecoveryReport> {
  const attempt = (): Promise<RecoveryReport> => recoverOpenSegments(volumes.folders, index, undefined, own);
  try {
    return await attempt().catch(async (error: unknown) => {
      if (!isDiskFull(error)) throw error;
      for (const { name } of volumes.readable) await cleaner.relieve(name);
      return attempt();
    });
  } catch (error) {
    onLog("error", "what an earlier run left open could not be closed", { error: String(error) });
    return NOTHING_RECOVERED;
  }
}
