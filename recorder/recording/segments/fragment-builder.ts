import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import type { TrackConfigs } from "#recorder/formats/codec-config.ts";
import {
  type AudioSample,
  fragment,
  type SamplePayload,
  samplePayload,
  VIDEO_TIMESCALE,
} from "#recorder/formats/containers/fmp4.ts";
import type { FragmentEntry } from "../index/fragment-index.ts";

/**
 * A crash loses the fragment in memory and one more frame; the specification allows one second. A viewer of a file that
 * is still written is this far behind.
 */
const FRAGMENT_MS = 600;
/** Streams of key frames only would make a fragment of each frame. */
const MIN_FRAGMENT_MS = 200;
const TICKS_PER_MS = VIDEO_TIMESCALE / 1000;
/** 15 frames per second: the guess for a segment of one frame. */
const DEFAULT_DURATION_TICKS = 6000;
/** Audio may deviate this much from its wall time before a jump corrects it. */
const AUDIO_SLACK_S = 0.15;

export interface BuiltFragment {
  readonly buffers: readonly Uint8Array[];
  /** `offset` is not known yet: 0 */
  readonly entry: FragmentEntry;
  /** end of what it shows, without durations that were only guessed */
  readonly endMs: number;
}

interface QueuedVideo {
  readonly payload: SamplePayload;
  readonly key: boolean;
  readonly pts: number;
  readonly wallMs: number;
}

/** Collects the units of one segment into fragments. It cuts only where all earlier frames are also shown earlier. */
export class FragmentBuilder {
  readonly #configs: TrackConfigs;
  /** pts at tick 0 */
  readonly #originPts: number;
  readonly #emit: (built: BuiltFragment) => void;
  #video: QueuedVideo[] = [];
  #maxPts = Number.NEGATIVE_INFINITY;
  #audio: AudioUnit[] = [];
  #sequence = 0;
  #lastWallMs = Number.NEGATIVE_INFINITY;
  #lastDurationTicks = 0;
  #lastKeyPts: number | null = null;
  #keyIntervalTicks = 0;
  #reorders = false;
  /** wall time at tick 0, as the newest fragment has it */
  #wallAtZeroMs: number;
  #audioAnchor: { readonly pts: number; readonly ticks: number } | null = null;

  constructor(configs: TrackConfigs, first: AccessUnit, emit: (built: BuiltFragment) => void) {
    this.#configs = configs;
    this.#originPts = first.pts90k;
    this.#wallAtZeroMs = first.wallMs;
    this.#emit = emit;
  }

  pushVideo(unit: AccessUnit): void {
    const first = this.#video[0];
    if (first && unit.pts90k > this.#maxPts) {
      const spanMs = (unit.pts90k - first.pts) / TICKS_PER_MS;
      if (spanMs >= FRAGMENT_MS || (unit.key && spanMs >= MIN_FRAGMENT_MS)) this.flush(unit.pts90k);
    }
    if (unit.key) {
      if (this.#lastKeyPts !== null) this.#keyIntervalTicks = unit.pts90k - this.#lastKeyPts;
      this.#lastKeyPts = unit.pts90k;
    }
    const payload = samplePayload(this.#configs.video.codec, unit.nals);
    if (unit.pts90k < this.#maxPts) this.#reorders = true;
    this.#maxPts = Math.max(this.#maxPts, unit.pts90k);
    this.#video.push({ payload, key: unit.key, pts: unit.pts90k, wallMs: unit.wallMs });
  }

  pushAudio(unit: AudioUnit): void {
    if (!this.#configs.audio) return;
    this.#audio.push(unit);
  }

  /** Time went on without a frame to write (adaptive recording): nothing may wait longer than a fragment lasts. */
  passTime(pts90k: number, wallMs: number): void {
    const first = this.#video[0];
    const audio = this.#audio[0];
    const waiting = first
      ? (pts90k - first.pts) / TICKS_PER_MS >= FRAGMENT_MS
      : audio !== undefined && wallMs - audio.wallMs >= FRAGMENT_MS;
    if (!waiting) return;
    // A lone key frame is shown until the next one, which is expected after the same interval as the last one.
    const standing = this.#lastKeyPts === null ? 0 : this.#lastKeyPts + this.#keyIntervalTicks;
    this.flush(Math.max(pts90k, standing), wallMs);
  }

  /**
   * The camera takes its time: what is queued is written as if it were shown until `pts90k`, at `wallMs`. Not for
   * pictures that come out of order.
   */
  stand(pts90k: number, wallMs: number): void {
    if (this.#video.length > 0 && !this.#reorders) this.flush(pts90k, wallMs);
  }

  /** Emits what is queued. `nextPts`: of the frame that follows; null = unknown. */
  flush(nextPts: number | null = null, knownMs: number | null = null): void {
    if (this.#video.length > 0) this.#flushVideo(nextPts, knownMs);
    else if (this.#audio.length > 0) this.#flushAudio();
  }

  #flushVideo(nextPts: number | null, knownMs: number | null): void {
    const queued = this.#video;
    this.#video = [];
    const decodeTicks = this.#decodeTicks(queued);
    const baseTicks = decodeTicks[0] ?? 0;
    const lastTicks = decodeTicks.at(-1) ?? baseTicks;
    const previous = decodeTicks.length > 1 ? lastTicks - (decodeTicks.at(-2) ?? lastTicks) : this.#lastDurationTicks;
    const exact = nextPts !== null && !this.#reorders ? nextPts - this.#originPts - lastTicks : 0;
    const lastDuration = Math.max(1, exact || previous || DEFAULT_DURATION_TICKS);
    this.#lastDurationTicks = lastDuration;
    const samples = queued.map((item, i) => {
      const ticks = decodeTicks[i] ?? 0;
      return {
        nals: item.payload.nals,
        bytes: item.payload.bytes,
        key: item.key,
        durationTicks: i + 1 < queued.length ? (decodeTicks[i + 1] ?? ticks) - ticks : lastDuration,
        compositionTicks: item.pts - this.#originPts - ticks,
      };
    });
    const first = queued[0];
    if (!first) return;
    const measured = first.wallMs - (first.pts - this.#originPts - baseTicks) / TICKS_PER_MS;
    const wallMs = micro(Math.max(measured, this.#lastWallMs + 1));
    this.#lastWallMs = wallMs + (lastTicks - baseTicks) / TICKS_PER_MS;
    this.#wallAtZeroMs = wallMs - baseTicks / TICKS_PER_MS;
    const audio = this.#takeAudio();
    const bare = this.#configs.video.codec === "mjpeg";
    const made = fragment({ sequence: ++this.#sequence, wallMs, video: { baseTicks, samples }, audio, bare });
    const durationMs = (lastTicks + lastDuration - baseTicks) / TICKS_PER_MS;
    const entry = {
      wallMs,
      durationMs,
      offset: 0,
      bytes: made.bytes,
      headerBytes: made.headerBytes,
      keyBytes: first.key ? first.payload.bytes : 0,
      videoSamples: samples.length,
      audioSamples: audio?.samples.length ?? 0,
    };
    const endMs = knownMs === null ? wallMs + durationMs : Math.min(wallMs + durationMs, Math.max(wallMs, knownMs));
    this.#emit({ buffers: made.buffers, entry, endMs });
  }

  /** Decoding times: the presentation times in order, each at least one tick after the one before. */
  #decodeTicks(queued: readonly QueuedVideo[]): number[] {
    const ticks = queued.map((item) => item.pts - this.#originPts).sort((a, b) => a - b);
    const base = Math.max(0, ticks[0] ?? 0);
    for (let i = 0; i < ticks.length; i++)
      ticks[i] = Math.round(Math.max(i === 0 ? base : (ticks[i - 1] ?? 0) + 1, ticks[i] ?? 0));
    return ticks;
  }

  #flushAudio(): void {
    const audio = this.#takeAudio();
    const config = this.#configs.audio;
    if (!audio || !config) return;
    const wallMs = micro(this.#wallAtZeroMs + (audio.baseTicks / config.sampleRate) * 1000);
    const made = fragment({ sequence: ++this.#sequence, wallMs, video: null, audio });
    const ticks = audio.samples.reduce((sum, sample) => sum + sample.durationTicks, 0);
    const durationMs = (ticks / config.sampleRate) * 1000;
    const entry = {
      wallMs,
      durationMs,
      offset: 0,
      bytes: made.bytes,
      headerBytes: made.headerBytes,
      keyBytes: 0,
      videoSamples: 0,
      audioSamples: audio.samples.length,
    };
    this.#emit({ buffers: made.buffers, entry, endMs: wallMs + durationMs });
  }

  #takeAudio(): { baseTicks: number; samples: AudioSample[] } | null {
    const queued = this.#audio;
    const first = queued[0];
    const rate = this.#configs.audio?.sampleRate;
    if (!first || !rate) return null;
    this.#audio = [];
    const byWall = Math.max(0, Math.round(((first.wallMs - this.#wallAtZeroMs) / 1000) * rate));
    const anchor = this.#audioAnchor;
    const byPts = anchor ? anchor.ticks + (first.pts - anchor.pts) : null;
    const baseTicks = byPts !== null && Math.abs(byPts - byWall) < AUDIO_SLACK_S * rate ? Math.max(0, byPts) : byWall;
    this.#audioAnchor = { pts: first.pts, ticks: baseTicks };
    const samples = queued.map((unit, i) => {
      const next = queued[i + 1];
      const gap = next ? next.pts - unit.pts : 0;
      return { data: unit.data, durationTicks: gap > 0 && gap < 2 * rate ? gap : unit.samples };
    });
    return { baseTicks, samples };
  }
}

/** Files store wall time to the microsecond. */
function micro(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
