import type { TrackConfigs } from "#recorder/formats/codec-config.ts";
import type { DiskGuard } from "./disk-guard.ts";
import type { BuiltFragment } from "./fragment-builder.ts";
import type { SegmentProgress } from "../index/recording-index.ts";
import { FileDeleted, SegmentFile, type SegmentFilePorts, VolumeLeft } from "./segment-file.ts";
import type { WritableVolume } from "./segment-places.ts";
import { WrittenTail } from "./written-tail.ts";

/** Identity of a segment in the queue; its first fragment creates the file. */
export interface SegmentPlan {
  readonly configs: TrackConfigs;
}

/** While the disk accepts nothing, the newest part of a stream waits in memory, up to this length. */
const MAX_WAITING_MS = 10_000;
/** The same while the index accepts nothing: a PostgreSQL that fails over is back by then, and files are begun late, but whole. */
const MAX_WAITING_FOR_INDEX_MS = 60_000;
/** Limit of waiting data, however slow the disk is. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

interface Waiting {
  readonly plan: SegmentPlan;
  readonly built: BuiltFragment;
}

interface SegmentWriterPorts extends SegmentFilePorts {
  /** the volume for the next file of a stream, which may be the one that it has */
  readonly place: (streamId: string, current: WritableVolume | null) => WritableVolume;
  /** the guard of the index, where the index is not on the volume */
  readonly indexGuard: DiskGuard | null;
  /** whether the last fragments are kept in memory for a while, so that another volume can go on without a gap */
  readonly keepsTail: boolean;
}

/** Writes one stream's fragments to disk, one after another, retrying as long as necessary. */
export class SegmentWriter {
  readonly #ports: SegmentWriterPorts;
  readonly #streamId: string;
  readonly #tail: WrittenTail<Waiting> | null;
  #volume: WritableVolume | null = null;
  /** ends the wait for the step that is under way */
  #giveUp: ((why: VolumeLeft) => void) | null = null;
  #leaving: Promise<void> = Promise.resolve();
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #file: SegmentFile | null = null;
  #filePlan: SegmentPlan | null = null;
  /** ends the current file when the queue is empty */
  #finish = false;
  #running: Promise<void> | null = null;
  #lastWrittenMs = 0;
  #droppedFragments = 0;
  /** what failed last; null after a successful write */
  #failed: "disk" | "index" | null = null;
  /** when the present step on the disk began, by a monotonic clock; null = there is none */
  #busySinceMs: number | null = null;

  constructor(ports: SegmentWriterPorts, streamId: string) {
    this.#ports = ports;
    this.#streamId = streamId;
    this.#tail = ports.keepsTail ? new WrittenTail() : null;
  }

  /** where it writes; null = it has not begun */
  get volume(): WritableVolume | null {
    return this.#volume;
  }

  /** end of what is safe in the file, epoch ms; 0 = nothing yet */
  get lastWrittenMs(): number {
    return this.#lastWrittenMs;
  }

  /** fragments given up because the disk accepted none for too long */
  get droppedFragments(): number {
    return this.#droppedFragments;
  }

  /** how long the disk has not returned from the present step; 0 = there is none */
  get busyMs(): number {
    return this.#busySinceMs === null ? 0 : performance.now() - this.#busySinceMs;
  }

  get progress(): SegmentProgress | null {
    return this.#file?.progress ?? null;
  }

  get dirty(): boolean {
    return this.#file?.dirty ?? false;
  }

  append(plan: SegmentPlan, built: BuiltFragment): void {
    this.#waiting.push({ plan, built });
    this.#waitingBytes += built.entry.bytes;
    this.#finish = false;
    this.#limit();
    this.#run();
  }

  /** Nothing follows yet, and the last picture is still shown. */
  lasts(untilMs: number): void {
    if (!this.#file || this.#finish || this.#waiting.length > 0) return;
    this.#file.lasts(untilMs);
    this.#lastWrittenMs = Math.max(this.#lastWrittenMs, untilMs);
  }

  /** The current segment is complete: its file is closed once everything is written. */
  finish(): void {
    this.#finish = true;
    this.#run();
  }

  async sync(): Promise<void> {
    try {
      await this.#file?.sync();
    } catch (error) {
      // The trouble of a volume that was left meanwhile has been reported already.
      if (!(error instanceof VolumeLeft)) void this.#guard?.trouble(error);
    }
  }

  /** Goes on at another volume and writes the kept tail there again, so that readers find no gap. */
  leave(): void {
    if (!this.#volume) return;
    const file = this.#file;
    this.#file = null;
    this.#filePlan = null;
    this.#volume = null;
    if (file) this.#leaving = this.#leaving.then(() => file.leave()).catch(() => undefined);
    const again = this.#tail?.take(file !== null) ?? [];
    this.#waiting.unshift(...again);
    for (const { built } of again) this.#waitingBytes += built.entry.bytes;
    if (this.#giveUp) this.#giveUp(new VolumeLeft());
    else this.#run();
  }

  get #guard(): DiskGuard | null {
    return this.#file?.failedAtIndex
      ? (this.#ports.indexGuard ?? this.#volume?.guard ?? null)
      : (this.#volume?.guard ?? null);
  }

  /** Resolves when all that was appended is written and, after `finish`, closed. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #run(): void {
    this.#running ??= this.#drain().finally(() => {
      this.#running = null;
    });
  }

  async #drain(): Promise<void> {
    for (;;) {
      const next = this.#waiting[0];
      this.#busySinceMs = performance.now();
      try {
        if (this.#file && this.#volume && (next ? next.plan !== this.#filePlan : this.#finish)) {
          const file = this.#file;
          await this.#step(this.#volume, () => file.close());
          this.#file = null;
          this.#filePlan = null;
          continue;
        }
        if (!next) return;
        await this.#write(next);
      } catch (error) {
        this.#busySinceMs = null;
        if (error instanceof VolumeLeft) continue;
        const guard = this.#guard;
        if (guard === null || guard.closed) return;
        this.#failed = this.#file?.failedAtIndex ? "index" : "disk";
        if (error instanceof FileDeleted) await this.#abandon();
        await this.#orLeft(guard.trouble(error)).catch(() => undefined);
      } finally {
        this.#busySinceMs = null;
      }
    }
  }

  async #write(next: Waiting): Promise<void> {
    if (!this.#file) {
      // The row of the file that was left must be closed before the row of the next one begins.
      await this.#leaving;
      this.#volume = this.#ports.place(this.#streamId, this.#volume);
      this.#file = new SegmentFile(
        this.#ports,
        this.#volume,
        this.#streamId,
        next.plan.configs,
        next.built.entry.wallMs,
      );
      this.#filePlan = next.plan;
    }
    const [file, volume] = [this.#file, this.#volume];
    if (!volume) return;
    await this.#step(volume, async () => {
      const beganMs = performance.now();
      await file.append(next.built);
      volume.wrote(next.built.entry.bytes, performance.now() - beganMs);
    });
    this.#failed = null;
    // This is not always the latest time, because a clock that was ahead may have been corrected since.
    this.#lastWrittenMs = next.built.endMs;
    volume.guard.fine();
    this.#ports.indexGuard?.fine();
    this.#tail?.put(next);
    if (this.#waiting[0] !== next) return;
    this.#waiting.shift();
    this.#waitingBytes -= next.built.entry.bytes;
  }

  #step(volume: WritableVolume, work: () => Promise<void>): Promise<void> {
    return this.#orLeft(volume.step(work));
  }

  /** Rejects when the volume is left meanwhile. */
  #orLeft(work: Promise<void>): Promise<void> {
    const first = new Promise<void>((resolve, reject) => {
      this.#giveUp = reject;
      work.then(resolve, reject);
    });
    return first.finally(() => (this.#giveUp = null));
  }

  /** Gives up the file; the waiting fragments go into a new one. */
  async #abandon(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    this.#filePlan = null;
    await file?.abandon().catch(() => undefined);
  }

  /** Too much waits: drop the oldest up to a key frame, and begin a segment there. The one being written stays. */
  #limit(): void {
    const newest = this.#waiting.at(-1);
    if (!newest) return;
    const patient = (this.#guard?.state.state ?? "ok") === "ok";
    const limitMs = this.#failed === "index" ? MAX_WAITING_FOR_INDEX_MS : MAX_WAITING_MS;
    const tooOldMs = patient ? Number.NEGATIVE_INFINITY : newest.built.entry.wallMs - limitMs;
    const first = this.#waiting[1];
    if (!first || (this.#waitingBytes <= MAX_WAITING_BYTES && first.built.entry.wallMs >= tooOldMs)) return;
    let keep = 1;
    while (keep < this.#waiting.length && (keep === 1 || this.#waiting[keep]?.built.entry.keyBytes === 0)) keep += 1;
    for (const dropped of this.#waiting.splice(1, keep - 1)) {
      this.#waitingBytes -= dropped.built.entry.bytes;
      this.#droppedFragments += 1;
    }
    const from = this.#waiting[1]?.plan;
    if (!from) return;
    const fresh: SegmentPlan = { configs: from.configs };
    this.#waiting = this.#waiting.map((item, i) => (i > 0 && item.plan === from ? { ...item, plan: fresh } : item));
  }
}
