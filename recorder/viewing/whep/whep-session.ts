import { writeFailure } from "#protocol/rest/error.ts";
import { englishText } from "#domain/failures/english.ts";
import { type WhepCommand, type WhepRefusal, type WhepStatus, whepCommand } from "#protocol/whep.ts";
import { parseH264Sps } from "#recorder/formats/h264-sps.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { PlaySpec } from "#recorder/ipc/viewing-shapes.ts";
import type { AudioConfig, VideoConfig } from "#recorder/formats/codec-config.ts";
import type { LiveFeed } from "../live-feed.ts";
import type { LiveParts } from "../live-parts.ts";
import { makePipe } from "../playback/frame-pipe.ts";
import { NewestWork } from "../playback/newest-work.ts";
import { RecordedPlayer } from "../playback/recorded-player.ts";
import { COPY, maskedRendition, type Rendition, webRtcRendition } from "../transcoding/rendition.ts";
import { RtpOutput } from "./rtp-output.ts";
import { RtpVideo } from "./rtp-video.ts";
import type { ViewGuard } from "../socket/view-guard.ts";
import type { Peer } from "./whep-peer.ts";
import type { AudioKind } from "./whep-tracks.ts";
import { WhepAudio } from "./whep-audio.ts";
import { WhepLive } from "./whep-live.ts";

type State = WhepStatus["status"]["state"];

/** WebRTC plays a recording between these speeds, forwards; the media socket does everything else. */
const SLOWEST = 0.25;
const FASTEST = 4;
const STATUS_EVERY_MS = 1000;
/** Live begins with a whole group of pictures, which is made for it: not more often, whatever is asked for. */
const JOIN_AGAIN_MS = 50;
/** After this long without a live frame the viewer is told that the camera is awaited. */
const SILENT_AFTER_MS = 5000;

/** One WHEP viewer with an open connection: live, or a recording in real time. */
export class WhepSession {
  readonly guard: ViewGuard;
  readonly #peer: Peer;
  readonly #parts: LiveParts;
  readonly #streamId: string;
  readonly #video: RtpVideo;
  readonly #audio: WhepAudio | null;
  readonly #statusTimer: ReturnType<typeof setInterval>;
  #state: State = "waiting";
  #player: { pause(): void; resume(): void; stop(): void } | null = null;
  #play: PlaySpec;
  #paused = false;
  /** live: key frames only, no two closer together than this; 0 = every frame */
  #keysEveryMs = 0;
  #open = false;
  #closed = false;
  /** when the newest frame was sent */
  #sentAtMs = 0;
  #run = 0;
  /** when live last began with a group of pictures */
  #joinedAtMs = Number.NEGATIVE_INFINITY;
  readonly #reading = new NewestWork();

  constructor(
    peer: Peer,
    audio: AudioKind | null,
    streamId: string,
    play: PlaySpec,
    guard: ViewGuard,
    parts: LiveParts,
  ) {
    this.guard = guard;
    this.#peer = peer;
    this.#parts = parts;
    this.#streamId = streamId;
    this.#play = play;
    this.#video = new RtpVideo({
      send: (data, rtpTime) => {
        this.#sentAtMs = performance.now();
        peer.video.send(data, rtpTime);
      },
      forget: () => peer.video.forget?.(),
    });
    this.#audio = audio && peer.audio ? new WhepAudio(peer.audio, audio, parts.analysis) : null;
    this.#statusTimer = setInterval(() => this.#tellStatus(), STATUS_EVERY_MS);
  }

  get replays(): number {
    return this.#video.replays;
  }

  /** The connection is open: video begins. */
  opened(): void {
    if (this.#open || this.#closed) return;
    this.#open = true;
    this.#start();
  }

  /** The viewer's browser misses frames, which it also reports when a live view is paused: then none are due. */
  pictureLost(): void {
    // A browser that gets a frame every few seconds asks for a key frame again and again: the next one is on its way.
    const isNoneDue = this.#paused || this.#keysEveryMs > 0;
    if (!isNoneDue || this.#play.timeMs !== 0) this.#video.replay();
  }

  /** Text of the control channel, from outside. */
  control(text: string): void {
    const command = parseCommand(text);
    if (!command || this.#closed) return;
    switch (command.op) {
      case "seek": {
        const timeMs = Math.max(0, command.time);
        const denied = timeMs === 0 ? this.guard.live() : this.guard.playback(timeMs);
        if (denied)
          return this.#peer.sendControl(
            JSON.stringify({ refused: writeFailure(denied, englishText) } satisfies WhepRefusal),
          );
        this.#play = { ...this.#play, timeMs, rate: command.rate };
        this.#paused = false;
        break;
      }
      case "rate":
        // Live has no speed.
        if (this.#play.timeMs === 0) return;
        this.#play = { ...this.#play, rate: command.rate, timeMs: this.#positionMs() };
        break;
      case "pause":
        this.#paused = true;
        this.#player?.pause();
        this.#setState("paused");
        return;
      case "keys": {
        const wakes = command.everyMs === 0 && this.#keysEveryMs > 0;
        this.#keysEveryMs = command.everyMs;
        if (!wakes || this.#paused || this.#play.timeMs !== 0) return;
        this.#player?.pause();
        this.#player?.resume();
        return;
      }
      case "resume":
        if (!this.#paused) return;
        this.#paused = false;
        this.#player?.resume();
        this.#setState(this.#play.timeMs === 0 ? "live" : "playing");
        return;
    }
    if (this.#open) this.#start();
  }

  /** Other parts of these streams are hidden now: what was made with the old masks is no longer sent. */
  masksChanged(changed: ReadonlySet<string>): void {
    if (!this.#open || !changed.has(this.#streamId)) return;
    if (this.#play.timeMs !== 0) this.#play = { ...this.#play, timeMs: this.#positionMs() };
    this.#start();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#statusTimer);
    this.#player?.stop();
    this.#player = null;
    this.#audio?.close();
    this.#peer.close();
  }

  #masked(rendition: Rendition, video: Pick<VideoInfo, "height"> | null): Rendition {
    return maskedRendition(rendition, "fmp4", video, this.#parts.masks.of(this.#streamId, this.guard.rights));
  }

  #positionMs(): number {
    return this.#video.last?.wallMs ?? this.#play.timeMs;
  }

  #start(): void {
    this.#player?.stop();
    this.#player = null;
    this.#reading.forget();
    this.#run += 1;
    const run = this.#run;
    this.#video.restart();
    const { timeMs, rate } = this.#play;
    if (timeMs === 0) this.#player = this.#live();
    else if (rate >= SLOWEST && rate <= FASTEST)
      this.#reading.run(() => this.#recorded(run).catch((error: unknown) => this.#broken(error)));
    else this.#setState("ended");
  }

  #live(): { pause(): void; resume(): void; stop(): void } {
    const run = this.#run;
    const live = new WhepLive(this.#parts, this.#streamId, this.#video, this.#audio, {
      masked: (rendition, video) => this.#masked(rendition, video),
      keysEveryMs: () => this.#keysEveryMs,
      joinsInMs: () => this.#joinsInMs(),
      shown: () => this.#setState("live"),
      stale: () => {
        if (run === this.#run && !this.#closed) this.#start();
      },
    });
    if (this.#paused) live.pause();
    return live;
  }

  #joinsInMs(): number {
    const now = performance.now();
    const waitMs = this.#joinedAtMs + JOIN_AGAIN_MS - now;
    if (waitMs > 0) return waitMs;
    this.#joinedAtMs = now;
    return 0;
  }

  async #recorded(run: number): Promise<void> {
    const { reader, analysis, streams } = this.#parts;
    const { timeMs, rate } = this.#play;
    const near =
      (await reader.nextRecorded(this.#streamId, timeMs)) ?? (await reader.previousRecorded(this.#streamId, timeMs));
    const video = near === null ? null : await reader.configAt(this.#streamId, near);
    if (this.#closed || run !== this.#run) return;
    const shown = video ? webRtcRendition({ ...video, ...liveTraits(video, streams.feed(this.#streamId)) }) : COPY;
    const rendition = this.#masked(shown, video);
    let audio: AudioConfig | null = null;
    const output = new RtpOutput(
      this.#video,
      rate,
      (state) => this.#playState(state),
      ({ data, wallMs }) => {
        if (this.#audio && audio) this.#audio.recorded(data, wallMs, audio);
      },
      (config) => (audio = config),
    );
    const player = new RecordedPlayer(
      reader,
      output,
      makePipe(rendition, analysis, output, false),
      { streamId: this.#streamId, timeMs, rate, paused: this.#paused, leadMs: 0 },
      null,
      (error) => this.#broken(error),
    );
    this.#player = player;
    await player.ended;
  }

  #playState(state: "starting" | "playing" | "paused" | "waiting" | "ended"): void {
    this.#setState(state === "starting" ? "waiting" : state);
  }

  #broken(error: unknown): void {
    if (this.#closed) return;
    this.#parts.onTrouble(`playing ${this.#streamId} over WebRTC`, error);
    this.#setState("ended");
  }

  #setState(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#tellStatus();
  }

  #tellStatus(): void {
    const { last } = this.#video;
    const silent = performance.now() - this.#sentAtMs > SILENT_AFTER_MS;
    const state = this.#state === "live" && silent ? "waiting" : this.#state;
    const status: WhepStatus = {
      status: { time: last?.wallMs ?? this.#play.timeMs, rtpTime: last?.rtpTime ?? 0, state },
    };
    this.#peer.sendControl(JSON.stringify(status));
  }
}

/** How a recorded stream orders and begins its frames: its own parameters say so, or the camera's present behaviour. */
function liveTraits(config: VideoConfig, feed: LiveFeed | null): { hasBFrames: boolean; isIntraRefresh: boolean } {
  const sps = config.parameterSets.find((nal) => ((nal[0] ?? 0) & 31) === 7);
  const said = config.codec === "h264" && sps ? parseH264Sps(sps)?.reorders : null;
  const live = feed?.video;
  return { hasBFrames: said ?? live?.hasBFrames ?? false, isIntraRefresh: live?.isIntraRefresh ?? false };
}

function parseCommand(text: string): WhepCommand | null {
  try {
    const parsed = whepCommand.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
