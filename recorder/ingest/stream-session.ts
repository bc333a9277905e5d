import { type Failure, failure } from "#domain/failures/failure.ts";
import type { StreamSpec, StreamState, StreamStatus } from "#recorder/ipc/contracts.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import type { AudioConfig } from "./audio-track.ts";
import { GopCache } from "./gop-cache.ts";
import { Pace } from "./pace.ts";
import { type CameraSource, openSource } from "./sources/camera-source.ts";
import { defaultRtspOptions, type RtspOptions } from "./sources/rtsp-client.ts";
import { PicturePause } from "./picture-pause.ts";
import { StreamMeter } from "./stream-meter.ts";
import { type Trouble, TroubleError, troubleOf } from "#recorder/net/trouble.ts";
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

export interface SessionTiming extends RtspOptions {
  /** waits before the retries; the last one repeats */
  readonly backOffMs: readonly number[];
  /**
   * share by which a wait is randomly shortened or lengthened, so that the cameras of one site are not dialled together
   */
  readonly jitter: number;
  /** a stream that ran this long is well again: its retries are counted anew */
  readonly settledMs: number;
  /** a camera that has sent pictures within the last `forMs` is waited for no longer than `waitMs`: it may only restart */
  readonly awaited?: { readonly forMs: number; readonly waitMs: number };
}

export const defaultTiming: SessionTiming = {
  ...defaultRtspOptions,
  backOffMs: [1000, 2000, 5000, 10_000, 30_000],
  jitter: 0.2,
  settledMs: 10_000,
  awaited: { forMs: 120_000, waitMs: 2000 },
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
  readonly #pace: Pace;
  readonly #meter = new StreamMeter();
  #state: StreamState = "idle";
  #trouble: Trouble | null = null;
  #retryCount = 0;
  /** number of the next wait */
  #waits = 0;
  #client: CameraSource | null = null;
  #config: StreamConfig | null = null;
  #abort: AbortController | null = null;
  #timer: NodeJS.Timeout | null = null;
  #runningSinceMs = 0;
  /** when it ended that had sent pictures */
  #ranUntilMs = Number.NEGATIVE_INFINITY;
  #startedBefore = false;
  #packets = { received: 0, lost: 0 };
  readonly #pictures = new PicturePause();

  constructor(spec: StreamSpec, sink: SessionSink, timing: SessionTiming) {
    this.spec = spec;
    this.#sink = sink;
    this.#timing = timing;
    this.#pace = new Pace(timing.stallMs);
  }

  /** `afterMs`: the state is "starting" at once, and the camera is dialled then. */
  start(afterMs = 0): void {
    if (this.#state !== "idle") return;
    this.#retryCount = 0;
    this.#waits = 0;
    if (afterMs <= 0) return void this.#open("starting");
    this.#setState("starting", null);
    this.#timer = setTimeout(() => void this.#open("starting"), afterMs);
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
    const video = this.#client?.videoConfig ?? this.#config?.video;
    return this.#config && video ? { video, audio: this.#config.audio } : null;
  }

  status(): StreamStatus {
    const nowMs = performance.now();
    const packets = this.#client?.packets ?? { received: 0, lost: 0 };
    return {
      streamId: this.spec.id,
      state: this.#state,
      retryCount: this.#retryCount,
      lastArchiveWrittenMs: this.lastArchiveWrittenMs,
      trouble: this.#trouble,
      video: this.config?.video.info ?? null,
      audio: this.#config?.audio?.info ?? null,
      ...this.#meter.rates(nowMs),
      packetsLost: this.#packets.lost + packets.lost,
      packetsReceived: this.#packets.received + packets.received,
      pictureAgeMs: this.#pictures.ageMs(nowMs),
      pauseMs: this.#pictures.pauseMs,
      archiveAgeMs: this.archiveGrewAtMs === null ? null : nowMs - this.archiveGrewAtMs,
    };
  }

  async #open(state: "starting" | "restarting"): Promise<void> {
    this.#setState(state, this.#trouble);
    this.#pictures.connects();
    const abort = new AbortController();
    this.#abort = abort;
    const mine = (): boolean => this.#abort === abort;
    let fresh = this.#startedBefore;
    this.#startedBefore = true;
    try {
      const client = await openSource(
        this.spec,
        {
          config: (video, audio) => mine() && this.#takeConfig({ video, audio }, fresh),
          jumped: () => mine() && this.#breakTime("clock"),
          video: (unit) => {
            if (!mine()) return;
            if (fresh) this.#breakTime("reconnect");
            fresh = false;
            this.#takeVideo(unit);
          },
          // Audio before the first frame has no file and no viewer to go to.
          audio: (unit) => mine() && this.#state === "running" && this.#sink.audio(unit),
          received: (bytes) => {
            if (this.#state === "running") this.#meter.add(bytes, 0, performance.now());
          },
          note: (note) => mine() && this.#takeNote(note),
          ended: (trouble) => mine() && this.#fail(trouble),
        },
        this.#timing,
        abort.signal,
        this.#pace,
      );
      if (mine()) this.#client = client;
      else client.close();
    } catch (error) {
      if (!mine()) return;
      this.#fail(troubleOf(error));
      // Anything but trouble with a camera is a bug of ours. It is reported, not thrown: what one camera sends must not
      // end the process ¶ that records the others.
      if (!(error instanceof TroubleError) && !(error instanceof Error && "code" in error)) this.#sink.fault(error);
    }
  }

  #takeConfig(config: StreamConfig, fresh: boolean): void {
    const before = this.#config;
    this.#config = config;
    if (before && !fresh && !isSamePicture(before.video, config.video)) this.#breakTime("config");
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
    this.#pictures.picture(nowMs);
    if (this.#state !== "running") {
      this.#runningSinceMs = nowMs;
      this.#setState("running", null);
    }
    this.#meter.add(0, 1, nowMs);
    this.gop.push(unit);
    this.#sink.video(unit);
  }

  #fail(trouble: Trouble): void {
    const ran = this.#state === "running";
    const settled = ran && performance.now() - this.#runningSinceMs >= this.#timing.settledMs;
    this.#drop();
    if (settled) this.#retryCount = 0;
    // Who sends pictures is there: a long wait would cost more of them than a quick try costs the camera.
    if (ran) {
      this.#waits = 0;
      this.#ranUntilMs = performance.now();
    }
    const { backOffMs, jitter, awaited } = this.#timing;
    const isAwaited = awaited !== undefined && performance.now() - this.#ranUntilMs < awaited.forMs;
    const usual = backOffMs[Math.min(this.#waits, backOffMs.length - 1)] ?? 1000;
    const wait = isAwaited ? Math.min(usual, awaited.waitMs) : usual;
    this.#waits += 1;
    this.#retryCount += 1;
    this.#setState("restarting", trouble);
    this.#timer = setTimeout(() => void this.#open("restarting"), wait * (1 + jitter * (2 * Math.random() - 1)));
  }

  #drop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const abort = this.#abort;
    this.#abort = null;
    const client = this.#client;
    this.#client = null;
    if (client) {
      this.#packets.received += client.packets.received;
      this.#packets.lost += client.packets.lost;
      client.close();
    }
    abort?.abort();
    this.gop.clear();
  }

  #setState(state: StreamState, trouble: Trouble | null): void {
    if (this.#state === state && this.#trouble === trouble) return;
    this.#state = state;
    this.#trouble = trouble;
    this.#sink.status();
  }
}

const isSamePicture = (a: VideoConfig, b: VideoConfig): boolean =>
  a.info.width === b.info.width &&
  a.info.height === b.info.height &&
  a.parameterSets.length === b.parameterSets.length &&
  a.parameterSets.every((set, i) => b.parameterSets[i]?.equals(set));
