import type { Disposer } from "#base/disposer.ts";
import { MediaFlag } from "#protocol/media-socket.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import { type VideoConfig, videoConfigOf } from "#recorder/formats/codec-config.ts";
import { samplePayload } from "#recorder/formats/containers/fmp4.ts";
import type { LiveFeed } from "./live-feed.ts";
import type { MediaOutput } from "./output/media-output.ts";
import type { BandwidthEstimate } from "./output/bandwidth-estimate.ts";

/** When more live frames than this wait, they are dropped up to the next key frame: late frames are useless. */
const MAX_WAITING_BYTES = 512 * 1024;
/** When a frame has been on its way for this long, the following ones would be even later; they are dropped too. */
const BEHIND_MS = 1500;
/** Sending resumes when no frame has been on its way for longer than this. */
const CAUGHT_UP_MS = 500;
/**
 * The group of pictures so far is sent again if the line can carry it in this time; otherwise the next key frame is
 * awaited.
 */
const CATCH_UP_MS = 1000;
/** After this long without a frame the viewer is told that the camera is awaited. */
const SILENT_AFTER_MS = 5000;
const FALLBACK_FPS = 15;

/** The line to a viewer that acknowledges what arrives, and a callback for when it is too slow. */
interface LiveLine {
  readonly line: BandwidthEstimate;
  readonly narrow: () => void;
}

/**
 * Follows a camera: the current group of pictures at once, of which only the newest is shown, then every unit as it
 * comes.
 */
export class LivePlayer {
  readonly #feed: LiveFeed;
  readonly #output: MediaOutput;
  readonly #unsubscribe: Disposer;
  #config: VideoConfig | null = null;
  #dropping = true;
  #lastMs = 0;
  #silence: ReturnType<typeof setTimeout> | null = null;
  #stopped = false;
  #paused: boolean;
  /** key frames only, no two closer together than this; 0 = every frame */
  #keysEveryMs = 0;
  readonly #stale: () => boolean;
  readonly #line: LiveLine | null;

  /**
   * `once`: the newest frame, then nothing until `resume`. `stale` is called at key frames: true when the camera
   * changed so that this
   * feed is no longer the right one; then nothing more is sent (its owner starts another player).
   */
  constructor(
    feed: LiveFeed,
    output: MediaOutput,
    once: boolean,
    stale: () => boolean = () => false,
    line: LiveLine | null = null,
  ) {
    this.#stale = stale;
    this.#line = line;
    this.#feed = feed;
    this.#output = output;
    this.#paused = once;
    this.#output.setAudio(feed.audio);
    this.#unsubscribe = feed.subscribe({ video: (unit) => this.#video(unit), audio: (unit) => this.#audio(unit) });
    if (feed.gop.length === 0) output.state("starting");
    if (this.#caughtUp()) this.#catchUp();
  }

  pause(): void {
    this.#paused = true;
    this.#output.state("paused");
  }

  /** Returns to the newest frame. */
  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#catchUp();
  }

  /** A viewer of a tile in which nothing moves wants key frames only; with 0 it gets what it has missed, and goes on. */
  keysOnly(everyMs: number): void {
    const before = this.#keysEveryMs;
    this.#keysEveryMs = everyMs;
    if (everyMs === 0 && before > 0 && !this.#paused && this.#caughtUp()) this.#continueFromKey();
  }

  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
    if (this.#silence) clearTimeout(this.#silence);
  }

  #catchUp(): void {
    const { gop } = this.#feed;
    this.#dropping = true;
    gop.forEach((unit, i) => this.#send(unit, i < gop.length - 1 ? MediaFlag.pre : 0, gop[i + 1]));
  }

  /** The viewer's decoder holds the key frame that was sent last: only what follows it is sent, where that is all. */
  #continueFromKey(): void {
    const { gop } = this.#feed;
    if (this.#dropping || gop.length === 0 || gop[0]?.wallMs !== this.#lastMs) return this.#catchUp();
    for (let i = 1; i < gop.length; i += 1) {
      const unit = gop[i];
      if (unit) this.#send(unit, i < gop.length - 1 ? MediaFlag.pre : 0, gop[i + 1]);
    }
  }

  #video(unit: AccessUnit): void {
    if (this.#stopped || (unit.key && this.#stale())) return;
    if (this.#keysEveryMs > 0 && !this.#paused && this.#lastMs !== 0) {
      // The camera is there, whether or not its frame is sent.
      this.#silence?.refresh();
      if (!unit.key || unit.wallMs - this.#lastMs < this.#keysEveryMs) return;
    }
    // One frame was asked for before there was any: this key frame is it.
    if (this.#paused && !(this.#lastMs === 0 && unit.key)) return;
    const isFull = this.#output.waitingBytes > MAX_WAITING_BYTES;
    const isBehind = this.#behindMs() > BEHIND_MS;
    if (!this.#dropping && (isFull || isBehind)) {
      this.#dropping = true;
      this.#output.state("waiting");
      if (isBehind && this.#line?.line.lower(performance.now())) this.#line.narrow();
    }
    if (!this.#dropping) return this.#send(unit, 0, undefined);
    if (!this.#caughtUp()) return;
    if (unit.key) this.#send(unit, 0, undefined);
    else if (this.#takesGop()) this.#catchUp();
  }

  #behindMs(): number {
    return this.#line?.line.behindMs(performance.now()) ?? 0;
  }

  /** A key frame is large: it must not be what fills the line again. */
  #caughtUp(): boolean {
    return this.#output.waitingBytes <= MAX_WAITING_BYTES / 2 && this.#behindMs() <= CAUGHT_UP_MS;
  }

  #takesGop(): boolean {
    const bytes = this.#feed.gop.reduce((sum, { nals }) => sum + nals.reduce((all, nal) => all + nal.length, 0), 0);
    return (this.#line?.line.takesMs(bytes, performance.now()) ?? Number.POSITIVE_INFINITY) <= CATCH_UP_MS;
  }

  #send(unit: AccessUnit, flags: number, next: AccessUnit | undefined): void {
    const { video } = this.#feed;
    let resumed = 0;
    if (this.#dropping) {
      if (!unit.key) return;
      this.#dropping = false;
      if (this.#lastMs !== 0) resumed = MediaFlag.discontinuity;
    }
    if (unit.key && video) {
      const config = videoConfigOf(video.codec, unit.nals);
      if (config) this.#config = config;
    }
    if (!this.#config || !video) return;
    const usual = 1000 / (video.framesPerSecond || FALLBACK_FPS);
    const durationMs = next ? next.wallMs - unit.wallMs : this.#lastMs ? unit.wallMs - this.#lastMs : usual;
    this.#lastMs = unit.wallMs;
    if ((flags & MediaFlag.pre) === 0) {
      this.#output.state(this.#paused ? "paused" : "playing");
      this.#watchSilence();
    }
    this.#output.picture({
      config: this.#config,
      data: sampleData(this.#config, unit.nals),
      key: unit.key,
      wallMs: unit.wallMs,
      durationUs: 1000 * (durationMs > 0 && durationMs < 2000 ? durationMs : usual),
      flags: flags | resumed,
    });
  }

  #audio(unit: AudioUnit): void {
    if (this.#stopped || this.#paused || this.#dropping || this.#keysEveryMs > 0) return;
    const rate = this.#feed.audio?.sampleRate ?? 0;
    if (rate > 0) this.#output.audio({ data: unit.data, wallMs: unit.wallMs, durationUs: (unit.samples * 1e6) / rate });
  }

  #watchSilence(): void {
    if (this.#silence) this.#silence.refresh();
    else
      this.#silence = setTimeout(() => {
        if (!this.#paused) this.#output.state("waiting");
      }, SILENT_AFTER_MS);
  }
}

/**
 * What an MP4 sample (or a JPEG message) holds of these NAL units: no parameter sets, each with its length before it.
 */
function sampleData(config: VideoConfig, nals: readonly Buffer[]): Buffer {
  const payload = samplePayload(config.codec, nals);
  if (config.codec === "mjpeg") return payload.nals.length === 1 ? (nals[0] ?? EMPTY) : Buffer.concat(payload.nals);
  const out = Buffer.allocUnsafe(payload.bytes);
  let at = 0;
  for (const nal of payload.nals) {
    at = out.writeUInt32BE(nal.length, at);
    out.set(nal, at);
    at += nal.length;
  }
  return out;
}
const EMPTY = Buffer.alloc(0);
