import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { MediaCommand } from "#protocol/media-socket.ts";
import type { LowBandwidthOutlook, PlaySpec, ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import { JpegMailbox, type NextFrame } from "./jpeg-mailbox.ts";
import { type Feed, playLive, type Video } from "./live-start.ts";
import { LiveWait } from "./live-wait.ts";
import { outlookOf } from "./outlook.ts";
import { isPossible, playedOn } from "./play-rules.ts";
import { Prefetch } from "./prefetch.ts";
import type { LiveParts } from "../live-parts.ts";
import { type MediaOutput, type MediaPort, SocketOutput } from "../output/media-output.ts";
import { NewestWork } from "../playback/newest-work.ts";
import type { RecordedPlayer } from "../playback/recorded-player.ts";
import { startRecorded } from "../playback/recorded-start.ts";
import { recordedStream } from "../playback/recorded-stream.ts";
import type { TranscodedUse } from "../transcoding/transcoders.ts";
import { ViewGuard } from "./view-guard.ts";
import { BandwidthEstimate } from "../output/bandwidth-estimate.ts";

export interface SessionSpec {
  readonly sessionId: string;
  readonly streamId: string;
  readonly format: "fmp4" | "jpeg";
  readonly play: PlaySpec;
  readonly rights: ViewRights;
  /** for frames fetched one by one: how long a fetch waits */
  readonly waitMs: number;
  /** for frames fetched one by one: play time runs from the opening on, not from the first fetch */
  readonly isSynced: boolean;
  /** the viewer: one name for all sessions of a browser; absent: unknown */
  readonly viewer?: string | undefined;
}

type Play = Extract<MediaCommand, { op: "play" }>;

interface Player {
  pause(): void;
  resume(): void;
  acknowledge?(wallMs: number): void;
  /** live: key frames only, this far apart; 0 = every frame */
  keysOnly?(everyMs: number): void;
  /** where another player continues */
  readonly nextMs?: number;
  stop(): void;
}

/** One viewer on the low-bandwidth path: takes commands, keeps exactly one player running. */
export class LowBandwidthSession {
  readonly spec: SessionSpec;
  readonly guard: ViewGuard;
  readonly #parts: LiveParts;
  readonly #knownCap: () => number | null;
  readonly #liveWait: LiveWait;
  #output: MediaOutput | null = null;
  #mailbox: JpegMailbox | null = null;
  #player: Player | null = null;
  #prefetch: Prefetch | null = null;
  readonly #reading = new NewestWork();
  #transcoded: TranscodedUse | null = null;
  #line = new BandwidthEstimate();
  #play: Play;
  #generation = -1;
  #keysEveryMs = 0;
  #closed = false;
  readonly #openedAtMs = performance.now();
  #usedAtMs = this.#openedAtMs;

  /** `knownCap`: what the line to the same viewer carries, as far as its other sessions know, bit/s */
  constructor(spec: SessionSpec, parts: LiveParts, knownCap: () => number | null) {
    this.spec = spec;
    this.#knownCap = knownCap;
    this.guard = new ViewGuard(spec.rights, spec.play.timeMs, (timeMs) => parts.onPlayback(spec.sessionId, timeMs));
    this.#parts = parts;
    this.#liveWait = new LiveWait(parts.streams, spec.streamId);
    this.#play = {
      op: "play",
      generation: 0,
      time: spec.play.timeMs,
      rate: spec.play.rate,
      paused: false,
      height: Math.round(spec.play.heightPx),
    };
  }

  /** What the line to the viewer carries, bit/s; null: no limit is known. */
  get capBitsPerSecond(): number | null {
    return this.#line.capBitsPerSecond;
  }

  /** ms since the viewer was last there */
  idleMs(nowMs: number): number {
    const isWatched = this.#mailbox ? this.#mailbox.isAwaited : this.#output !== null;
    return isWatched ? 0 : nowMs - this.#usedAtMs;
  }

  /** pending until there is something to send, failed when there never will be */
  state(): Promise<LowBandwidthOutlook> {
    return outlookOf(this.#parts, this.#streamIds, this.spec.play);
  }

  /** A websocket connects (again): the newest one gets everything. */
  attach(port: MediaPort): void {
    this.#stopPlayer();
    this.#mailbox?.close();
    this.#mailbox = null;
    this.#generation = -1;
    const line = new BandwidthEstimate(this.#line.capBitsPerSecond ?? this.#knownCap(), performance.now());
    this.#line = line;
    let sentBytes = 0;
    const onSent = (bytes: number): void => line.sent((sentBytes += bytes), performance.now());
    this.#output = new SocketOutput(port, this.spec.format, onSent);
    const start = (play: Play, output: MediaOutput, isOver: () => boolean) => this.#record(play, output, isOver);
    const onBroken = (error: unknown): void => this.#parts.onTrouble(`prefetching ${this.spec.streamId}`, error);
    this.#prefetch = new Prefetch({ start, onBroken }, port, this.spec.format, onSent);
  }

  detach(): void {
    this.#stopPlayer();
    this.#prefetch = null;
    this.#output = null;
    this.#usedAtMs = performance.now();
  }

  /** The HTTP form of JPEG: the next frame. The first call starts playing. */
  async nextPicture(): Promise<NextFrame> {
    if (this.#closed || this.spec.format !== "jpeg")
      return refuse("low-bandwidth/unknown", { cause: failure("low-bandwidth/no-pictures") });
    if (!this.#mailbox) {
      this.#mailbox = new JpegMailbox(this.spec.waitMs);
      this.#output = this.#mailbox;
      const lateMs = this.spec.isSynced ? performance.now() - this.#openedAtMs : 0;
      this.#start({ ...this.#play, time: playedOn(this.#play, lateMs) });
    }
    const picture = await this.#mailbox.next();
    this.#usedAtMs = performance.now();
    return picture;
  }

  command(command: MediaCommand): void {
    this.#usedAtMs = performance.now();
    if (command.op === "play") {
      // Commands on one socket keep their order; an older generation is a mistake of the client.
      if (command.generation < this.#generation) return;
      this.#keysEveryMs = 0;
      this.#start(command);
      return;
    }
    if (command.op === "step") {
      if (command.generation < this.#generation) return;
      this.#step(command);
      return;
    }
    if (command.op === "prefetch") {
      // A narrow line is for what is watched.
      if (this.guard.rights.playback && this.#line.capBitsPerSecond === null) this.#prefetch?.begin(command);
      return;
    }
    // What arrived of an earlier play has arrived too.
    if (command.op === "ack" && command.bytes !== undefined) this.#line.acknowledged(command.bytes, performance.now());
    if (command.generation !== this.#generation) return;
    if (command.op === "pause") this.#player?.pause();
    else if (command.op === "resume") this.#player?.resume();
    else if (command.op === "keys") {
      this.#keysEveryMs = command.everyMs;
      this.#player?.keysOnly?.(command.everyMs);
    } else if (command.op === "ack") this.#player?.acknowledge?.(command.time);
  }

  /** Other parts of these streams are hidden now: what was made with the old masks is no longer sent. */
  masksChanged(changed: ReadonlySet<string>): void {
    if (!this.#output || !this.#streamIds.some((id) => changed.has(id))) return;
    this.#prefetch?.takeBack();
    const { time, paused } = this.#play;
    const nextMs = this.#player?.nextMs;
    this.#start({ ...this.#play, time: time === 0 || paused || nextMs === undefined ? time : nextMs });
  }

  close(): void {
    this.#closed = true;
    this.#stopPlayer();
    this.#mailbox?.close();
    this.#prefetch = null;
    this.#output = null;
  }

  #start(play: Play): void {
    this.#stopPlayer();
    this.#play = play;
    this.#generation = play.generation;
    const output = this.#output;
    if (!output || this.#closed) return;
    output.begin(play.generation);
    if (!isPossible(play)) {
      output.error(failure("request/invalid", { cause: failure("field/no-such-time") }), false);
      return;
    }
    if (refused(play.time === 0 ? this.guard.live() : this.guard.playback(play.time), output)) return;
    if (play.time === 0) this.#liveWait.begin(output, (feed, video) => this.#startLive(play, output, feed, video));
    else this.#read(() => this.#startRecorded(play, output));
  }

  #startLive(play: Play, output: MediaOutput, feed: Feed, video: Video): void {
    const { player, transcoded } = playLive({
      parts: this.#parts,
      feed,
      video,
      streamId: this.spec.streamId,
      format: this.spec.format,
      rights: this.guard.rights,
      play,
      output,
      line: this.#line,
      // Frames that are fetched one by one are neither acknowledged nor sent ahead.
      isAcknowledged: this.#mailbox === null,
      again: () => {
        if (this.#play === play && this.#output === output) this.#start(play);
      },
    });
    this.#transcoded = transcoded;
    player.keysOnly(this.#keysEveryMs);
    this.#player = player;
  }

  async #startRecorded(play: Play, output: MediaOutput): Promise<void> {
    const isOver = (): boolean => this.#play !== play || this.#output !== output;
    const player = await this.#record(play, output, isOver);
    if (isOver()) player?.stop();
    else this.#player = player;
    await player?.ended;
  }

  #read(work: () => Promise<void>): void {
    this.#reading.run(() => work().catch((error: unknown) => this.#broken(error)));
  }

  /** A player of what is recorded of the session's camera. */
  #record(play: Play, output: MediaOutput, isOver: () => boolean): Promise<RecordedPlayer | null> {
    return startRecorded({
      parts: this.#parts,
      format: this.spec.format,
      streamIds: this.#streamIds,
      rights: this.guard.rights,
      play,
      output,
      // Frames that are fetched one by one are neither acknowledged nor sent ahead.
      line: this.#mailbox ? null : this.#line,
      isOver,
      restart: (again: Play) => this.#start(again),
      onBroken: (error: unknown) => this.#broken(error),
    });
  }

  /** The session's own stream and the others of its camera. */
  get #streamIds(): [string, ...string[]] {
    const { streamId } = this.spec;
    return [streamId, ...this.#parts.siblings(streamId)];
  }

  #step({ generation, from, direction }: Extract<MediaCommand, { op: "step" }>): void {
    this.#stopPlayer();
    this.#generation = generation;
    const play: Play = { ...this.#play, generation, paused: true, draft: false };
    this.#play = play;
    const output = this.#output;
    if (!output) return;
    output.begin(generation);
    if (refused(this.guard.playback(from), output)) return;
    this.#read(async () => {
      const { reader } = this.#parts;
      const { streamId } = await recordedStream(reader, this.#streamIds, from, direction);
      const timeMs = await reader.stepTime(streamId, from, direction);
      if (this.#play !== play) return;
      if (timeMs === null) output.state("ended");
      else this.#start({ ...play, time: timeMs });
    });
  }

  #stopPlayer(): void {
    this.#liveWait.end();
    this.#reading.forget();
    this.#prefetch?.end();
    this.#player?.stop();
    this.#player = null;
    this.#transcoded?.release();
    this.#transcoded = null;
  }

  #broken(error: unknown): void {
    if (this.#closed) return;
    this.#parts.onTrouble(`playing ${this.spec.streamId}`, error);
    this.#output?.error(failure("archive/unreadable"), true);
  }
}

/** Whether the viewer was told that it may not. */
function refused(denied: Failure | null, output: MediaOutput): boolean {
  if (denied) output.error(denied, false);
  return denied !== null;
}
