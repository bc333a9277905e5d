import type { Disposer } from "#base/disposer.ts";
import type { TranscodeSpec } from "#recorder/analysis/wire.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { GopCache } from "#recorder/ingest/gop-cache.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import { videoConfigOf } from "#recorder/formats/codec-config.ts";
import type { JobFrame } from "./analysis.ts";
import type { LiveFeed, LiveTaker } from "../live-feed.ts";
import type { StreamTaps, TapUse } from "./stream-tap.ts";

/** A transcoder without viewers runs on for this long: a viewer who returns or switches finds it running. */
const LINGER_MS = 3000;
/** How often a stream whose codec is not known yet is checked again. */
const RETRY_MS = 100;

/** A live stream made of another one; it runs while somebody watches. */
class TranscodedFeed implements LiveFeed {
  readonly #source: LiveFeed;
  readonly #spec: TranscodeSpec;
  readonly #taps: StreamTaps;
  readonly #takers = new Set<LiveTaker>();
  #tap: TapUse | null = null;
  #endJob: Disposer | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  readonly #gop = new GopCache();
  #hasBegun = false;
  #video: VideoInfo | null = null;

  constructor(source: LiveFeed, spec: TranscodeSpec, taps: StreamTaps) {
    this.#source = source;
    this.#spec = spec;
    this.#taps = taps;
  }

  get video(): VideoInfo | null {
    return this.#video;
  }
  get audio(): LiveFeed["audio"] {
    return this.#source.audio;
  }
  get gop(): readonly AccessUnit[] {
    return this.#gop.units;
  }

  subscribe(taker: LiveTaker): Disposer {
    this.#takers.add(taker);
    const stopAudio =
      "audio" in taker ? this.#source.subscribe({ video: () => {}, audio: (unit) => taker.audio?.(unit) }) : null;
    return () => {
      this.#takers.delete(taker);
      stopAudio?.();
    };
  }

  start(): void {
    this.#retry = null;
    this.#tap = this.#taps.use(this.#source, "all", () => {
      this.stop();
      this.start();
    });
    if (!this.#tap) {
      this.#retry = setTimeout(() => this.start(), RETRY_MS);
      return;
    }
    this.#endJob = this.#tap.feed.transcode(this.#spec, { picture: (picture) => this.#picture(picture) });
    this.#tap.begin();
  }

  stop(): void {
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    this.#endJob?.();
    this.#endJob = null;
    this.#tap?.close();
    this.#tap = null;
    this.#gop.clear();
    this.#hasBegun = false;
  }

  #picture({ data, key, wallMs, widthPx, heightPx }: JobFrame): void {
    const codec = this.#spec.output === "jpeg" ? "mjpeg" : "h264";
    const nals = codec === "mjpeg" ? [data] : splitAnnexB(data);
    if (!key && !this.#hasBegun) return;
    this.#hasBegun = true;
    if (key)
      this.#video = {
        codec,
        codecString: videoConfigOf(codec, nals)?.codecString ?? codec,
        width: widthPx,
        height: heightPx,
        framesPerSecond: this.#spec.framesPerSecond || (this.#source.video?.framesPerSecond ?? 0),
        hasBFrames: false,
      };
    const unit: AccessUnit = { kind: "video", key, pts90k: Math.round(wallMs * 90), wallMs, nals, broken: false };
    this.#gop.push(unit);
    for (const taker of [...this.#takers]) taker.video(unit);
  }
}

export interface TranscodedUse {
  readonly feed: LiveFeed;
  readonly release: Disposer;
}

/** Transcoded live streams, one per stream and kind however many watch. */
export class Transcoders {
  readonly #taps: StreamTaps;
  readonly #running = new Map<
    LiveFeed,
    Map<string, { feed: TranscodedFeed; users: number; timer: ReturnType<typeof setTimeout> | null }>
  >();

  constructor(taps: StreamTaps) {
    this.#taps = taps;
  }

  /** How many run now. */
  get count(): number {
    let count = 0;
    for (const kinds of this.#running.values()) count += kinds.size;
    return count;
  }

  use(source: LiveFeed, spec: TranscodeSpec): TranscodedUse {
    const key = JSON.stringify(spec);
    let kinds = this.#running.get(source);
    if (!kinds) this.#running.set(source, (kinds = new Map()));
    let entry = kinds.get(key);
    if (!entry) {
      entry = { feed: new TranscodedFeed(source, spec, this.#taps), users: 0, timer: null };
      kinds.set(key, entry);
      entry.feed.start();
    }
    const held = entry;
    if (held.timer) clearTimeout(held.timer);
    held.timer = null;
    held.users += 1;
    let released = false;
    return {
      feed: held.feed,
      release: () => {
        if (released) return;
        released = true;
        held.users -= 1;
        if (held.users === 0) held.timer = setTimeout(() => this.#end(source, key), LINGER_MS);
      },
    };
  }

  /** Ends all of them at once. */
  close(): void {
    for (const [source, kinds] of this.#running) for (const key of [...kinds.keys()]) this.#end(source, key);
  }

  #end(source: LiveFeed, key: string): void {
    const kinds = this.#running.get(source);
    const entry = kinds?.get(key);
    if (!kinds || !entry) return;
    if (entry.timer) clearTimeout(entry.timer);
    kinds.delete(key);
    if (kinds.size === 0) this.#running.delete(source);
    entry.feed.stop();
  }
}
