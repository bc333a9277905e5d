/**
 * What is done with recordings beside recording: they are compared with the index, moved, read again, thinned out and cleaned. Of several
 * processes only the keeper does it, but for a volume that is there again: each closes there what it had left open.
 */
import { Mutex } from "#base/mutex.ts";
import type { ForgottenSome, RetentionPolicy, ThinningReport } from "#recorder/ipc/storage-shapes.ts";
import type { FilledSome, FillOrder } from "#recorder/ipc/standby-contract.ts";
import type { BucketArchive } from "./bucket/bucket-archive.ts";
import { repairFromCopy } from "./bucket/repair.ts";
import type { RecordingIndex } from "./index/recording-index.ts";
import type { DigestedFile } from "./index/digest-index.ts";
import type { Cleaner } from "./keeping/cleaner.ts";
import type { OwnStreams } from "./keeping/own-streams.ts";
import type { OpenSegments } from "./segments/open-segments.ts";
import { dropFiles } from "./handback/dropping.ts";
import { Filler } from "./handback/filler.ts";
import { Thinner, type ThinTiming } from "./thinning/thinner.ts";
import { Comparing, follow } from "./volumes/comparing.ts";
import { forgetSome } from "./volumes/forgetting.ts";
import { drainRule, onwardRule } from "./volumes/move-rules.ts";
import { Moving } from "./volumes/moving.ts";
import { Scrubber } from "./volumes/scrubber.ts";
import type { Volume } from "./volumes/volume.ts";
import type { Volumes } from "./volumes/volumes.ts";

export interface UpkeepOptions {
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
  readonly now?: () => number;
  /** absent: no other process records */
  readonly own?: OwnStreams;
  /** tells how many recordings were newly found damaged */
  readonly onDamage?: (count: number) => void;
  /** tells how many recordings were found damaged and are whole again by their copies in the bucket */
  readonly onRepaired?: (count: number) => void;
  /** a check of all recordings that somebody has asked for is over */
  readonly onChecked?: (files: number, damaged: number) => void;
  /** how long after the start recordings are checked first; default: ten minutes */
  readonly scrubAfterMs?: number;
  /** how far thinning out is */
  readonly onThinning?: (report: ThinningReport) => void;
  readonly thinTiming?: ThinTiming;
}

interface UpkeepPorts {
  readonly index: RecordingIndex;
  readonly volumes: Volumes;
  readonly cleaner: Cleaner;
  readonly bucket: BucketArchive;
  readonly openSegments: OpenSegments;
}

export class Upkeep {
  readonly thinner: Thinner;
  readonly draining: Moving;
  readonly onward: Moving;
  readonly #options: UpkeepOptions;
  readonly #ports: UpkeepPorts;
  readonly #isKeeper: boolean;
  readonly #comparing: Comparing;
  readonly #scrubber: Scrubber;
  readonly #filler: Filler;
  readonly #forgetting = new Mutex();
  readonly #abort = new AbortController();
  #hasBegun = false;
  #isCleaning = false;

  constructor(options: UpkeepOptions, ports: UpkeepPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#isKeeper = options.own?.isKeeper ?? true;
    const { now = Date.now, onDamage = () => undefined, onLog, own, thinTiming: timing } = options;
    const { index, volumes, cleaner, bucket, openSegments } = ports;
    // No file is moved, thinned out or repaired while it is compared.
    const files = new Mutex();
    const common = { index, volumes, now, onDamage, onLog };
    const moved = { ...common, cleaner, files };
    this.draining = new Moving(drainRule(moved), moved);
    this.onward = new Moving(onwardRule(moved), moved);
    const isOpen = (id: number): boolean => openSegments.get(id) !== null;
    this.#comparing = new Comparing({ index, volumes, files, forgetting: this.#forgetting, isOpen, own, now, onLog });
    const copies = { index, files, folders: volumes.folders, openCopy: bucket.open };
    this.#scrubber = new Scrubber({
      ...common,
      onRepaired: (count) => options.onRepaired?.(count),
      onChecked: (count, damaged) => options.onChecked?.(count, damaged),
      repair: (file: DigestedFile) => repairFromCopy(file, copies),
      ...(options.scrubAfterMs === undefined ? {} : { firstMs: options.scrubAfterMs }),
    });
    const onReport = (report: ThinningReport): void => options.onThinning?.(report);
    this.thinner = new Thinner({ ...moved, onReport, ...(timing ? { timing } : {}) });
    this.#filler = new Filler({ index, volumes, openSegments, files });
  }

  /** The volumes are known now. The first comparison leaves alone what is recorded after `startedMs`. */
  begin(startedMs: number): void {
    this.#hasBegun = true;
    if (!this.#isKeeper) return;
    this.#comparing.start(startedMs);
    this.#lookWhatMoves();
    // Only then do files that were left open have their final length.
    void this.#comparing.done.then(() => this.#scrubber.start());
  }

  /** A volume that was away can be read again, and is compared with the index. Before `begin` there is nothing to do: it compares all volumes. */
  back(volume: Volume): void {
    if (this.#hasBegun) this.#comparing.back(volume);
  }

  /** Resolves when the index follows volumes that have other names now. */
  async follow(): Promise<void> {
    const { index, volumes } = this.#ports;
    if (this.#isKeeper) await follow({ index, volumes, onLog: this.#options.onLog });
  }

  /** The list of volumes has changed. */
  async volumesSet(fresh: readonly Volume[]): Promise<void> {
    await this.follow();
    for (const volume of fresh) if (volume.isReadable) this.back(volume);
    if (this.#isKeeper) this.#lookWhatMoves();
  }

  /**
   * Cleaning starts with the first policy, because before it the promises of overrides are not known, and when index
   * and files agree: in an index that is being rebuilt the oldest known segment is not the oldest existing one. A full
   * disk is always handled.
   */
  setPolicy(policy: RetentionPolicy): void {
    const { cleaner } = this.#ports;
    cleaner.setPolicy(policy);
    if (this.#isCleaning || !this.#isKeeper) return;
    this.#isCleaning = true;
    void this.#comparing.done.then(() => {
      if (this.#abort.signal.aborted) return;
      cleaner.start((error) => this.#options.onLog("error", "cleaning failed", { error: String(error) }));
      this.thinner.start();
    });
  }

  /** Forgets some rows of a volume that cannot be reached: see `forgetSome`. */
  forget(name: string, take: number): Promise<ForgottenSome> {
    return this.#forgetting.run(() => forgetSome(this.#ports, name, take));
  }

  /** All recordings are read again now, and compared with their digests. Resolves when that has begun. */
  check(): Promise<void> {
    return this.#scrubber.now();
  }

  /** Takes in what another recorder has recorded for this one, as soon as the volumes here are compared. */
  async takeIn(order: FillOrder): Promise<FilledSome> {
    await this.#comparing.done;
    return this.#filler.fill(order);
  }

  /** Removes files that another recorder has. */
  drop(files: readonly number[]): Promise<void> {
    return dropFiles(this.#ports, files);
  }

  /** Resolves when every file has its row and every closed row its file. */
  get reconciled(): Promise<void> {
    return this.#comparing.done;
  }

  /** Begins nothing more. */
  stop(): void {
    this.#comparing.stop();
    this.#abort.abort();
  }

  /** After `stop`: resolves when all that was begun has ended. */
  async close(): Promise<void> {
    await this.#filler.close();
    await this.draining.close();
    await this.onward.close();
    await this.#ports.bucket.close();
    await this.thinner.close();
    await this.#scrubber.close();
    await this.#ports.cleaner.close();
    await this.#comparing.done;
  }

  #lookWhatMoves(): void {
    this.draining.look();
    this.onward.look();
  }
}
