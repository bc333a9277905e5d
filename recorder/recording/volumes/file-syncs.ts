/** Flushes the files that are written, so that a power cut costs little; of each volume a few at once. */
import type { SegmentWriter } from "../segments/segment-writer.ts";

/** This pause, one check, and the fragment in memory: a power cut costs less than 2 s. */
const SYNC_MS = 1000;
/** Flushing to a slow disk must leave threads for reading. */
const PARALLEL_SYNCS = 2;

interface Running {
  looks: number;
}

export class FileSyncs {
  readonly #syncedAtMs = new WeakMap<SegmentWriter, number>();
  /** by volume */
  readonly #running = new Map<string, Running>();

  /** Flushes what is due; call it now and then. A check while a volume is flushed waits for the next one. */
  look(writers: Iterable<SegmentWriter>): void {
    const dueMs = performance.now() - SYNC_MS;
    const due = new Map<string, SegmentWriter[]>();
    for (const writer of writers) {
      if (!writer.volume || !writer.dirty) continue;
      if ((this.#syncedAtMs.get(writer) ?? 0) > dueMs) continue;
      due.set(writer.volume.name, [...(due.get(writer.volume.name) ?? []), writer]);
    }
    for (const running of this.#running.values()) running.looks += 1;
    for (const [volume, files] of due) if (!this.#running.has(volume)) this.#sync(volume, files);
  }

  /** For how many calls of `look` the present flush of a volume lasts; 0 = there is none. */
  age(volume: string): number {
    return this.#running.get(volume)?.looks ?? 0;
  }

  #sync(volume: string, files: SegmentWriter[]): void {
    const work = async (): Promise<void> => {
      for (let writer = files.pop(); writer; writer = files.pop()) {
        this.#syncedAtMs.set(writer, performance.now());
        await writer.sync();
        const running = this.#running.get(volume);
        if (running) running.looks = 0;
      }
    };
    this.#running.set(volume, { looks: 0 });
    void Promise.all(Array.from({ length: PARALLEL_SYNCS }, work)).then(() => this.#running.delete(volume));
  }
}
