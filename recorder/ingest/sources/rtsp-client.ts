import { type Failure, failure } from "#domain/failures/failure.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import { AudioDepacketizer } from "#recorder/rtp/payloads/audio-depacketizer.ts";
import type { RtpPacket } from "#recorder/rtp/rtp-packet.ts";
import { RtpReceiver } from "#recorder/rtp/rtp-receiver.ts";
import { parseSdp, type SdpMedia } from "#recorder/rtp/sdp.ts";
import { type Trouble, TroubleError, troubleOf } from "#recorder/net/trouble.ts";
import { type AudioConfig, AudioTrack } from "../audio-track.ts";
import { ReportedClock } from "../reported-clock.ts";
import { controlUrls, trackUrls, withHostOf } from "./control-address.ts";
import { Pace } from "../pace.ts";
import { MovedError } from "./line/rtsp-answer.ts";
import type { RequestWeight, RtspConnection } from "./line/rtsp-connection.ts";
import type { RtspTarget } from "./line/rtsp-dial.ts";
import { following } from "./redirect.ts";
import { openSession, playSession } from "./rtsp-opening.ts";
import { SessionNotes } from "./session-notes.ts";
import { chooseTracks, type TrackChoice } from "./track-choice.ts";
import { TrackSet } from "./track-set.ts";
import { type Outlook, type ReceivedTrack, VideoReception, type VideoReceptionSink } from "./video-reception.ts";
import type { VideoConfig } from "../video-track.ts";
import { Vigil } from "./vigil.ts";

export interface RtspSink {
  /** Called before the key frame that needs it, and again whenever the parameter sets change. */
  config(video: VideoConfig, audio: AudioConfig | null): void;
  video(unit: AccessUnit): void;
  audio(unit: AudioUnit): void;
  /** the camera's time jumped: what comes next does not continue what came before */
  jumped(): void;
  /** the video that comes next goes on from that of the connection before; called before all others */
  goesOn?(): void;
  /** bytes of media that were received, for the averages */
  received(bytes: number): void;
  /** what the camera does otherwise than others, for the log */
  note?(note: Failure): void;
  /**
   * The camera has sent nothing for too long, told once until it sends again. True: the session may stay, for somebody
   * else looks after it; without this, or false: it ends.
   */
  silent?(trouble: Trouble): boolean;
  /** Called once, when a running session has ended; not after `close`. */
  ended(trouble: Trouble): void;
}

export interface RtspOptions {
  /** no media, or no answer to a request, for this long = the camera is stuck, unless its own rhythm is slower */
  readonly stallMs: number;
}

export const defaultRtspOptions: RtspOptions = { stallMs: 8000 };

/** Reports on what came: some cameras end the connection at them, so soon. */
const REPORTS = "reports";
const HANGS_UP_MS = 300;

/**
 * One running RTSP session with a camera: opened by `RtspClient.open`, ended by `close` or by trouble with the camera.
 */
export class RtspClient {
  readonly #sink: RtspSink;
  readonly #options: RtspOptions;
  readonly #pace: Pace;
  readonly #earlier: () => ReceivedTrack | null;
  #connection: RtspConnection | null = null;
  #tracks: TrackSet | null = null;
  #video: VideoReception | null = null;
  #audio: AudioTrack | null = null;
  #controlUrl = "";
  #vigil: Vigil | null = null;
  readonly #notes: SessionNotes;
  #frames = 0;
  #running = false;
  #closed = false;
  /** the camera ended the connection when it was asked for its sound */
  #hangsUpAtSound = false;

  private constructor(sink: RtspSink, options: RtspOptions, pace: Pace, earlier: () => ReceivedTrack | null) {
    this.#earlier = earlier;
    this.#sink = sink;
    this.#options = options;
    this.#notes = new SessionNotes(options.stallMs, (note) => sink.note?.(note));
    this.#pace = pace;
  }

  /**
   * Connects and starts to play. Throws TroubleError and leaves nothing open then. `pace` and `earlier`: of this stream, if it was open
   * before; `hasSound`: the sound is asked for, too.
   */
  static async open(
    target: RtspTarget,
    sink: RtspSink,
    options: RtspOptions,
    signal: AbortSignal,
    pace = new Pace(options.stallMs),
    earlier: () => ReceivedTrack | null = () => null,
    hasSound = true,
  ): Promise<RtspClient> {
    return await following(target, (to) => RtspClient.#openAt(to, sink, options, signal, pace, earlier, hasSound));
  }

  static async #openAt(
    target: RtspTarget,
    sink: RtspSink,
    options: RtspOptions,
    signal: AbortSignal,
    pace: Pace,
    earlier: () => ReceivedTrack | null,
    hasSound: boolean,
  ): Promise<RtspClient> {
    const client = new RtspClient(sink, options, pace, earlier);
    const abort = (): void => client.close();
    signal.addEventListener("abort", abort, { once: true });
    try {
      await client.#start(target, hasSound, signal);
      if (client.#closed) throw new TroubleError(failure("camera/unreachable", { cause: failure("camera/closed") }));
      return client;
    } catch (error) {
      client.close();
      if (!client.#hangsUpAtSound || signal.aborted) throw error;
      return await RtspClient.#openAt(target, sink, options, signal, pace, earlier, false);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** The video's description with the measured frame rate; null before the first key frame. */
  get videoConfig(): VideoConfig | null {
    return this.#video?.config ?? null;
  }

  /** What the next connection may go on from. */
  get track(): ReceivedTrack | null {
    return this.#video?.track ?? null;
  }

  get outlook(): Outlook {
    return { video: this.#video?.described ?? null, audio: this.#audio?.config ?? null, frames: this.#frames };
  }

  get packets(): { received: number; lost: number } {
    return this.#tracks?.packets ?? { received: 0, lost: 0 };
  }

  /** Why there is no frame, as far as the packets tell; null = they do not. */
  get obstacle(): Failure | null {
    if (this.#video?.isSizeMissing) return failure("camera/jpeg-size");
    const misfit = this.#video?.receiver.misfit ?? null;
    return misfit === null ? null : failure("camera/payload-type", { count: misfit });
  }

  /** Ends the session at the camera and frees sockets and timers. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#free();
    this.#connection?.close(this.#controlUrl || null);
  }

  async #start(target: RtspTarget, hasSound: boolean, signal: AbortSignal): Promise<void> {
    const closed = failure("camera/unreachable", { cause: failure("camera/closed") });
    const tracks = new TrackSet(
      target.transport,
      {
        received: (bytes, nowMs) => {
          this.#pace.packet(nowMs);
          this.#vigil?.heard();
          this.#sink.received(bytes);
        },
        goodbye: () => this.#vigil?.goodbye(),
        otherTransport: (why) => this.#sink.note?.(why),
      },
      !this.#pace.disliked.has(REPORTS),
    );
    this.#tracks = tracks;
    const { connection, sdp, base, hasGetParameter } = await openSession(
      target,
      {
        packet: (channel, packet) => tracks.interleaved(channel, packet),
        strayed: (bytes) => this.#notes.strayed(bytes),
        goodbye: () => this.#vigil?.goodbye(),
        closed: (trouble) => this.#ended(trouble ?? closed),
      },
      (opened) => (this.#connection = opened),
      this.#options.stallMs,
      signal,
    );
    const description = parseSdp(sdp);
    const choice = chooseTracks(description);
    for (const left of choice.left) this.#sink.note?.(left);
    const session = controlUrls(description.control, base);
    this.#controlUrl = session[0] ?? base;
    const addressesOf = (control: string): string[] => trackUrls(control, base, session, connection.requestUrl);
    const setUp: SetUp = (control, receiver, weight) => tracks.add(connection, addressesOf(control), receiver, weight);
    const isDated = target.isDated === true;
    await this.#setUpVideo(choice, isDated, setUp);
    if (hasSound) await this.#setUpAudio(choice, isDated, setUp);
    const { url, timeoutS } = await playSession(
      connection,
      {
        session: withHostOf([...session, base, connection.requestUrl], connection.requestUrl),
        tracks: tracks.urls,
      },
      () => this.packets.received > 0,
    );
    this.#controlUrl = url;
    if (!connection.isOpen) return;
    this.#running = true;
    this.#notes.plays(performance.now());
    const { stallMs } = this.#options;
    this.#vigil = new Vigil(
      {
        connection,
        url,
        hasGetParameter,
        timeoutS: timeoutS ?? tracks.timeoutS,
        stallMs,
        tick: (nowMs) => this.#tick(nowMs),
        obstacle: () => this.obstacle,
        silent: (trouble) => this.#sink.silent?.(trouble) ?? false,
      },
      this.#pace,
    );
  }

  /** The best of several videos that the camera does not refuse. */
  async #setUpVideo({ videos, unread }: TrackChoice, isDated: boolean, setUp: SetUp): Promise<void> {
    for (const [i, formats] of videos.entries()) {
      try {
        return await this.#setUpFormats(formats, isDated, setUp);
      } catch (error) {
        if (!(error instanceof TroubleError) || error instanceof MovedError) throw error;
        if (i + 1 === videos.length || !this.#connection?.isOpen) throw error;
        this.#sink.note?.(failure("camera/video-refused", { cause: troubleOf(error) }));
      }
    }
    const cause = unread === null ? failure("camera/no-video") : failure("camera/format", { name: unread });
    throw new TroubleError(failure("camera/codec", { cause }));
  }

  async #setUpFormats(formats: readonly SdpMedia[], isDated: boolean, setUp: SetUp): Promise<void> {
    const [media] = formats;
    if (!media) return;
    const sink: VideoReceptionSink = {
      config: (config) => this.#sink.config(config, this.#audio?.config ?? null),
      jumped: () => this.#sink.jumped(),
      goesOn: () => this.#sink.goesOn?.(),
      unit: (unit) => this.#sink.video(unit),
      otherCodec: (name) => this.#sink.note?.(failure("camera/other-codec", { name })),
      frame: () => {
        this.#frames += 1;
        this.#pace.frame();
      },
    };
    // What the sender dates needs no connection before to go on from: what is sent again has its date again.
    const clock = isDated ? new ReportedClock(media.clockRate) : undefined;
    const reception = new VideoReception(formats, sink, isDated ? undefined : this.#earlier, clock);
    this.#video = reception;
    await setUp(media.control, reception.receiver, "vital");
  }

  /** A camera that refuses its audio is recorded without it. */
  async #setUpAudio({ audio }: TrackChoice, isDated: boolean, setUp: SetUp): Promise<void> {
    if (!audio) return;
    const { media, format } = audio;
    const clock = isDated ? new ReportedClock(media.clockRate) : null;
    const track = new AudioTrack(format, media.clockRate, (unit) => this.#sink.audio(unit), clock);
    const depacketizer = new AudioDepacketizer(format, (piece) => track.push(piece, Date.now()));
    const { payloadType, clockRate, isOnlyFormat } = media;
    const deliver = (packet: RtpPacket, lost: boolean): void => depacketizer.push(packet, lost);
    const receiver = new RtpReceiver(payloadType, clockRate, false, deliver, () => isOnlyFormat);
    if (clock) receiver.onSenderReport = (report) => clock.heard(report);
    try {
      await setUp(media.control, receiver, "optional");
      this.#audio = track;
    } catch (error) {
      if (!(error instanceof TroubleError)) throw error;
      this.#hangsUpAtSound = !this.#connection?.isOpen;
      if (this.#hangsUpAtSound) throw error;
      this.#sink.note?.(failure("camera/sound-refused", { cause: troubleOf(error) }));
    }
  }

  #tick(nowMs: number): void {
    this.#video?.release();
    this.#notes.tick(nowMs, this.#frames > 0 && this.videoConfig === null);
  }

  #ended(trouble: Trouble): void {
    this.#free();
    if (this.#closed) return;
    this.#closed = true;
    const reportedMs = this.#tracks?.reportedMs ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - reportedMs < HANGS_UP_MS) this.#pace.disliked.add(REPORTS);
    if (this.#running) this.#sink.ended(trouble);
  }

  #free(): void {
    this.#vigil?.close(!this.#closed);
    this.#tracks?.close();
  }
}

/** Sets a track up at its control address. Throws TroubleError. */
type SetUp = (control: string, receiver: RtpReceiver, weight: RequestWeight) => Promise<void>;
