/** What moves in the streams of one `media` process: it is recorded, stands in the index, and `main` hears of it. */
import type { Disposer } from "#base/disposer.ts";
import type { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import type { HubRecording } from "#recorder/recording/hub-recording.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import type { LiveStreams } from "#recorder/viewing/live-feed.ts";
import type { AnalysisWorkers } from "#recorder/viewing/transcoding/analysis-workers.ts";
import { MotionWatch } from "#recorder/viewing/transcoding/motion-watch.ts";
import type { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { noteWatchedMotion } from "./watched-motion.ts";

interface MotionPorts {
  readonly main: Channel<MediaContract, MainContract>;
  readonly hub: StreamHub;
  readonly streams: LiveStreams;
  readonly taps: StreamTaps;
  readonly analysis: AnalysisWorkers;
  readonly recording: HubRecording;
  readonly recordings: Recordings;
}

export class StreamMotion {
  readonly #ports: MotionPorts;
  readonly #watch: MotionWatch;
  readonly #stopNoting: Disposer;
  /** ends the watch for interruptions of a stream */
  readonly #interrupts = new Map<string, Disposer>();

  constructor(ports: MotionPorts) {
    this.#ports = ports;
    const { streams, taps, analysis, recordings } = ports;
    this.#watch = new MotionWatch(streams, taps, {
      started: (streamId, startMs) => this.#started(streamId, startMs),
      stopped: (streamId, startMs, stopMs) => this.#stopped(streamId, startMs, stopMs),
    });
    this.#stopNoting = noteWatchedMotion({ motion: this.#watch, analysis, recordings });
  }

  /** Makes the watched streams equal to the list. */
  setStreams(specs: readonly StreamSpec[]): void {
    this.#watch.setStreams(specs);
    const wanted = new Set(specs.map(({ id }) => id));
    for (const [id, dispose] of this.#interrupts)
      if (!wanted.has(id)) {
        dispose();
        this.#interrupts.delete(id);
      }
    for (const id of wanted) if (!this.#interrupts.has(id)) this.#interrupts.set(id, this.#watchInterrupts(id));
  }

  /** Open events end. */
  close(): void {
    this.#stopNoting();
    this.#watch.close();
  }

  #watchInterrupts(id: string): Disposer {
    return this.#ports.hub.subscribe(id, {
      discontinuity: (why) => {
        if (why !== "clock") this.#watch.interrupt(id);
      },
      ended: () => this.#watch.interrupt(id),
    });
  }

  #started(streamId: string, startMs: number): void {
    const { main, recording } = this.#ports;
    recording.motionStarted(streamId, startMs);
    this.#putEvent({ streamId, startMs, stopMs: null });
    main.tell("motion.started", { streamId, startMs });
  }

  #stopped(streamId: string, startMs: number, stopMs: number): void {
    const { main, recording } = this.#ports;
    recording.motionStopped(streamId, stopMs);
    this.#putEvent({ streamId, startMs, stopMs });
    main.tell("motion.stopped", { streamId, startMs, stopMs });
  }

  #putEvent(event: { streamId: string; startMs: number; stopMs: number | null }): void {
    void this.#ports.recordings.putEvent({ ...event, score: 0 });
  }
}
