import type { TrackConfigs } from "#recorder/formats/codec-config.ts";
import type { FragmentEntry } from "../index/fragment-index.ts";

/** A segment that this process writes: readers of the same process see each fragment as soon as it is in the file. */
interface OpenSegment {
  readonly streamId: string;
  readonly configs: TrackConfigs;
  readonly fragments: readonly FragmentEntry[];
}

/** The segments being written, by id of their row. */
export class OpenSegments {
  readonly #segments = new Map<number, OpenSegment>();
  readonly #versions = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  get(id: number): OpenSegment | null {
    return this.#segments.get(id) ?? null;
  }

  set(id: number, segment: OpenSegment): void {
    this.#segments.set(id, segment);
  }

  delete(id: number): void {
    this.#segments.delete(id);
  }

  /** Counts writes and closes of a stream: read it before looking, and pass it to `changedSince`. */
  version(streamId: string): number {
    return this.#versions.get(streamId) ?? 0;
  }

  /** A fragment was written or a segment closed. */
  changed(streamId: string): void {
    this.#versions.set(streamId, this.version(streamId) + 1);
    const waiting = this.#waiting.get(streamId);
    if (!waiting) return;
    this.#waiting.delete(streamId);
    for (const wake of waiting) wake();
  }

  /** Resolves when the stream changed after `version` was read, or when aborted. */
  changedSince(streamId: string, version: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted || this.version(streamId) !== version) return Promise.resolve();
    return new Promise((resolve) => {
      let set = this.#waiting.get(streamId);
      if (!set) this.#waiting.set(streamId, (set = new Set()));
      const waiting = set;
      const wake = (): void => {
        signal?.removeEventListener("abort", wake);
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
      signal?.addEventListener("abort", wake);
    });
  }
}
