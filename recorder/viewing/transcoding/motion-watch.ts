import type { MotionSpec, StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import type { Disposer } from "#base/disposer.ts";
import type { LiveStreams } from "../live-feed.ts";
import type { StreamTaps, TapUse } from "./stream-tap.ts";

/** How often a stream whose codec is not known yet is checked again. */
const RETRY_MS = 500;

interface MotionHandlers {
  started(streamId: string, startMs: number): void;
  stopped(streamId: string, startMs: number, stopMs: number): void;
}

/**
 * Keeps a motion job running for every stream that wants one, and ends open events when analysis or the stream goes
 * away.
 */
export class MotionWatch {
  readonly #streams: LiveStreams;
  readonly #taps: StreamTaps;
  readonly #handlers: MotionHandlers;
  readonly #watches = new Map<string, Watch>();

  constructor(streams: LiveStreams, taps: StreamTaps, handlers: MotionHandlers) {
    this.#streams = streams;
    this.#taps = taps;
    this.#handlers = handlers;
  }

  /** Makes the watched streams equal to the list. */
  setStreams(specs: readonly StreamSpec[]): void {
    const wanted = new Map(specs.map((spec) => [spec.id, spec.active ? spec.motion : null]));
    for (const [id, watch] of [...this.#watches]) {
      const motion = wanted.get(id);
      if (motion && sameMotion(motion, watch.motion)) continue;
      watch.close();
      this.#watches.delete(id);
    }
    for (const [id, motion] of wanted) {
      if (!motion || this.#watches.has(id)) continue;
      this.#watches.set(id, new Watch(id, motion, this.#streams, this.#taps, this.#handlers));
    }
  }

  /** The stream was interrupted: it is no longer known what moves. */
  interrupt(streamId: string): void {
    this.#watches.get(streamId)?.interrupt();
  }

  /** The streams in which was watched without a break what moves, since the last call. */
  takeWatched(): readonly string[] {
    return [...this.#watches].flatMap(([id, watch]) => (watch.takeUnbroken() ? [id] : []));
  }

  close(): void {
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
  }
}

class Watch {
  readonly motion: MotionSpec;
  readonly #streamId: string;
  readonly #streams: LiveStreams;
  readonly #taps: StreamTaps;
  readonly #handlers: MotionHandlers;
  #tap: TapUse | null = null;
  #endJob: Disposer | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sinceMs: number | null = null;
  /** since it was asked for last */
  #isUnbroken = false;

  constructor(streamId: string, motion: MotionSpec, streams: LiveStreams, taps: StreamTaps, handlers: MotionHandlers) {
    this.#streamId = streamId;
    this.motion = motion;
    this.#streams = streams;
    this.#taps = taps;
    this.#handlers = handlers;
    this.#start();
  }

  takeUnbroken(): boolean {
    const isRunning = (this.#streams.feed(this.#streamId)?.gop.length ?? 0) > 0;
    const isWatching = this.#endJob !== null && isRunning;
    const was = isWatching && this.#isUnbroken;
    this.#isUnbroken = isWatching;
    return was;
  }

  /** Ends a running event now: its true end will not be known. */
  interrupt(): void {
    this.#isUnbroken = false;
    if (this.#sinceMs === null) return;
    const startMs = this.#sinceMs;
    this.#sinceMs = null;
    this.#handlers.stopped(this.#streamId, startMs, Math.max(startMs, this.#newestMs()));
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#shut();
  }

  #newestMs(): number {
    return this.#streams.feed(this.#streamId)?.gop.at(-1)?.wallMs ?? Date.now();
  }

  #start(): void {
    this.#timer = null;
    const feed = this.#streams.feed(this.#streamId);
    const need = this.motion.keyFramesOnly ? "keys" : "all";
    this.#tap = feed
      ? this.#taps.use(feed, need, () => {
          this.#shut();
          this.#start();
        })
      : null;
    if (!this.#tap) {
      this.#timer = setTimeout(() => this.#start(), RETRY_MS);
      return;
    }
    const { objectSize, keyFramesOnly, mask } = this.motion;
    this.#endJob = this.#tap.feed.motion({ objectSize, keyFramesOnly }, mask, {
      started: (startMs) => {
        this.#sinceMs = startMs;
        this.#handlers.started(this.#streamId, startMs);
      },
      stopped: (startMs, stopMs) => {
        if (this.#sinceMs === null) return;
        this.#sinceMs = null;
        this.#handlers.stopped(this.#streamId, startMs, stopMs);
      },
      lost: () => this.interrupt(),
    });
    this.#tap.begin();
  }

  #shut(): void {
    this.interrupt();
    this.#endJob?.();
    this.#endJob = null;
    this.#tap?.close();
    this.#tap = null;
  }
}

function sameMotion(a: MotionSpec, b: MotionSpec): boolean {
  return (
    a.objectSize === b.objectSize &&
    a.keyFramesOnly === b.keyFramesOnly &&
    (a.mask === b.mask || (a.mask !== null && b.mask !== null && Buffer.compare(a.mask, b.mask) === 0))
  );
}
