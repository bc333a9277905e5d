/** Carries out one attempt of a player: waits at the gate, opens its session and its source, and closes both. */
import type { Disposer } from "#base/disposer.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { waitThresholdMs } from "#domain/player/mode.ts";
import type { SourcePlay } from "#protocol/stage-worker.ts";
import type { MediaSession } from "#transport/media-sessions.ts";
import type { TransportFailure } from "#transport/request.ts";
import { type WhepSession, whepPath } from "#transport/whep-client.ts";
import { BlockAudio } from "#media/audio/block-audio.ts";
import { TrackAudio } from "#media/audio/track-audio.ts";
import { isServedElsewhere, sourcePlay, whepCommands } from "./attempt-requests.ts";
import type { ConnectionGate, GatePriority, GateTicket } from "./connection-gate.ts";
import type { PlayerPorts } from "../player-ports.ts";
import type { Attempt, PlayerEvent, PlayerRequest } from "../player-state.ts";
import { framesOfTrack } from "./track-frames.ts";

export interface AttemptHost {
  readonly ports: PlayerPorts;
  readonly gate: ConnectionGate;
  /** without privacy masks */
  readonly isUnmasked?: boolean;
  /** frame height to request, px; 0 = as recorded */
  heightPx(attempt: Attempt): number;
  /** live: key frames only, this far apart; absent or 0: every frame */
  keysEveryMs?(): number;
  format(): "fmp4" | "jpeg";
  volume(): number;
  /** what the user should know once */
  notice(notice: Failure): void;
  dispatch(event: PlayerEvent): void;
}

export class AttemptRun {
  readonly attempt: Attempt;
  readonly sourceId: string;
  readonly #host: AttemptHost;
  readonly #abort = new AbortController();
  readonly #ticket: GateTicket;
  /** the request that the machine wants by now: it may have changed while this attempt waited at the gate */
  #request: PlayerRequest;
  #whep: WhepSession | null = null;
  #session: MediaSession | null = null;
  #audio: TrackAudio | BlockAudio | null = null;
  #stopFrames: Disposer | null = null;
  /** steps that were requested before the source was open; negative: back */
  #stepsDue = 0;
  #onPassed: (() => void) | null = null;
  #passed = false;
  #opened = false;
  #closed = false;
  /** a relay has served it: it is asked for again where live frames go on */
  #wasRelayed = false;
  /** the source at hand has shown a frame */
  hasShown = false;

  constructor(host: AttemptHost, attempt: Attempt, sourceId: string, priority: GatePriority) {
    this.#host = host;
    this.attempt = attempt;
    this.sourceId = sourceId;
    this.#request = attempt.request;
    this.#ticket = host.gate.enter(priority, () => queueMicrotask(() => this.#pass()));
  }

  get connection(): RTCPeerConnection | null {
    return this.#whep?.connection ?? null;
  }
  /**
   * False until its source is opened, and while another source replaces it: reports of the stage about the old source
   * are then out of date.
   */
  get hasSource(): boolean {
    return this.#opened;
  }
  /** A relay that dies without a word is noticed by its frames alone: over a socket the line ends. */
  get isRelayedByWebrtc(): boolean {
    return this.#whep?.relay !== undefined;
  }
  get hasAudio(): boolean {
    return this.#audio !== null;
  }

  setPriority(priority: GatePriority): void {
    this.#ticket.setPriority(priority);
  }

  get #served(): { readonly isRelayed: boolean; readonly wasRelayed: boolean } {
    return { isRelayed: this.#session?.relay !== undefined, wasRelayed: this.#wasRelayed };
  }

  /** Calls back when it has passed the gate: time-outs count from that moment. */
  whenPassed(then: () => void): void {
    if (this.#passed) then();
    else this.#onPassed = then;
  }

  play(request: PlayerRequest): void {
    const before = this.#request;
    this.#request = request;
    this.#stepsDue = 0;
    if (this.#whep) this.#command(this.#whep, before, request);
    else if (this.#opened && isServedElsewhere(before, request, this.#served)) this.reopen();
    else if (this.#opened) this.#host.ports.stage.playSource(this.sourceId, this.#play());
  }

  /**
   * The session broke, or (`gone`) this relay did, and a relay served it: the same attempt goes on with another relay, or the
   * recorder.
   */
  leavesRelay(gone?: string): boolean {
    const relay = this.#whep?.relay ?? this.#session?.relay;
    if (relay === undefined || relay !== (gone ?? relay) || this.#closed) return false;
    this.#host.ports.relayFailed?.(relay, this.hasShown);
    this.reopen();
    return true;
  }

  step(direction: 1 | -1): void {
    if (this.#opened) this.#host.ports.stage.stepSource(this.sourceId, direction);
    else this.#stepsDue += direction;
  }

  /** The user may go to this time next (server ms; 0: no longer). WebRTC has nothing to make ready. */
  prefetch(timeMs: number): void {
    if (this.#session && this.#opened) this.#host.ports.stage.prefetchSource(this.sourceId, timeMs);
  }

  /** The choice between key frames and every frame has changed. */
  keysChanged(): void {
    if (this.#whep) this.#whep.command({ op: "keys", everyMs: this.#host.keysEveryMs?.() ?? 0 });
    else if (this.#session && this.#opened) this.#host.ports.stage.playSource(this.sourceId, this.#play());
  }

  setVolume(volume: number): void {
    this.#audio?.setVolume(volume);
  }

  /** The same attempt goes on with another session: with JPEG frames where the browser cannot decode others, or served elsewhere. */
  reopen(): void {
    // Before the recorder cuts the session's socket: the source would take the cut for a loss.
    this.#opened = false;
    this.hasShown = false;
    this.#host.ports.stage.closeSource(this.sourceId, false);
    this.#session?.close();
    this.#session = null;
    this.#audio?.close();
    this.#audio = null;
    this.#stopFrames?.();
    this.#stopFrames = null;
    this.#whep?.close();
    this.#whep = null;
    this.#openSession();
  }

  /** How many frames the browser has decoded so far. */
  decoded(frames: number): void {
    if (this.#opened && !this.#closed) this.#host.ports.stage.decodedSource(this.sourceId, frames);
  }

  close(keepFrame: boolean): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#abort.abort();
    this.#ticket.release();
    this.#host.ports.stage.closeSource(this.sourceId, !keepFrame);
    this.#stopFrames?.();
    this.#audio?.close();
    this.#whep?.close();
    this.#session?.close();
  }

  #pass(): void {
    if (this.#closed) return;
    this.#passed = true;
    this.#onPassed?.();
    this.#host.dispatch({ type: "sent", id: this.attempt.id });
    this.#openSession();
  }

  #openSession(): void {
    void (this.attempt.carrier === "whep" ? this.#openWhep() : this.#openSocket());
  }

  async #openWhep(): Promise<void> {
    const { ports } = this.#host;
    const sent = this.#request;
    const opened = await ports.openWhep({
      path: whepPath(this.attempt.variant, sent.timeMs, sent.rate, this.#host.isUnmasked),
      signal: this.#abort.signal,
      onTrack: (track) => this.#track(track),
      onStatus: (status) => {
        if (this.#closed) return;
        ports.stage.clockSource(this.sourceId, status.time, status.rtpTime);
        if (status.state === "waiting" || status.state === "ended") {
          this.#host.dispatch({ type: "source-state", id: this.attempt.id, state: status.state });
        }
      },
      onLost: (failure) => {
        if (!this.leavesRelay()) this.#fail(failure);
      },
    });
    if (!opened.ok) return this.#fail(opened.error);
    if (this.#closed) return opened.value.close();
    this.#whep = opened.value;
    this.hasShown = true;
    this.#connected();
    if (this.#request !== sent) this.#command(opened.value, sent, this.#request);
    if ((this.#host.keysEveryMs?.() ?? 0) > 0) this.keysChanged();
  }

  /** The connection stands: the next player may connect, before this one has its first frame. */
  #connected(): void {
    this.#ticket.release();
    this.#host.dispatch({ type: "connected", id: this.attempt.id });
  }

  #track(track: MediaStreamTrack): void {
    if (this.#closed) return;
    if (track.kind === "audio") {
      this.#audio ??= new TrackAudio(track, this.#host.volume(), this.#refused);
      return;
    }
    if (this.#opened) return;
    this.#opened = true;
    const frames = framesOfTrack(track, this.#refused);
    this.#stopFrames = frames.stop;
    this.#host.ports.stage.openSource(this.sourceId, frames.request);
  }

  #command(whep: WhepSession, before: PlayerRequest, request: PlayerRequest): void {
    for (const command of whepCommands(before, request)) whep.command(command);
  }

  async #openSocket(): Promise<void> {
    const { ports } = this.#host;
    const play = this.#play();
    const format = this.#host.format();
    const opened = await ports.openSession(
      {
        streamId: this.attempt.variant,
        resolution: { width: 0, height: play.heightPx },
        startTime: Math.max(0, Math.round(play.timeMs)),
        sync: true,
        rate: play.rate,
        waitThres: waitThresholdMs(play.rate),
        transport: "websocket",
        format,
        ...(this.#host.isUnmasked ? { masks: "off" as const } : {}),
      },
      this.#abort.signal,
    );
    if (!opened.ok) return this.#fail(opened.error);
    if (this.#closed) return opened.value.close();
    const { relay } = opened.value;
    if (relay !== undefined && this.#request.timeMs !== 0) {
      opened.value.close();
      return this.#openSocket();
    }
    this.#session = opened.value;
    this.#wasRelayed ||= relay !== undefined;
    this.#connected();
    const { port1, port2 } = new MessageChannel();
    this.#audio = new BlockAudio(port1, this.#host.volume(), {
      refused: this.#refused,
      undecodable: () => this.#host.notice(failure("player/no-audio-decoder")),
    });
    this.#opened = true;
    ports.stage.openSource(this.sourceId, {
      kind: "low-bandwidth",
      url: ports.socketUrl(opened.value.socketPath),
      format,
      play: this.#play(),
      audio: port2,
    });
    for (; this.#stepsDue !== 0; this.#stepsDue -= Math.sign(this.#stepsDue))
      ports.stage.stepSource(this.sourceId, this.#stepsDue > 0 ? 1 : -1);
  }

  /** The browser does not play before the user has touched the page. */
  readonly #refused = (): void => this.#host.notice(failure("player/needs-touch"));

  #play(): SourcePlay {
    return sourcePlay(this.#request, {
      heightPx: this.#host.heightPx(this.attempt),
      keysEveryMs: this.#host.keysEveryMs?.() ?? 0,
    });
  }

  #fail(failure: TransportFailure): void {
    if (!this.#closed) this.#host.dispatch({ type: "error", id: this.attempt.id, ...failure });
  }
}
