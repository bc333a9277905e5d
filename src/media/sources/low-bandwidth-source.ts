/**
 * Frames from the media socket: live, recorded, fast and backwards. Runs in the stage's thread: opens the socket,
 * demuxes fMP4, decodes, paces recorded frames by the playback clock and acknowledges what was shown.
 */
import { readFailure } from "#protocol/rest/error.ts";
import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import type { Disposer } from "#base/disposer.ts";
import {
  type MediaCommand,
  MEDIA_HEADER_BYTES,
  MediaFlag,
  MediaKind,
  type MediaNotice,
  readMediaHeader,
} from "#protocol/media-socket.ts";
import type { SourceEvent, SourcePlay, SourceRequest } from "#protocol/stage-worker.ts";
import type { MediaSocketPort, OpenMediaSocket } from "#transport/media-socket.ts";
import { AudioIntake } from "../audio/audio-intake.ts";
import type { DecodedFrame, EncodedFrame } from "../decode/encoded-frame.ts";
import { type Codec, decodableCodecs } from "../decode/decodable-codecs.ts";
import { LiveKeepUp } from "../decode/live-keep-up.ts";
import { PacedFrames } from "../decode/paced-frames.ts";
import { FrameDecoder } from "../decode/frame-decoder.ts";
import { type FrameMailbox, ownFrame } from "../frame-mailbox.ts";
import type { FrameSource, SourceCounters } from "../frame-source.ts";
import { Acknowledgements } from "./acknowledgements.ts";
import { KeyFrameWait } from "./key-frame-wait.ts";
import { changesKeysOnly, joinMs, playsSameFrames } from "./play-changes.ts";
import { PlayCommands } from "./play-commands.ts";
import { PrefetchedFrame } from "./prefetched-frame.ts";
import { SocketMedia } from "./socket-media.ts";
import { SourceClock } from "./source-clock.ts";
import { WaitingSteps } from "./waiting-steps.ts";

type LowBandwidthRequest = Extract<SourceRequest, { kind: "low-bandwidth" }>;

/** A play that was ordered so long ago has begun: its first frame is still the right one to see until others come. */
const STARTED_WITHIN_MS = 250;

export class LowBandwidthSource implements FrameSource {
  readonly #url: string;
  readonly #openSocket: OpenMediaSocket;
  readonly #decoder: FrameDecoder;
  readonly #paced: PacedFrames;
  readonly #audio: AudioIntake | null;
  readonly #keepUp = new LiveKeepUp();
  readonly #media: SocketMedia;
  readonly #prefetched: PrefetchedFrame;
  readonly #acks: Acknowledgements;
  readonly #keyFrameWait = new KeyFrameWait(() => {
    this.#request({ ...this.#play, timeMs: this.#live ? 0 : this.#paced.shownWallMs || this.#play.timeMs });
  });
  readonly #steps = new WaitingSteps((direction) => this.step(direction));
  readonly #clock = new SourceClock();
  readonly #commands: PlayCommands;
  #play: SourcePlay;
  #mayPrefetch = false;
  #socket: MediaSocketPort | null = null;
  #mailbox: FrameMailbox | null = null;
  #onEvent: (event: SourceEvent) => void = () => undefined;
  /** the end of the gap that was told of last, where that is recorded and cannot be reached */
  #away: { readonly toMs: number } | null = null;
  #announced = false;
  /** of the live frame that arrived last */
  #arrivedWallMs = 0;
  #accepts: Codec[] = [];

  constructor(request: LowBandwidthRequest, openSocket: OpenMediaSocket) {
    this.#url = request.url;
    this.#openSocket = openSocket;
    this.#play = request.play;
    this.#audio = request.audio ? new AudioIntake(request.audio) : null;
    const send = (command: MediaCommand): void => this.#socket?.send(command);
    this.#commands = new PlayCommands(send);
    this.#media = new SocketMedia(
      {
        frame: (frame) => this.#encoded(frame),
        jpeg: (frame, generation) => {
          if (!this.#mailbox || generation !== this.#commands.generation) frame.image.close();
          else this.#decoded(frame);
        },
        lost: () => this.#awaitKeyFrame(),
        failed: (why) => this.#fail(why, true),
      },
      this.#audio,
    );
    this.#acks = new Acknowledgements(
      () => ({
        generation: this.#commands.generation,
        isPaused: this.#play.paused,
        wallMs: this.#live ? this.#arrivedWallMs : this.#paced.shownWallMs,
        waiting: this.#paced.waiting,
      }),
      send,
    );
    this.#prefetched = new PrefetchedFrame(send);
    this.#decoder = new FrameDecoder({
      output: (frame) => this.#decoded(frame),
      progress: () => this.#paced.progress(),
      lost: () => this.#awaitKeyFrame(),
      unsupported: (reason) => this.#fail(failure("media/codec-unsupported", { message: reason }), false),
    });
    this.#paced = new PacedFrames(this.#decoder, {
      show: (frame) => this.#show(frame),
      restart: (timeMs) => this.#request({ ...this.#play, timeMs }),
      drained: () => this.#onEvent({ kind: "state", state: "ended" }),
      gapReached: (fromMs, toMs) =>
        this.#onEvent({ kind: "gap", fromMs, toMs, ...(this.#away?.toMs === toMs ? { isAway: true } : {}) }),
    });
  }

  start(mailbox: FrameMailbox, onEvent: (event: SourceEvent) => void): Disposer {
    this.#mailbox = mailbox;
    this.#onEvent = onEvent;
    this.#socket = this.#openSocket(this.#url, {
      opened: () => {
        void decodableCodecs().then((codecs) => {
          this.#accepts = codecs;
          if (this.#mailbox) this.play(this.#play);
        });
      },
      notice: (notice) => this.#notice(notice),
      binary: (message) => this.#binary(message),
      malformed: (what) => this.#fail(failure("media/protocol", { message: what }), true),
      closed: (reason) => {
        this.#fail(failure("media/socket-closed", { message: reason }), true);
        onEvent({ kind: "closed" });
      },
    });
    const stopAcks = this.#acks.start();
    return () => {
      stopAcks();
      this.#keyFrameWait.end();
      this.#socket?.close();
      this.#socket = null;
      this.#mailbox = null;
      this.#onEvent = () => undefined;
      this.#paced.stop();
      this.#decoder.close();
      this.#media.close();
      this.#prefetched.close();
      this.#audio?.close();
    };
  }

  play(play: SourcePlay): void {
    const before = this.#play;
    this.#play = play;
    const isBegun = this.#commands.generation > 0;
    if (play.timeMs === 0)
      return isBegun && changesKeysOnly(before, play) ? this.#commands.keys(play) : this.#request(play);
    const nowMs = performance.now();
    const isSet = this.#clock.set(play, nowMs);
    const clockMs = this.#clock.of(play).now(nowMs);
    const continues = isBegun && playsSameFrames(before, play) && this.#paced.canContinue(play.rate, play.timeMs);
    if (!continues) {
      const { shownWallMs } = this.#paced;
      return this.#request(isSet ? play : { ...play, timeMs: joinMs(before, play, { clockMs, shownWallMs }) });
    }
    this.#paced.continue(play.paused, clockMs);
    if (before.paused !== play.paused) this.#commands.pause(play.paused);
    // the answer to the play request: the recorder sends nothing new for it
    this.#onEvent({ kind: "state", state: play.paused ? "paused" : "playing" });
  }

  /** One frame forward or back from the shown one; only while paused. */
  step(direction: 1 | -1): void {
    if (!this.#play.paused || this.#play.timeMs === 0) return;
    // The first step begins at the first frame.
    if (this.#commands.generation === 0 || (this.#paced.awaitingFirst && !this.#paced.waitsInGap)) {
      this.#steps.add(direction);
      return;
    }
    if (direction === 1 && this.#paced.stepForward()) return;
    const fromMs = this.#paced.shownWallMs || this.#play.timeMs;
    this.#announced = false;
    this.#paced.beginStep();
    this.#commands.step(fromMs, direction);
  }

  prefetch(timeMs: number): void {
    if (this.#mayPrefetch) this.#prefetched.want(timeMs, this.#play.heightPx, this.#accepts);
  }

  /** Frames here carry their wall time themselves. */
  clock(): void {}

  counters(): SourceCounters {
    const { decodeMs, decodedBy } = this.#decoder;
    return { bytesReceived: this.#acks.bytes, decodeQueue: this.#paced.waiting, decodeMs, decodedBy };
  }

  get #live(): boolean {
    return this.#play.timeMs === 0;
  }

  /** Requests play from here; data of the old generation that is still on its way is dropped on arrival. */
  #request(play: SourcePlay): void {
    this.#keyFrameWait.end();
    if (this.#commands.generation > 0) this.#steps.forget();
    this.#commands.play(play, this.#accepts);
    this.#announced = false;
    if (play.timeMs === 0) {
      this.#paced.stop();
      this.#decoder.reset();
      this.#keepUp.reset();
    } else {
      this.#paced.begin(this.#clock.of(play), play.rate, play.paused, play.timeMs);
    }
    this.#audio?.reset(play.timeMs === 0 || play.rate === 1);
    if (play.timeMs !== 0 && !play.draft) this.#showPrefetched(play.timeMs);
  }

  #notice(notice: MediaNotice): void {
    if (notice.type === "config" && notice.prefetch !== undefined) return this.#prefetched.configure(notice);
    // an error that belongs to no play request (generation 0) always counts
    if (notice.generation < this.#commands.generation && !(notice.type === "error" && notice.generation === 0)) return;
    switch (notice.type) {
      case "config":
        this.#mayPrefetch ||= notice.mayPrefetch === true;
        return this.#media.configure(notice);
      case "state":
        if (notice.state === "ended" && !this.#live) {
          this.#steps.forget();
          return this.#paced.end();
        }
        // playing and paused are reported when the first frame has arrived
        if (this.#announced || notice.state === "starting" || notice.state === "waiting") {
          this.#onEvent({ kind: "state", state: notice.state });
        }
        return;
      case "gap":
        this.#away = notice.away === true ? { toMs: notice.to } : null;
        this.#paced.gap(notice.from, notice.to);
        if (this.#paced.waitsInGap) this.#steps.next();
        return;
      case "error":
        this.#onEvent({
          kind: "error",
          failure: readFailure(notice) ?? foreignFailure(notice.code, notice.reason),
          recoverable: notice.recoverable,
        });
        return;
    }
  }

  #binary(message: ArrayBuffer): void {
    this.#acks.arrived(message.byteLength);
    const header = readMediaHeader(message);
    if (!header.ok) return this.#fail(header.error, true);
    if (header.value.prefetch !== 0) return this.#prefetched.arrived(header.value, message.slice(MEDIA_HEADER_BYTES));
    if (header.value.generation !== this.#commands.generation) return;
    const { kind, wallMs } = header.value;
    if (this.#live && (kind === MediaKind.video || kind === MediaKind.jpeg)) this.#arrivedWallMs = wallMs;
    const payload = message.slice(MEDIA_HEADER_BYTES);
    if (payload.byteLength > 0) this.#media.take(header.value, payload);
    if ((header.value.flags & MediaFlag.reverseEnd) !== 0) this.#paced.endGroup();
    if ((header.value.flags & MediaFlag.end) !== 0 && !this.#live) this.#paced.end();
  }

  #encoded(frame: EncodedFrame): void {
    if (frame.key) this.#keyFrameWait.end();
    if (this.#live) this.#decodeLive(frame);
    else this.#paced.push(frame);
  }

  #decodeLive(frame: EncodedFrame): void {
    const { key, pre, wallMs } = frame;
    if (!pre && !this.#keepUp.take(key, performance.now() - wallMs, this.#decoder.waitingMs)) this.#decoder.skipToKey();
    if (!this.#decoder.decode(frame)) this.#mailbox?.leaveOut(1);
  }

  #decoded(frame: DecodedFrame): void {
    if (this.#live) this.#show(frame);
    else this.#paced.decoded(frame);
  }

  /** The play begins when its own first frame is there: the frames behind it have to follow without a pause. */
  #showPrefetched(timeMs: number): void {
    const generation = this.#commands.generation;
    this.#prefetched.take(timeMs, STARTED_WITHIN_MS, (frame) => {
      const isOver = generation !== this.#commands.generation || this.#announced;
      if (isOver) frame.image.close();
      else this.#put(frame);
    });
  }

  #put({ image, wallMs }: DecodedFrame): boolean {
    if (this.#mailbox) this.#mailbox.put(ownFrame(image, wallMs, performance.now()));
    else image.close();
    return this.#mailbox !== null;
  }

  #show(frame: DecodedFrame): void {
    if (!this.#put(frame) || this.#announced) return;
    this.#announced = true;
    this.#onEvent({ kind: "first-frame", wallMs: frame.wallMs });
    this.#onEvent({ kind: "state", state: this.#play.paused ? "paused" : "playing" });
    this.#steps.next();
  }

  /** Frames are dropped until a key frame comes. */
  #awaitKeyFrame(): void {
    this.#keyFrameWait.begin();
    this.#paced.progress();
  }

  #fail(why: Failure, recoverable: boolean): void {
    this.#onEvent({ kind: "error", failure: why, recoverable });
  }
}
