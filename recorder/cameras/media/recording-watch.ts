/** What is known of each stream, and whether what is to be recorded is. */
import type { Failure } from "#domain/failures/failure.ts";
import type { StorageState } from "#recorder/ipc/storage-shapes.ts";
import type { StreamSpec, StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import { type Heard, recordingTrouble } from "./recording-trouble.ts";

/** How often it is asked whether each stream is still recorded. */
const LOOK_MS = 1000;

interface WatchPorts {
  readonly diskState: () => StorageState;
  readonly onTrouble: (streamId: string, trouble: Failure | null, before: Failure | null) => void;
}

export class RecordingWatch {
  readonly #ports: WatchPorts;
  readonly #heard = new Map<string, Heard>();
  /** what is wrong with the recording of a stream, as it was last said */
  readonly #troubles = new Map<string, Failure>();
  #specs: ReadonlyMap<string, StreamSpec> = new Map();

  constructor(ports: WatchPorts) {
    this.#ports = ports;
  }

  setStreams(streams: readonly StreamSpec[]): void {
    this.#specs = new Map(streams.map((spec) => [spec.id, spec]));
    for (const id of this.#heard.keys()) if (!this.#specs.has(id)) this.#heard.delete(id);
  }

  /** Returns what was known of the stream before. */
  hear(status: StreamStatus): StreamStatus | undefined {
    const before = this.#heard.get(status.streamId)?.status;
    this.#heard.set(status.streamId, { status, atMs: performance.now() });
    return before;
  }

  /** The process is gone that had these streams. */
  lose(isOf: (streamId: string) => boolean): void {
    for (const [id, { status }] of this.#heard)
      if (isOf(id)) this.hear({ ...status, state: "restarting", retryCount: status.retryCount + 1 });
  }

  /** With what keeps the stream from being recorded, whoever noticed it. */
  status(streamId: string): StreamStatus | undefined {
    const status = this.#heard.get(streamId)?.status;
    if (!status || status.trouble) return status;
    const trouble = this.#troubleOf(this.#specs.get(streamId));
    return trouble ? { ...status, trouble } : status;
  }

  /** Streams that are to be recorded and are not, although nothing else is wrong with them. */
  get unrecorded(): number {
    return this.#troubles.size;
  }

  /** Looks from now on. The returned function ends that. */
  start(): () => void {
    const timer = setInterval(() => this.look(), LOOK_MS);
    return () => clearInterval(timer);
  }

  look(): void {
    for (const id of this.#troubles.keys()) if (!this.#specs.has(id)) this.#troubles.delete(id);
    for (const spec of this.#specs.values()) {
      const trouble = this.#troubleOf(spec);
      const before = this.#troubles.get(spec.id) ?? null;
      if (trouble?.code === before?.code) continue;
      if (trouble) this.#troubles.set(spec.id, trouble);
      else this.#troubles.delete(spec.id);
      this.#ports.onTrouble(spec.id, trouble, before);
    }
  }

  #troubleOf(spec: StreamSpec | undefined): Failure | null {
    return spec ? recordingTrouble(spec, this.#heard.get(spec.id), performance.now(), this.#ports.diskState()) : null;
  }
}
