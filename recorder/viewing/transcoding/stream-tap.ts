import type { Disposer } from "#base/disposer.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { Analysis, AnalysisFeed } from "./analysis.ts";
import type { LiveFeed } from "../live-feed.ts";

/** Cameras send a key frame every one to four seconds. */
const KEYS_PER_SECOND = 0.5;
const NO_VIDEO = { width: 0, height: 0, framesPerSecond: 0 };

/** What a job needs: every frame, or key frames only. */
type TapNeed = "all" | "keys";

export interface TapUse {
  /** for jobs on it; it is the tap's to close */
  readonly feed: Omit<AnalysisFeed, "close">;
  /** To be called once the job is open: it then gets the newest frame at once, not only the next one. */
  readonly begin: () => void;
  readonly close: Disposer;
}

/**
 * One camera stream on its way to `analysis`: sent and decoded once, however many jobs want it, and only key frames
 * while no job needs more. When analysis (or a job) starts in the middle, it gets the current group of pictures first.
 */
class StreamTap {
  readonly #source: LiveFeed;
  readonly #analysis: Analysis;
  readonly #onUnused: () => void;
  readonly #uses = new Set<{ need: TapNeed; onCodec: () => void }>();
  #feed: AnalysisFeed | null = null;
  #kind = "";
  #unsubscribe: Disposer | null = null;

  constructor(source: LiveFeed, analysis: Analysis, onUnused: () => void) {
    this.#source = source;
    this.#analysis = analysis;
    this.#onUnused = onUnused;
  }

  /**
   * Null while the stream's codec is not known yet. `onCodec`: the camera changed its codec, or turned out to reorder
   * its frames; this use has ended, open another one.
   */
  use(need: TapNeed, onCodec: () => void): TapUse | null {
    const video = this.#source.video;
    if (!video) return null;
    const before = this.#need();
    if (!this.#feed) {
      this.#kind = kindOf(video);
      this.#feed = this.#analysis.openFeed({
        codec: video.codec,
        reorders: video.hasBFrames,
        live: true,
        load: () => this.#load(),
        onFresh: () => this.#replay(),
      });
      this.#unsubscribe = this.#source.subscribe({ video: (unit) => this.#unit(unit) });
    }
    const use = { need, onCodec };
    this.#uses.add(use);
    return {
      feed: this.#feed,
      // A running decoder gives its next frame to all jobs.
      begin: () => {
        if (before === "none" || (need === "all" && before === "keys")) this.#replay();
      },
      close: () => {
        if (!this.#uses.delete(use) || this.#uses.size > 0) return;
        this.#shut();
        this.#onUnused();
      },
    };
  }

  #need(): TapNeed | "none" {
    if (this.#uses.size === 0) return "none";
    for (const use of this.#uses) if (use.need === "all") return "all";
    return "keys";
  }

  /** Pixels that are decoded per second. Where only key frames are decoded, a rate of them is assumed. */
  #load(): number {
    const { width, height, framesPerSecond } = this.#source.video ?? NO_VIDEO;
    return width * height * (this.#need() === "all" ? framesPerSecond : Math.min(framesPerSecond, KEYS_PER_SECOND));
  }

  #unit(unit: AccessUnit): void {
    const { video } = this.#source;
    if (unit.key && video && kindOf(video) !== this.#kind) return this.#changed();
    if (this.#need() !== "all" && !unit.key) return;
    this.#feed?.unit(unit.nals, unit.key, unit.wallMs, false);
  }

  /** The group of pictures so far, so that decoding need not wait for the next key frame; only the newest is shown. */
  #replay(): void {
    const { gop } = this.#source;
    const all = this.#need() === "all";
    for (const [i, unit] of gop.entries()) {
      const last = i === gop.length - 1;
      if (all || i === 0) this.#feed?.unit(unit.nals, unit.key, unit.wallMs, all && !last);
    }
  }

  #changed(): void {
    const uses = [...this.#uses];
    this.#uses.clear();
    this.#shut();
    this.#onUnused();
    for (const use of uses) use.onCodec();
  }

  #shut(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#feed?.close();
    this.#feed = null;
  }
}

/** What a decoder depends on. */
const kindOf = ({ codec, hasBFrames }: VideoInfo): string => `${codec} ${hasBFrames}`;

/** The taps of all streams. */
export class StreamTaps {
  readonly #analysis: Analysis;
  readonly #taps = new Map<LiveFeed, StreamTap>();

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  use(source: LiveFeed, need: TapNeed, onCodec: () => void): TapUse | null {
    let tap = this.#taps.get(source);
    if (!tap) {
      tap = new StreamTap(source, this.#analysis, () => this.#taps.delete(source));
      this.#taps.set(source, tap);
    }
    return tap.use(need, onCodec);
  }
}
