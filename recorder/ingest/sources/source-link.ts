import type { Failure } from "#domain/failures/failure.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import { type Trouble, TroubleError, troubleOf } from "#recorder/net/trouble.ts";
import type { AudioConfig } from "../audio-track.ts";
import type { Pace } from "../pace.ts";
import type { VideoConfig } from "../video-track.ts";
import type { ReceivedTrack } from "./video-reception.ts";
import { type CameraSource, openSource } from "./camera-source.ts";
import type { RtspOptions } from "./rtsp-client.ts";
import type { RtspTarget } from "./line/rtsp-dial.ts";

/** What a link tells its stream, in order; nothing after `close`. */
export interface LinkSink {
  config(video: VideoConfig, audio: AudioConfig | null): void;
  video(unit: AccessUnit): void;
  audio(unit: AudioUnit): void;
  jumped(): void;
  /** The video goes on from that of the connection before, which is not wanted any more; never held back. */
  goesOn(): void;
  received(bytes: number): void;
  note(note: Failure): void;
  /** Nothing has come for too long. True: the link may stay all the same, for something else is tried beside it. */
  silent(trouble: Trouble): boolean;
  /** The first frame has come and is held back, or more is held than should be. */
  waiting(isFull: boolean): void;
  /** The connection could not be made, or has ended. */
  ended(trouble: Trouble): void;
  /** a bug of ours that this camera has exposed */
  fault(error: unknown): void;
}

/** Frames that are held back may be so large together. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** One connection of a stream to its camera: opened at once, its frames handed on or held back until `release`. Close it. */
export class SourceLink {
  readonly #sink: LinkSink;
  readonly #abort = new AbortController();
  #client: CameraSource | null = null;
  /** what waits for `release`; null = it was called */
  #held: (() => void)[] | null;
  #heldBytes = 0;
  #isClosed = false;

  /** `earlier`: the video of the connection before */
  constructor(
    target: RtspTarget,
    sink: LinkSink,
    options: RtspOptions,
    pace: Pace,
    isHeld: boolean,
    earlier: () => ReceivedTrack | null,
  ) {
    this.#sink = sink;
    this.#held = isHeld ? [] : null;
    void this.#open(target, options, pace, earlier);
  }

  get videoConfig(): VideoConfig | null {
    return this.#client?.videoConfig ?? null;
  }

  get track(): ReceivedTrack | null {
    return this.#client?.track ?? null;
  }

  get packets(): { readonly received: number; readonly lost: number } {
    return this.#client?.packets ?? { received: 0, lost: 0 };
  }

  /** Hands on what was held back, and from now on everything as it comes. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const tell of held) if (!this.#isClosed) tell();
  }

  close(): void {
    this.#isClosed = true;
    this.#held = null;
    this.#client?.close();
    this.#abort.abort();
  }

  async #open(
    target: RtspTarget,
    options: RtspOptions,
    pace: Pace,
    earlier: () => ReceivedTrack | null,
  ): Promise<void> {
    const sink = this.#sink;
    const client = openSource(
      target,
      {
        config: (video, audio) => this.#tell(() => sink.config(video, audio)),
        jumped: () => this.#tell(() => sink.jumped()),
        goesOn: () => this.#isClosed || sink.goesOn(),
        video: (unit) => this.#video(unit),
        audio: (unit) => this.#tell(() => sink.audio(unit)),
        received: (bytes) => this.#isClosed || sink.received(bytes),
        note: (note) => this.#tell(() => sink.note(note)),
        silent: (trouble) => !this.#isClosed && sink.silent(trouble),
        ended: (trouble) => this.#isClosed || sink.ended(trouble),
      },
      options,
      this.#abort.signal,
      pace,
      earlier,
    );
    try {
      this.#client = await client;
      if (this.#isClosed) this.#client.close();
    } catch (error) {
      if (this.#isClosed) return;
      sink.ended(troubleOf(error));
      // Anything but trouble with a camera is a bug of ours. It is reported, not thrown: what one camera sends must not
      // end the process that records the others.
      if (!(error instanceof TroubleError) && !(error instanceof Error && "code" in error)) sink.fault(error);
    }
  }

  #tell(tell: () => void): void {
    if (this.#isClosed) return;
    if (this.#held) this.#held.push(tell);
    else tell();
  }

  #video(unit: AccessUnit): void {
    const isFirst = this.#held !== null && this.#heldBytes === 0;
    this.#tell(() => this.#sink.video(unit));
    if (!this.#held) return;
    for (const nal of unit.nals) this.#heldBytes += nal.length;
    const isFull = this.#heldBytes > MAX_HELD_BYTES;
    if (isFirst || isFull) this.#sink.waiting(isFull);
  }
}
