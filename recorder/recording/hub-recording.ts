import type { Disposer } from "#base/disposer.ts";
import type { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import type { Recordings } from "./recordings.ts";
import type { StreamRecorder } from "./stream-recorder.ts";

const WRITTEN_MS = 1000;

/** Records the streams of the hub as their specs say. */
export class HubRecording {
  readonly #hub: StreamHub;
  readonly #recordings: Recordings;
  /** `earlierMs`: how far the archive of an earlier run reaches, 0 = there is none */
  readonly #streams = new Map<string, { recorder: StreamRecorder; earlierMs: number; dispose: Disposer }>();
  readonly #timer: NodeJS.Timeout;
  readonly #onFirstWritten: () => void;
  #isAnyWritten = false;
  #wanted: readonly StreamSpec[] = [];
  /** some streams are not recorded, because the index accepted nothing; they are tried again */
  #isBehind = false;
  #turn: Promise<void> = Promise.resolve();

  /** `onFirstWritten`: the disk has accepted data for the first time since the start */
  constructor(hub: StreamHub, recordings: Recordings, onFirstWritten: () => void = () => undefined) {
    this.#hub = hub;
    this.#recordings = recordings;
    this.#onFirstWritten = onFirstWritten;
    this.#timer = setInterval(() => {
      for (const { recorder } of this.#streams.values()) recorder.pass(Date.now());
      this.#tellWritten();
      this.#tryAgain();
    }, WRITTEN_MS);
    this.#timer.unref();
  }

  /**
   * Makes what is recorded equal to the list. Call it whenever the hub's streams are set; calls run one after the
   * other.
   */
  setStreams(specs: readonly StreamSpec[]): Promise<void> {
    this.#wanted = specs;
    const turn = this.#turn.then(() => this.#set(specs));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  motionStarted(streamId: string, startMs: number): void {
    this.#streams.get(streamId)?.recorder.motionStarted(startMs);
  }

  motionStopped(streamId: string, stopMs: number): void {
    this.#streams.get(streamId)?.recorder.motionStopped(stopMs);
  }

  /** Stops listening; `Recordings.close` closes what was recorded. */
  close(): void {
    clearInterval(this.#timer);
    for (const { dispose } of this.#streams.values()) dispose();
    this.#streams.clear();
  }

  async #set(specs: readonly StreamSpec[]): Promise<void> {
    this.#isBehind = false;
    const wanted = new Map(specs.map((spec) => [spec.id, spec]));
    for (const streamId of [...this.#streams.keys()]) if (!wanted.has(streamId)) await this.#remove(streamId);
    const failures: unknown[] = [];
    for (const spec of wanted.values()) await this.#put(spec).catch((error: unknown) => failures.push(error));
    if (failures.length === 0) return;
    this.#isBehind = true;
    throw failures[0];
  }

  #tryAgain(): void {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    void this.setStreams(this.#wanted).catch(() => undefined);
  }

  async #put(spec: StreamSpec): Promise<void> {
    const recorder = await this.#recordings.recorder(spec.id, spec.cameraId, spec.record);
    if (this.#streams.has(spec.id)) return;
    const earlierMs = await this.#earlierMs(spec.id);
    const dispose = this.#hub.subscribe(spec.id, {
      config: ({ video, audio }) =>
        recorder.begin({
          codec: video.info.codec,
          audio: audio?.info ?? null,
          ...(audio ? { audioDescription: audio.config } : {}),
        }),
      video: (unit) => recorder.push(unit),
      audio: (unit) => recorder.push(unit),
      // A leap of the dates does not disturb decoding, and the recorder sees it in the dates themselves.
      discontinuity: (why) => {
        if (why !== "clock") recorder.interrupt();
      },
      ended: () => recorder.interrupt(),
    });
    this.#streams.set(spec.id, { recorder, earlierMs, dispose });
  }

  /**
   * What an earlier run has written counts too: a camera that has been away since then has an archive, if an old one.
   */
  async #earlierMs(streamId: string): Promise<number> {
    const nowMs = Date.now();
    const last = await this.#recordings.index.segmentAt(streamId, nowMs);
    return last ? Math.min(last.endMs, nowMs) : 0;
  }

  async #remove(streamId: string): Promise<void> {
    this.#streams.get(streamId)?.dispose();
    this.#streams.delete(streamId);
    await this.#recordings.stop(streamId);
  }

  #tellWritten(): void {
    for (const [streamId, { recorder, earlierMs }] of this.#streams) {
      const writtenMs = recorder.lastWrittenMs || earlierMs;
      if (writtenMs > 0) this.#hub.noteArchiveWritten(streamId, writtenMs, recorder.lastWrittenMs > 0);
      if (recorder.lastWrittenMs === 0 || this.#isAnyWritten) continue;
      this.#isAnyWritten = true;
      this.#onFirstWritten();
    }
  }
}
