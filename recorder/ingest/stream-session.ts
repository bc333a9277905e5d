import { type Failure, failure } from "#domain/failures/failure.ts";
import type { StreamSpec, StreamState, StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import type { AudioConfig } from "./audio-track.ts";
import { GopCache } from "./gop-cache.ts";
import { defaultRtspOptions } from "./sources/rtsp-client.ts";
import { type RaceSink, SourceRace, type RaceTiming } from "./sources/source-race.ts";
import { FramePause } from "./frames/frame-pause.ts";
import { StreamMeter } from "./stream-meter.ts";
import type { Trouble } from "#recorder/net/trouble.ts";
import type { VideoConfig } from "./video-track.ts";

export interface StreamConfig {
  readonly video: VideoConfig;
  readonly audio: AudioConfig | null;
}

/** Why the next units do not continue the ones before. */
export type Discontinuity = "clock" | "reconnect" | "config";

export interface SessionSink {
  /** also called when only `hasBFrames` was learned; then no discontinuity comes with it */
  config(config: StreamConfig): void;
  discontinuity(why: Discontinuity): void;
  video(unit: AccessUnit): void;
  audio(unit: AudioUnit): void;
  /** state, trouble or what the stream carries has changed */
  status(): void;
  /** a bug of ours that this camera has exposed; the stream retries */
  fault(error: unknown): void;
  /** what the camera does otherwise than others, for the log */
  note(note: Failure): void;
}

export interface SessionTiming extends RaceTiming {
  /** waits before the retries; the last one repeats */
  readonly backOffMs: readonly number[];
  /**
   * share by which a wait is randomly shortened or lengthened, so that the cameras of one site are not dialled together
   */
  readonly jitter: number;
  /** a stream that ran this long is well again: its retries are counted anew */
  readonly settledMs: number;
  /** a camera that has sent frames within the last `forMs` is waited for no longer than `waitMs`: it may only restart */
  readonly awaited?: { readonly forMs: number; readonly waitMs: number };
}

export const defaultTiming: SessionTiming = {
  ...defaultRtspOptions,
  backOffMs: [1000, 2000, 5000, 10_000, 30_000],
  jitter: 0.2,
  settledMs: 10_000,
  awaited: { forMs: 120_000, waitMs: 2000 },
  holdMs: 3000,
};

/** One stream of a camera, kept running: idle -> starting -> running -> restarting -> ... -> stopping -> idle. */
export class StreamSession {
  readonly spec: StreamSpec;
  readonly gop = new GopCache();
  lastArchiveWrittenMs = 0;
  /** when the archive grew, by a clock that nobody sets; null = not yet */
  archiveGrewAtMs: number | null = null;
  readonly #sink: SessionSink;
  readonly #timing: SessionTiming;
  readonly #race: SourceRace;
  readonly #meter = new StreamMeter();
  #state: StreamState = "idle";
  #trouble: Trouble | null = null;
  #retryCount = 0;
  /** number of the next wait */
  #waits = 0;
  #config: StreamConfig | null = null;
  #timer: NodeJS.Timeout | null = null;
  #runningSinceMs = 0;
  /** when it ended that had sent frames */
  #ranUntilMs = Number.NEGATIVE_INFINITY;
  #startedBefore = false;
  readonly #frames = new FramePause();

  constructor(spec: StreamSpec, sink: SessionSink, timing: SessionTiming) {
    this.spec = spec;
    this.#sink = sink;
    this.#timing = timing;
    this.#race = new SourceRace(spec, timing);
  }

  /** `afterMs`: the state is "starting" at once, and the camera is dialled then. */
  start(afterMs = 0): void {
    if (this.#state !== "idle") return;
    this.#retryCount = 0;
    this.#waits = 0;
    if (afterMs <= 0) return this.#open("starting");
    this.#setState("starting", null);
    this.#timer = setTimeout(() => this.#open("starting"), afterMs);
  }

  /** Ends the connection; afterwards the session is idle and may be started again. */
  stop(): void {
    if (this.#state === "idle") return;
    this.#setState("stopping", this.#trouble);
    this.#drop();
    this.#retryCount = 0;
    this.#setState("idle", null);
  }

  /** Reconnects at once, as if it had never failed. */
  restart(): void {
    this.stop();
    this.start();
  }

  get config(): StreamConfig | null {
    const video = this.#race.videoConfig ?? this.#config?.video;
    return this.#config && video ? { video, audio: this.#config.audio } : null;
  }

  status(): StreamStatus {
    const nowMs = performance.now();
    const { received, lost } = this.#race.packets;
    return {
      streamId: this.spec.id,
      state: this.#state,
      retryCount: this.#retryCount,
      lastArchiveWrittenMs: this.lastArchiveWrittenMs,
      trouble: this.#trouble,
      video: this.config?.video.info ?? null,
      audio: this.#config?.audio?.info ?? null,
      ...this.#meter.rates(nowMs),
      packetsLost: lost,
      packetsReceived: received,
      frameAgeMs: this.#frames.ageMs(nowMs),
      pauseMs: this.#frames.pauseMs,
      archiveAgeMs: this.archiveGrewAtMs === null ? null : nowMs - this.archiveGrewAtMs,
    };
  }

  #open(state: "starting" | "restarting"): void {
    this.#setState(state, this.#trouble);
    this.#frames.connects();
    this.#race.open(this.#sinkOf());
  }

  #sinkOf(): RaceSink {
    let fresh = this.#startedBefore;
    this.#startedBefore = true;
    return {
      config: (video, audio) => this.#takeConfig({ video, audio }, fresh),
      jumped: () => this.#breakTime("clock"),
      goesOn: () => {
        fresh = false;
      },
      video: (unit) => {
        if (fresh) this.#breakTime("reconnect");
        fresh = false;
        this.#takeVideo(unit);
      },
      // Audio before the first frame has no file and no viewer to go to.
      audio: (unit) => this.#state === "running" && this.#sink.audio(unit),
      received: (bytes) => {
        if (this.#state === "running") this.#meter.add(bytes, 0, performance.now());
      },
      note: (note) => this.#takeNote(note),
      lacking: (trouble, isLost) => {
        if (isLost) this.gop.clear();
        this.#retry(trouble);
      },
      served: () => this.#clearTimer(),
      fault: (error) => this.#sink.fault(error),
    };
  }

  #takeConfig(config: StreamConfig, fresh: boolean): void {
    const before = this.#config;
    this.#config = config;
    if (before && !fresh && !isSameVideo(before.video, config.video)) this.#breakTime("config");
    this.#sink.config(config);
    this.#sink.status();
  }

  #takeNote(note: Failure): void {
    this.#sink.note(note);
    // Until the key frame comes, this is why the stream does not run.
    if (note.code === "camera/key-frames-seldom" && this.#state !== "running")
      this.#setState(this.#state, failure("camera/stalled", { cause: note }));
  }

  #breakTime(why: Discontinuity): void {
    // Only the dates leap with the clock: the frames go on from those before.
    if (why !== "clock") this.gop.clear();
    this.#sink.discontinuity(why);
  }

  #takeVideo(unit: AccessUnit): void {
    const nowMs = performance.now();
    this.#frames.frame(nowMs);
    if (this.#state !== "running") {
      this.#runningSinceMs = nowMs;
      this.#setState("running", null);
    }
    this.#meter.add(0, 1, nowMs);
    this.gop.push(unit);
    this.#sink.video(unit);
  }

  /** Waits, and connects anew. */
  #retry(trouble: Trouble): void {
    const nowMs = performance.now();
    // Who sends frames is there: a long wait would cost more of them than a quick try costs the camera.
    if (this.#state === "running") {
      if (nowMs - this.#runningSinceMs >= this.#timing.settledMs) this.#retryCount = 0;
      this.#waits = 0;
      this.#ranUntilMs = nowMs;
    }
    const { backOffMs, jitter, awaited } = this.#timing;
    const isAwaited = awaited !== undefined && nowMs - this.#ranUntilMs < awaited.forMs;
    const usual = backOffMs[Math.min(this.#waits, backOffMs.length - 1)] ?? 1000;
    const wait = isAwaited ? Math.min(usual, awaited.waitMs) : usual;
    this.#waits += 1;
    this.#retryCount += 1;
    this.#setState("restarting", trouble);
    this.#clearTimer();
    this.#timer = setTimeout(() => this.#open("restarting"), wait * (1 + jitter * (2 * Math.random() - 1)));
  }

  #drop(): void {
    this.#clearTimer();
    this.#race.close();
    this.gop.clear();
  }

  #clearTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #setState(state: StreamState, trouble: Trouble | null): void {
    if (this.#state === state && this.#trouble === trouble) return;
    this.#state = state;
    this.#trouble = trouble;
    this.#sink.status();
  }
}

const isSameVideo = (a: VideoConfig, b: VideoConfig): boolean =>
  a.info.width === b.info.width &&
  a.info.height === b.info.height &&
  a.parameterSets.length === b.parameterSets.length &&
  a.parameterSets.every((set, i) => b.parameterSets[i]?.equals(set));
