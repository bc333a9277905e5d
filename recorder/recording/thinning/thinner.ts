/**
 * Thins out what is old enough, one file after another, and knows how far that is. What stays is whole on the disk before the
 * index names it, and the old file goes after that: whenever this ends, the index names what is there.
 */
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as othersTurn, setTimeout as pause } from "node:timers/promises";
import type { Mutex } from "#base/mutex.ts";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import type { ThinningReport } from "#recorder/ipc/storage-shapes.ts";
import { isMissing } from "#recorder/store/disk-full.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import type { Cleaner } from "../keeping/cleaner.ts";
import { digestOf } from "../segments/file-digest.ts";
import { restMs } from "../volumes/scrub-pace.ts";
import type { Volume } from "../volumes/volume.ts";
import type { Volumes } from "../volumes/volumes.ts";
import { planOf, thinnedBefore, thinnedStreams, type ThinPlan } from "./thin-files.ts";
import { removePieces, writePieces } from "./thinned-file.ts";

export interface ThinTiming {
  /** how often it is checked what may be thinned out */
  readonly lookMs: number;
  /** due files are meant to be done within this time; the fewer there are, the slower it works */
  readonly roundMs: number;
}
const TIMING: ThinTiming = { lookMs: 30_000, roundMs: 600_000 };
const BATCH = 50;
/** After so many files that cannot be thinned the volume counts as not writable: they are tried again later. */
const MOST_STUCK = 100;
/** How often all files are looked at again, for those that were locked, had a copy or could not be thinned. */
const ALL_AGAIN_MS = 6 * 3_600_000;

interface ThinnerPorts {
  readonly index: RecordingIndex;
  readonly volumes: Pick<Volumes, "readable" | "whileThere">;
  readonly cleaner: Pick<Cleaner, "apart" | "nowMs" | "policy">;
  /** keeps files from being moved or compared with the index meanwhile */
  readonly files: Mutex;
  readonly now: () => number;
  readonly onReport: (report: ThinningReport) => void;
  /** tells how many files were newly found damaged */
  readonly onDamage: (count: number) => void;
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
  readonly timing?: ThinTiming;
}

interface Run {
  readonly spec: ThinningSpec;
  readonly abort: AbortController;
  /** by stream: up to this time all files were looked at */
  readonly doneMs: Map<string, number>;
  readonly stuck: Set<number>;
  againMs: number;
  ended: Promise<void>;
}

export class Thinner {
  readonly #ports: ThinnerPorts;
  readonly #timing: ThinTiming;
  #run: Run | null = null;
  #isStarted = false;
  #report: ThinningReport = { state: "idle", files: 0, freedBytes: 0, stuck: 0, reason: "" };

  constructor(ports: ThinnerPorts) {
    this.#ports = ports;
    this.#timing = ports.timing ?? TIMING;
  }

  /** Sets the rule; null: nothing is thinned out. Resolves when nothing is being done by the rule before. */
  async set(spec: ThinningSpec | null): Promise<void> {
    await this.close();
    if (spec === null) return;
    this.#report = { state: "idle", files: 0, freedBytes: 0, stuck: 0, reason: "" };
    const again = performance.now() + ALL_AGAIN_MS;
    this.#run = {
      spec,
      abort: new AbortController(),
      doneMs: new Map(),
      stuck: new Set(),
      againMs: again,
      ended: Promise.resolve(),
    };
    if (this.#isStarted) this.#begin(this.#run);
  }

  /** To be called when index and files agree and the retention policy is known. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (this.#run) this.#begin(this.#run);
  }

  async close(): Promise<void> {
    const run = this.#run;
    this.#run = null;
    run?.abort.abort();
    await run?.ended;
  }

  #begin(run: Run): void {
    run.ended = this.#go(run);
  }

  async #go(run: Run): Promise<void> {
    const { signal } = run.abort;
    while (!signal.aborted) {
      try {
        const isAny = await this.#round(run);
        this.#tell({ state: isAny ? "thinning" : "idle" });
        if (isAny) continue;
      } catch (error) {
        if (!signal.aborted) this.#ports.onLog("warn", "recordings could not be thinned out", { error: String(error) });
      }
      await pause(this.#timing.lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Some files of each stream, the oldest first; false: none is due. */
  async #round(run: Run): Promise<boolean> {
    const { index, cleaner } = this.#ports;
    // Without a licence nothing is removed.
    if (!cleaner.policy.cleaning) return false;
    if (performance.now() >= run.againMs) {
      run.doneMs.clear();
      run.stuck.clear();
      this.#tell({ stuck: 0, reason: "" });
      run.againMs = performance.now() + ALL_AGAIN_MS;
    }
    const beforeMs = thinnedBefore(cleaner.nowMs, run.spec);
    const found: { row: SegmentRow; siblings: readonly string[] }[] = [];
    for (const { usage, siblings } of await thinnedStreams(index, run.spec)) {
      const fromMs = run.doneMs.get(usage.streamId) ?? 0;
      const rows = await index.filesToThin({ streamId: usage.streamId, fromMs, beforeMs }, BATCH);
      found.push(...rows.map((row) => ({ row, siblings })));
      // SQLite runs in this process: other work gets its turn between two questions.
      await othersTurn();
    }
    found.sort((one, other) => one.row.startMs - other.row.startMs);
    for (const [at, { row, siblings }] of found.entries()) {
      run.abort.signal.throwIfAborted();
      if (run.stuck.size >= MOST_STUCK) return false;
      const beganMs = performance.now();
      const isWorked = await this.#one(run, row, siblings);
      // Starts differ by a microsecond at least.
      run.doneMs.set(row.streamId, row.startMs + 0.0005);
      const tookMs = performance.now() - beganMs;
      const rest = { tookMs, leftMs: this.#timing.roundMs, leftFiles: found.length - at };
      if (isWorked) await pause(restMs(rest), undefined, { signal: run.abort.signal, ref: false });
      else await othersTurn();
    }
    return found.length > 0;
  }

  /** False: there was nothing to do. */
  async #one(run: Run, row: SegmentRow, siblings: readonly string[]): Promise<boolean> {
    const { index, volumes, files } = this.#ports;
    const plan = await planOf(index, row, run.spec, siblings);
    const volume = volumes.readable.find(({ name }) => name === row.volume);
    // The file is thinned when its volume is back.
    if (plan === null || !volume || volume.isSlow) return false;
    const giveUp = new AbortController();
    const signal = AbortSignal.any([giveUp.signal, run.abort.signal]);
    try {
      // A volume that fails meanwhile must not hold up those who wait for files of other volumes.
      const freed = await files.run(() => volumes.whileThere(volume.name, this.#thin(row, plan, volume, signal)));
      if (freed === null) giveUp.abort();
      else if (freed > 0) this.#tell({ files: this.#report.files + 1, freedBytes: this.#report.freedBytes + freed });
    } catch (error) {
      if (run.abort.signal.aborted) throw error;
      // A failing volume is reported elsewhere, and the comparison of disk and index looks after missing files.
      if (isMissing(error) || !volume.isReadable) return true;
      run.stuck.add(row.id);
      const reason = error instanceof Error ? error.message : String(error);
      this.#ports.onLog("warn", "a recording could not be thinned out", { file: row.file, error: reason });
      this.#tell({ stuck: run.stuck.size, reason });
    }
    return true;
  }

  /** Returns how many bytes became free. */
  async #thin(row: SegmentRow, plan: ThinPlan, volume: Volume, signal: AbortSignal): Promise<number> {
    const { index, cleaner } = this.#ports;
    signal.throwIfAborted();
    if (!(await this.#isSound(row, volume, signal))) return 0;
    const pieces = await writePieces({ folder: volume.path, row, signal }, plan.kept);
    try {
      await volume.check();
      // The cleaner knows the file as it was.
      return await cleaner.apart(async () => {
        signal.throwIfAborted();
        if (!(await index.replaceSegment(row, pieces))) {
          await removePieces(volume.path, pieces);
          return 0;
        }
        await unlink(join(volume.path, row.file)).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
        return row.bytes - pieces.reduce((sum, piece) => sum + piece.row.bytes, 0);
      });
    } catch (error) {
      // If the index names the pieces already, they are the recording and must stay.
      if ((await index.segment(row.id)) !== null) await removePieces(volume.path, pieces);
      throw error;
    }
  }

  /** A damaged file must not become a new one that looks right: it stays as it is and is reported as damaged. */
  async #isSound(row: SegmentRow, volume: Volume, signal: AbortSignal): Promise<boolean> {
    const { index, now, onDamage, onLog } = this.#ports;
    const facts = await index.fileFacts(row.id);
    if (!facts) return false;
    if (facts.sha256 === null) return true;
    const { sha256, bytes } = await digestOf(join(volume.path, row.file), signal, row.bytes);
    if (sha256.equals(facts.sha256)) return true;
    await index.setDamage(row.id, bytes < row.bytes ? "short" : "different", now());
    onDamage(1);
    onLog("error", "a recording that is to be thinned out is damaged", { file: row.file, volume: row.volume });
    return false;
  }

  #tell(change: Partial<ThinningReport>): void {
    const before = this.#report;
    this.#report = { ...before, ...change };
    if (JSON.stringify(before) !== JSON.stringify(this.#report)) this.#ports.onReport(this.#report);
  }
}
