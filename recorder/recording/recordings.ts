import { mkdir } from "node:fs/promises";
import type { RetentionPolicy } from "#recorder/ipc/contracts.ts";
import { Cleaner, diskSpaceOf } from "./keeping/cleaner.ts";
import { DiskGuard, type DiskState } from "./segments/disk-guard.ts";
import { FolderGone, isDiskFull } from "#recorder/store/disk-full.ts";
import type { IndexPlace } from "./index/open-index.ts";
import { OpenSegments } from "./segments/open-segments.ts";
import { Headroom } from "./keeping/headroom.ts";
import { KeptFolder } from "#recorder/core/kept-folder.ts";
import { WaitingWrites } from "#recorder/core/waiting-writes.ts";
import type { RecordMode } from "./keeping/record-gate.ts";
import type { RecordingIndex } from "./index/recording-index.ts";
import type { RecordingReader } from "./segments/recorded-sample.ts";
import { withoutPassing } from "./keeping/temporary-files.ts";
import { NOTHING_RECOVERED, reconcile, recoverOpenSegments, type RecoveryReport } from "./keeping/recovery.ts";
import type { DiskSpace } from "./keeping/retention.ts";
import { SegmentReader } from "./segments/segment-reader.ts";
import { SegmentWriter } from "./segments/segment-writer.ts";
import { openOrReplaceIndex } from "./keeping/replaced-index.ts";
import { StreamRecorder } from "./stream-recorder.ts";

/** Rows of open segments are updated this often: other processes see a recording in progress this late. */
const PROGRESS_MS = 2000;
/**
 * Files are flushed this often, so that a power cut costs less than 2 s: this pause, one check, and the fragment in
 * memory.
 */
const SYNC_MS = 1000;
const SYNC_LOOK_MS = 250;
/** A disk that does not return from a write for so long does not answer: people must know within 10 s. */
const STUCK_MS = 6000;
/** How long the recordings' folder counts as there after a look. */
const FOLDER_FRESH_MS = 250;
/** Flushing to a slow disk must leave threads for reading. */
const PARALLEL_SYNCS = 2;

export interface RecordingsOptions extends IndexPlace {
  readonly onDiskState: (state: DiskState) => void;
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
  readonly now?: () => number;
  readonly space?: () => Promise<DiskSpace>;
  /** folder of temporary files: nothing is cleaned because of them */
  readonly passingDir?: string;
  /** pause between attempts of a failed write, and how long writes must succeed until a full disk counts as fine */
  readonly diskTiming?: { readonly retryMs: number; readonly calmMs: number };
  readonly stuckMs?: number;
  /** how long what was seen of the folder and of its disk's room counts; absent = as long as is cheap */
  readonly freshMs?: number;
  /** default: a minute */
  readonly segmentMs?: number;
}

/** All that `media` does with recordings: one object per process and folder. */
export class Recordings {
  readonly index: RecordingIndex;
  readonly reader: RecordingReader;
  readonly cleaner: Cleaner;
  /** what was found at the start */
  readonly recovered: RecoveryReport;
  readonly #options: RecordingsOptions;
  readonly #guard: DiskGuard;
  readonly #openSegments: OpenSegments;
  readonly #streams = new Map<string, { recorder: StreamRecorder; writer: SegmentWriter; syncedAtMs: number }>();
  readonly #stopping = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  readonly #reconciled: Promise<void>;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #folder: KeptFolder;
  readonly #events: WaitingWrites;
  readonly #headroom: Headroom;
  #progress: Promise<void> = Promise.resolve();
  #syncing: Promise<void> | null = null;
  #cleaning = false;

  private constructor(
    options: RecordingsOptions,
    index: RecordingIndex,
    recovered: RecoveryReport,
    at: { readonly startedMs: number; readonly newestMs: number | null; readonly folder: KeptFolder },
  ) {
    const { recordingsDir } = options;
    const { startedMs, newestMs, folder } = at;
    this.#folder = folder;
    this.#headroom = new Headroom(options.space ?? (() => diskSpaceOf(recordingsDir)), options.freshMs);
    this.#options = options;
    this.index = index;
    this.recovered = recovered;
    this.#openSegments = new OpenSegments();
    this.reader = new SegmentReader(recordingsDir, index, this.#openSegments);
    const now = options.now ?? Date.now;
    this.cleaner = new Cleaner({ recordingsDir, index, now, space: spaceOf(options), newestMs });
    this.#guard = new DiskGuard({
      relieve: () => this.cleaner.relieve(),
      onState: options.onDiskState,
      ...options.diskTiming,
    });
    this.#events = new WaitingWrites({
      onTrouble: (error, waiting) =>
        options.onLog("error", "a motion event could not be kept yet", { error: String(error), waiting }),
    });
    this.#timers = [
      setInterval(() => void this.#writeProgress(), PROGRESS_MS / 2),
      setInterval(() => {
        this.#syncDue();
        this.#watchWrites();
      }, SYNC_LOOK_MS),
    ];
    for (const timer of this.#timers) timer.unref();
    this.#reconciled = this.#reconcile(startedMs);
  }

  /** Ready to record when it resolves; less urgent work (orphan files) is done meanwhile. */
  static async open(options: RecordingsOptions): Promise<Recordings> {
    const startedMs = (options.now ?? Date.now)();
    await mkdir(options.recordingsDir, { recursive: true });
    const index = await openOrReplaceIndex(options, startedMs, (replaced) =>
      options.onLog("error", "the index of recordings was damaged and is made anew from the files", { ...replaced }),
    );
    const recovered = await recover(options, index);
    if (recovered.repaired + recovered.dropped > 0)
      options.onLog("info", "closed the recordings that an earlier run left open", { ...recovered });
    if (recovered.unreadable > 0)
      options.onLog("error", "recordings that an earlier run left open cannot be put right", { ...recovered });
    const newestMs = Math.max(0, ...(await index.usage()).map(({ lastMs }) => lastMs)) || null;
    const folder = await KeptFolder.open(options.recordingsDir, options.freshMs ?? FOLDER_FRESH_MS);
    return new Recordings(options, index, recovered, { startedMs, newestMs, folder });
  }

  /** Starts (or continues) to record a stream. One recorder per stream; a mode change applies to it. */
  async recorder(streamId: string, cameraId: string, mode: RecordMode): Promise<StreamRecorder> {
    await this.index.claimStream(streamId, cameraId).catch((error: unknown) => {
      void this.#guard.trouble(error);
      throw error;
    });
    const known = this.#streams.get(streamId);
    if (known) {
      known.recorder.setMode(mode);
      return known.recorder;
    }
    const { recordingsDir } = this.#options;
    const ports = {
      recordingsDir,
      index: this.index,
      openSegments: this.#openSegments,
      admit: async (bytes: number, isNew: boolean) => {
        await this.#folder.check(isNew);
        await this.#headroom.take(bytes);
      },
    };
    const writer = new SegmentWriter(ports, this.#guard, streamId);
    const recorder = new StreamRecorder(streamId, mode, writer, this.#options.segmentMs);
    this.#streams.set(streamId, { recorder, writer, syncedAtMs: performance.now() });
    return recorder;
  }

  /** Ends recording of a stream; its recordings stay. */
  async stop(streamId: string): Promise<void> {
    const entry = this.#streams.get(streamId);
    if (!entry) return;
    this.#streams.delete(streamId);
    const stopped = entry.recorder.stop();
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
    if (this.#cleaning) return;
    this.#cleaning = true;
    void this.#reconciled.then(() => {
      if (this.#abort.signal.aborted) return;
      this.cleaner.start((error) => this.#options.onLog("error", "cleaning failed", { error: String(error) }));
    });
  }

  /** Motion began or ended. While the disk takes nothing, events wait in memory. */
  putEvent(event: Parameters<RecordingIndex["putEvent"]>[0]): Promise<void> {
    return this.#events.put(async () => {
      await this.#folder.check();
      await this.index.putEvent(event);
    });
  }

  get diskState(): DiskState {
    return this.#guard.state;
  }

  /** Resolves when files and index hold all that came so far. */
  async flush(): Promise<void> {
    await Promise.all([...this.#streams.values()].map(({ recorder }) => recorder.flush()));
    await Promise.all(this.#stopping);
    await this.#writeProgress();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#abort.abort();
    // A disk that accepts nothing must not keep the process alive: what waits is lost then.
    const giveUp = setTimeout(() => this.#guard.close(), 5000);
    await Promise.all([...this.#streams.keys()].map((streamId) => this.stop(streamId)));
    await Promise.all(this.#stopping);
    clearTimeout(giveUp);
    this.#guard.close();
    await this.cleaner.close();
    await this.#reconciled;
    await this.#progress;
    await this.#events.close();
    await this.reader.close();
    await this.index.close();
    await this.#folder.close();
  }

  #watchWrites(): void {
    const stuckMs = this.#options.stuckMs ?? STUCK_MS;
    if ([...this.#streams.values()].some(({ writer }) => writer.busyMs >= stuckMs))
      this.#guard.stuck(this.#options.recordingsDir);
  }

  /** Flushes all files that are due, some at a time; a check during that waits for the next one. */
  #syncDue(): void {
    if (this.#syncing) return;
    const dueMs = performance.now() - SYNC_MS;
    const due = [...this.#streams.values()].filter(({ syncedAtMs, writer }) => syncedAtMs <= dueMs && writer.dirty);
    if (due.length === 0) return;
    const work = async (): Promise<void> => {
      for (let entry = due.pop(); entry; entry = due.pop()) {
        entry.syncedAtMs = performance.now();
        await entry.writer.sync();
      }
    };
    this.#syncing = Promise.all(Array.from({ length: PARALLEL_SYNCS }, work)).then(() => {
      this.#syncing = null;
    });
  }

  #writeProgress(): Promise<void> {
    const rows = [...this.#streams.values()].flatMap(({ writer }) => writer.progress ?? []);
    if (rows.length === 0) return this.#progress;
    this.#progress = this.#progress
      .then(() => this.#folder.check())
      .then(() => this.index.progressSegments(rows))
      .catch((error: unknown) => {
        // The rows are merely late; the writers report what is wrong with the disk.
        if (!isDiskFull(error) && !(error instanceof FolderGone))
          this.#options.onLog("warn", "the index is behind", { error: String(error) });
      });
    return this.#progress;
  }

  async #reconcile(startedMs: number): Promise<void> {
    try {
      const report = await reconcile(this.#options.recordingsDir, this.index, startedMs, this.#abort.signal);
      if (report.adopted + report.dropped + report.unreadable > 0)
        this.#options.onLog("warn", "index and disk differed and agree again", { ...report });
    } catch (error) {
      if (!this.#abort.signal.aborted)
        this.#options.onLog("error", "index and disk could not be compared", { error: String(error) });
    }
  }

  /** Resolves when every file has its row and every closed row its file. */
  get reconciled(): Promise<void> {
    return this.#reconciled;
  }
}

function spaceOf(options: RecordingsOptions): () => Promise<DiskSpace> {
  const { recordingsDir, passingDir, space = () => diskSpaceOf(recordingsDir) } = options;
  if (passingDir === undefined) return space;
  return async () => withoutPassing(await space(), recordingsDir, passingDir);
}

/** A disk that accepts nothing must not prevent live video: open segments are then closed at another start. */
async function recover(options: RecordingsOptions, index: RecordingIndex): Promise<RecoveryReport> {
  const { recordingsDir, now = Date.now, onLog } = options;
  const attempt = (): Promise<RecoveryReport> => recoverOpenSegments(recordingsDir, index);
  try {
    return await attempt().catch(async (error: unknown) => {
      if (!isDiskFull(error)) throw error;
      await new Cleaner({ recordingsDir, index, now, space: spaceOf(options) }).relieve();
      return attempt();
    });
  } catch (error) {
    onLog("error", "what an earlier run left open could not be closed", { error: String(error) });
    return NOTHING_RECOVERED;
  }
}
