/** Chooses the files to copy next: evidence at once, then files that are old enough, the oldest of all cameras first. */
import { setImmediate as othersTurn } from "node:timers/promises";
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import type { RecordingIndex, StreamUsage } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import { siblingsOf } from "../segments/sibling-streams.ts";

/** Most files in one object. */
const FILES = 8;
const MOST_BYTES = 256 * 1024 * 1024;
/** Files wait no longer than this for others to fill an object. */
const WAIT_MS = 3_600_000;
/** The longest file lasts ten minutes: one that begins within this time before the limit may still become due. */
const LONGEST_MS = 10 * 60_000;
/** How often all files are looked at again, for those that came later with an older time, and those that could not be copied. */
const ALL_AGAIN_MS = 86_400_000;
const PASSED_AGAIN_MS = 3_600_000;

export interface DueGroup {
  readonly rows: readonly SegmentRow[];
  readonly cameraId: string;
  readonly isLocked: boolean;
}

export interface DueSpan {
  /** files that ended before are no longer wanted in the bucket */
  readonly fromMs: number;
  /** files that ended before are due */
  readonly beforeMs: number;
}

type Rules = Pick<BucketSpec, "what" | "cameras">;
type Ports = Pick<RecordingIndex, "usage" | "filesToCopy" | "lockedToCopy" | "sumToCopy">;

export class DueFiles {
  readonly #index: Ports;
  readonly #rules: Rules;
  readonly #now: () => number;
  /** by stream: up to this time all files have copies */
  readonly #doneMs = new Map<string, number>();
  /** files that cannot be copied now */
  readonly #passed = new Set<number>();
  #queue: DueGroup[] = [];
  #allAgainMs = 0;
  #passedAgainMs = 0;

  constructor(index: Ports, rules: Rules, now: () => number) {
    this.#index = index;
    this.#rules = rules;
    this.#now = now;
  }

  pass(segment: number): void {
    this.#passed.add(segment);
  }

  /** The next evidence to copy; null: all of it has copies. */
  async locked(): Promise<DueGroup | null> {
    const found = await this.#index.lockedToCopy(FILES + this.#passed.size);
    const rows = found.filter(({ id }) => !this.#passed.has(id));
    const [first] = rows;
    if (!first) return null;
    return { rows: ofOne(rows, first.streamId), cameraId: await this.#cameraOf(first.streamId), isLocked: true };
  }

  /** null: nothing is due */
  async aged(span: DueSpan): Promise<DueGroup | null> {
    if (this.#queue.length === 0) this.#queue = await this.#due(span);
    return this.#queue.shift() ?? null;
  }

  /** What is due; `isMore`: there is more than was counted */
  async sum(span: DueSpan) {
    let [files, bytes, oldestMs, isMore] = [0, 0, 0, false];
    for (const { usage, motionOf } of await this.#streams()) {
      const { streamId } = usage;
      const fromMs = this.#from(streamId, span);
      const one = await this.#index.sumToCopy({ streamId, fromMs, beforeMs: span.beforeMs, motionOf });
      files += one.files;
      bytes += one.bytes;
      isMore ||= one.isMore;
      if (one.oldestMs > 0) oldestMs = oldestMs === 0 ? one.oldestMs : Math.min(oldestMs, one.oldestMs);
      // SQLite runs in this process: other work gets its turn between two questions.
      await othersTurn();
    }
    return { files, bytes, oldestMs, isMore };
  }

  async #due(span: DueSpan): Promise<DueGroup[]> {
    if (this.#now() - this.#allAgainMs > ALL_AGAIN_MS) {
      this.#doneMs.clear();
      this.#allAgainMs = this.#now();
    }
    if (this.#now() - this.#passedAgainMs > PASSED_AGAIN_MS) {
      if (this.#passed.size > 0) this.#doneMs.clear();
      this.#passed.clear();
      this.#passedAgainMs = this.#now();
    }
    const groups: DueGroup[] = [];
    for (const { usage, motionOf } of await this.#streams()) {
      const rows = await this.#ofStream(usage, span, motionOf);
      const [first] = rows;
      const isWaiting = rows.length < FILES && (first?.endMs ?? 0) > span.beforeMs - WAIT_MS;
      if (first && !isWaiting) groups.push({ rows, cameraId: usage.cameraId, isLocked: false });
    }
    return groups.toSorted((one, other) => (one.rows[0]?.startMs ?? 0) - (other.rows[0]?.startMs ?? 0));
  }

  /** The streams of which files are copied by age, and the streams whose motion decides about them. */
  async #streams(): Promise<{ readonly usage: StreamUsage; readonly motionOf: readonly string[] | null }[]> {
    const { what, cameras } = this.#rules;
    if (what === "evidence") return [];
    const all = await this.#index.usage();
    const wanted = all.filter(({ cameraId }) => cameras === null || cameras.includes(cameraId));
    return wanted.map((usage) => ({ usage, motionOf: what === "motion" ? siblingsOf(usage, all) : null }));
  }

  async #ofStream(
    { streamId, segments }: StreamUsage,
    span: DueSpan,
    motionOf: readonly string[] | null,
  ): Promise<readonly SegmentRow[]> {
    const fromMs = this.#from(streamId, span);
    if (segments === 0 || fromMs >= span.beforeMs) return [];
    const ask = { streamId, fromMs, beforeMs: span.beforeMs, motionOf };
    const found = await this.#index.filesToCopy(ask, FILES + this.#passed.size);
    const rows = found.filter(({ id }) => !this.#passed.has(id));
    this.#doneMs.set(streamId, rows[0]?.startMs ?? Math.max(fromMs, span.beforeMs - LONGEST_MS));
    return ofOne(rows, streamId);
  }

  #from(streamId: string, { fromMs }: DueSpan): number {
    return Math.max(fromMs, this.#doneMs.get(streamId) ?? 0);
  }

  async #cameraOf(streamId: string): Promise<string> {
    return (await this.#index.usage()).find((one) => one.streamId === streamId)?.cameraId ?? "";
  }
}

/** The first files of a stream, as many as one object holds. */
function ofOne(rows: readonly SegmentRow[], streamId: string): readonly SegmentRow[] {
  const some: SegmentRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (row.streamId !== streamId || some.length >= FILES) continue;
    bytes += row.bytes;
    if (some.length > 0 && bytes > MOST_BYTES) break;
    some.push(row);
  }
  return some;
}
