import type { Failure } from "#domain/failures/failure.ts";
import type { Disposer } from "#base/disposer.ts";
import { Emitter } from "#base/emitter.ts";
import type { StreamSpec, StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import { startSpacingMs } from "./start-spacing.ts";
import {
  defaultTiming,
  type Discontinuity,
  type SessionSink,
  type SessionTiming,
  type StreamConfig,
  StreamSession,
} from "./stream-session.ts";

/**
 * What a subscriber to a stream's frames receives. All in order, synchronously, in the same tick in which the packet
 * came.
 */
interface StreamListener {
  video?(unit: AccessUnit): void;
  audio?(unit: AudioUnit): void;
  /** what the stream carries; called before the first unit, and again before a key frame that begins something else */
  config?(config: StreamConfig): void;
  /** what comes next does not continue what came before (the next video unit is a key frame, except after "clock") */
  discontinuity?(why: Discontinuity): void;
  /** the stream was taken out of service or removed: nothing comes until it returns */
  ended?(): void;
}

interface HubEvents {
  /** on every change of state, and every 5 s while a stream runs */
  status: StreamStatus;
  added: StreamSpec;
  changed: StreamSpec;
  removed: { streamId: string };
  /** a listener threw: a bug of ours; the stream and the other listeners are not affected */
  fault: { streamId: string; error: unknown };
  /** a camera does something otherwise than others, and the recorder copes with it */
  note: { streamId: string; note: Failure };
}

const STATUS_INTERVAL_MS = 5000;

/** Every member that needs a new connection when it changes. The rest (recording, motion) concerns the listeners. */
const connectionKey = (spec: StreamSpec): string =>
  JSON.stringify([spec.url, spec.username, spec.password, spec.transport, spec.active]);

/**
 * The frame bus: one session per stream, whose frames go to all subscribers. Streams share nothing but the event loop:
 * a camera that lies, stalls or floods costs only its own connection.
 */
export class StreamHub {
  readonly events = new Emitter<HubEvents>();
  readonly #timing: SessionTiming;
  readonly #sessions = new Map<string, { session: StreamSession; spec: StreamSpec }>();
  readonly #listeners = new Map<string, Set<StreamListener>>();
  readonly #timer: NodeJS.Timeout;
  #nextStartMs = 0;
  #spacingMs = startSpacingMs(0);
  #closed = false;

  constructor(timing: SessionTiming = defaultTiming) {
    this.#timing = timing;
    this.#timer = setInterval(() => this.#tellRunning(), STATUS_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Makes the running streams equal to the list: starts, stops, and reconnects only where necessary. */
  setStreams(specs: readonly StreamSpec[]): void {
    if (this.#closed) return;
    const wanted = new Map(specs.map((spec) => [spec.id, spec]));
    this.#spacingMs = startSpacingMs(wanted.size);
    for (const id of [...this.#sessions.keys()]) if (!wanted.has(id)) this.#remove(id);
    for (const spec of wanted.values()) {
      const entry = this.#sessions.get(spec.id);
      if (!entry) {
        this.#add(spec);
        this.events.emit("added", spec);
        continue;
      }
      if (JSON.stringify(entry.spec) === JSON.stringify(spec)) continue;
      if (connectionKey(entry.spec) === connectionKey(spec)) this.#sessions.set(spec.id, { ...entry, spec });
      else {
        const { lastArchiveWrittenMs } = entry.session;
        this.#stop(spec.id);
        this.#add(spec, lastArchiveWrittenMs);
      }
      this.events.emit("changed", spec);
    }
  }

  /** As last set. */
  get streams(): readonly StreamSpec[] {
    return [...this.#sessions.values()].map(({ spec }) => spec);
  }

  spec(streamId: string): StreamSpec | null {
    return this.#sessions.get(streamId)?.spec ?? null;
  }

  /**
   * Subscribes to a stream's frames from the next one on; `config` is called at once when it is known. The stream need
   * not exist (yet): a subscription outlives removal and return. For earlier frames see `gop`.
   */
  subscribe(streamId: string, listener: StreamListener): Disposer {
    let set = this.#listeners.get(streamId);
    if (!set) this.#listeners.set(streamId, (set = new Set()));
    set.add(listener);
    const config = this.config(streamId);
    if (config) this.#tell(streamId, listener, (to) => to.config?.(config));
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.#listeners.get(streamId) === set) this.#listeners.delete(streamId);
    };
  }

  /**
   * The frames since the last key frame, which comes first; empty when there are none. Do not change or keep the array.
   */
  gop(streamId: string): readonly AccessUnit[] {
    return this.#sessions.get(streamId)?.session.gop.units ?? [];
  }

  /** What the stream carries; null until its first key frame. Stays known while the stream reconnects. */
  config(streamId: string): StreamConfig | null {
    return this.#sessions.get(streamId)?.session.config ?? null;
  }

  status(streamId: string): StreamStatus | null {
    return this.#sessions.get(streamId)?.session.status() ?? null;
  }

  statuses(): StreamStatus[] {
    return [...this.#sessions.values()].map(({ session }) => session.status());
  }

  /** Reconnects a stream now. False: no such stream. */
  restart(streamId: string): boolean {
    const entry = this.#sessions.get(streamId);
    if (!entry) return false;
    if (entry.spec.active) entry.session.restart();
    return true;
  }

  /** The writer reports that the archive of a stream reaches to `writtenMs`. `isGrown`: it was written now. */
  noteArchiveWritten(streamId: string, writtenMs: number, isGrown = true): void {
    const session = this.#sessions.get(streamId)?.session;
    if (!session || writtenMs === session.lastArchiveWrittenMs) return;
    session.lastArchiveWrittenMs = writtenMs;
    if (isGrown) session.archiveGrewAtMs = performance.now();
    // Running streams report it with their next status; the others may not send one for long, so they report it now.
    const status = session.status();
    if (status.state !== "running") this.events.emit("status", status);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const id of [...this.#sessions.keys()]) this.#remove(id);
    this.#listeners.clear();
    this.events.clear();
  }

  #add(spec: StreamSpec, lastArchiveWrittenMs = 0): void {
    const session = new StreamSession(spec, this.#sinkOf(spec.id), this.#timing);
    session.lastArchiveWrittenMs = lastArchiveWrittenMs;
    this.#sessions.set(spec.id, { session, spec });
    if (spec.active) session.start(this.#startsAfterMs());
    else this.events.emit("status", session.status());
  }

  #startsAfterMs(): number {
    const nowMs = performance.now();
    const startMs = Math.max(nowMs, this.#nextStartMs);
    this.#nextStartMs = startMs + this.#spacingMs;
    return startMs - nowMs;
  }

  #stop(streamId: string): void {
    const entry = this.#sessions.get(streamId);
    if (!entry) return;
    entry.session.stop();
    this.#tellAll(streamId, (listener) => listener.ended?.());
  }

  #remove(streamId: string): void {
    this.#stop(streamId);
    this.#sessions.delete(streamId);
    this.events.emit("removed", { streamId });
  }

  #sinkOf(streamId: string): SessionSink {
    return {
      config: (config) => this.#tellAll(streamId, (listener) => listener.config?.(config)),
      discontinuity: (why) => this.#tellAll(streamId, (listener) => listener.discontinuity?.(why)),
      video: (unit) => this.#tellAll(streamId, (listener) => listener.video?.(unit)),
      audio: (unit) => this.#tellAll(streamId, (listener) => listener.audio?.(unit)),
      status: () => {
        const status = this.status(streamId);
        if (status) this.events.emit("status", status);
      },
      fault: (error) => this.events.emit("fault", { streamId, error }),
      note: (note) => this.events.emit("note", { streamId, note }),
    };
  }

  #tellRunning(): void {
    for (const { session } of this.#sessions.values()) {
      const status = session.status();
      if (status.state === "running") this.events.emit("status", status);
    }
  }

  #tellAll(streamId: string, tell: (listener: StreamListener) => void): void {
    for (const listener of [...(this.#listeners.get(streamId) ?? [])]) this.#tell(streamId, listener, tell);
  }

  #tell(streamId: string, listener: StreamListener, tell: (listener: StreamListener) => void): void {
    try {
      tell(listener);
    } catch (error) {
      this.events.emit("fault", { streamId, error });
    }
  }
}
