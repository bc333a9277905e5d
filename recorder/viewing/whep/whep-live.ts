import type { Disposer } from "#base/disposer.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { annexBOf } from "#recorder/formats/annex-b.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { LiveFeed } from "../live-feed.ts";
import type { LiveParts } from "../live-parts.ts";
import { type Rendition, webRtcRendition } from "../transcoding/rendition.ts";
import type { TranscodedUse } from "../transcoding/transcoders.ts";
import type { RtpVideo } from "./rtp-video.ts";
import type { WhepAudio } from "./whep-audio.ts";

/** How soon it is asked again whether the camera sends. */
const LOOK_AGAIN_MS = 100;

interface Host {
  /** The rendition with the parts hidden that this viewer may not see. */
  masked(rendition: Rendition, video: VideoInfo): Rendition;
  /** key frames only, no two closer together than this; 0 = every frame */
  keysEveryMs(): number;
  /** in how many ms it may begin with a group of pictures; 0 = now, and it does so then */
  joinsInMs(): number;
  /** a live frame was sent */
  shown(): void;
  /** the camera has changed (or only now turned out to reorder its frames): another feed is needed */
  stale(): void;
}

/** Live video and audio of a WHEP viewer, from the camera or from a transcoder. */
export class WhepLive {
  readonly #parts: LiveParts;
  readonly #streamId: string;
  readonly #video: RtpVideo;
  readonly #audio: WhepAudio | null;
  readonly #host: Host;
  #unsubscribe: Disposer | null = null;
  #transcoded: TranscodedUse | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #joining: ReturnType<typeof setTimeout> | null = null;
  #join: (() => void) | null = null;

  constructor(parts: LiveParts, streamId: string, video: RtpVideo, audio: WhepAudio | null, host: Host) {
    this.#parts = parts;
    this.#streamId = streamId;
    this.#video = video;
    this.#audio = audio;
    this.#host = host;
    this.#begin();
  }

  pause(): void {
    this.#endJoining();
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  resume(): void {
    if (!this.#unsubscribe) this.#join?.();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#endJoining();
    this.#unsubscribe?.();
    this.#transcoded?.release();
  }

  #endJoining(): void {
    if (this.#joining) clearTimeout(this.#joining);
    this.#joining = null;
  }

  #begin(): void {
    const { streams, transcoders } = this.#parts;
    const source = streams.feed(this.#streamId);
    if (!source?.video) {
      this.#timer = setTimeout(() => this.#begin(), LOOK_AGAIN_MS);
      return;
    }
    const renditionOf = (video: VideoInfo): Rendition => this.#host.masked(webRtcRendition(video), video);
    const rendition = renditionOf(source.video);
    const { kind } = rendition;
    if (rendition.kind === "transcode") this.#transcoded = transcoders.use(source, rendition.spec);
    const feed = this.#transcoded?.feed ?? source;
    const isStale = (): boolean => {
      if (!source.video || renditionOf(source.video).kind === kind) return false;
      setImmediate(() => this.#host.stale());
      return true;
    };
    this.#join = () => {
      this.#endJoining();
      const inMs = this.#host.joinsInMs();
      if (inMs > 0) {
        this.#joining = setTimeout(() => this.#join?.(), inMs);
        return;
      }
      this.#video.restart();
      for (const unit of feed.gop) this.#video.burst(annexBOf(unit), unit.key, unit.wallMs, unit.pts90k);
      if (feed.gop.length > 0) this.#host.shown();
      this.#unsubscribe = this.#subscribe(feed, feed.gop.length === 0, isStale);
    };
    this.#join();
  }

  #subscribe(feed: LiveFeed, waitForKey: boolean, isStale: () => boolean): Disposer {
    let waiting = waitForKey;
    let sentMs = Number.NEGATIVE_INFINITY;
    return feed.subscribe({
      video: (unit: AccessUnit) => {
        if (unit.key) waiting = isStale();
        if (waiting) return;
        const everyMs = this.#host.keysEveryMs();
        if (everyMs > 0 && !(unit.key && unit.wallMs - sentMs >= everyMs)) return;
        sentMs = unit.wallMs;
        this.#video.timed(annexBOf(unit), unit.key, unit.wallMs, unit.pts90k);
        this.#host.shown();
      },
      audio: (unit) => {
        if (this.#audio && feed.audio && this.#host.keysEveryMs() === 0) this.#audio.live(unit, feed.audio);
      },
    });
  }
}
