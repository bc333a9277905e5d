import { failure } from "#domain/failures/failure.ts";
import { MediaFlag } from "#protocol/media-socket.ts";
import type { Disposer } from "#base/disposer.ts";
import type { TranscodeSpec } from "#recorder/analysis/wire.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import {
  nalsOf,
  parameterSetsOf,
  type VideoCodec,
  type VideoConfig,
  videoConfigOf,
} from "#recorder/formats/codec-config.ts";
import { samplePayload } from "#recorder/formats/containers/fmp4.ts";
import type { RecordedVideo } from "#recorder/recording/segments/recorded-sample.ts";
import type { Analysis, AnalysisFeed, JobFrame } from "../transcoding/analysis.ts";
import type { MediaOutput } from "../output/media-output.ts";
import type { Rendition } from "../transcoding/rendition.ts";

/** What stands between a recorded player and its output: nothing, or the codecs. */
export interface FramePipe {
  push(picture: RecordedVideo, flags: number, durationUs: number): void;
  /** A message without a frame, after everything pushed before it; it ends a group of pictures. */
  mark(flags: number, wallMs: number): Promise<void>;
  /** Emits what was pushed so far without waiting for more (a single frame, a gap). */
  flush(): Promise<void>;
  /** false while more would only pile up */
  ready(): boolean;
  close(): void;
}

export class CopyPipe implements FramePipe {
  readonly #output: MediaOutput;

  constructor(output: MediaOutput) {
    this.#output = output;
  }

  push({ config, data, key, wallMs }: RecordedVideo, flags: number, durationUs: number): void {
    this.#output.picture({ config, data, key, wallMs, durationUs, flags });
  }

  mark(flags: number, wallMs: number): Promise<void> {
    this.#output.mark(flags, wallMs);
    return Promise.resolve();
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  ready(): boolean {
    return true;
  }

  close(): void {}
}

/** Flags that a frame keeps when it is encoded again. */
const KEPT_FLAGS = MediaFlag.discontinuity | MediaFlag.reverseEnd;

/** A recording does not say how many pictures a second it has; what it costs to decode is estimated by this. */
const PICTURES_PER_SECOND = 25;

/** Sends frames through `analysis`. JPEGs of a group that is played backwards come out in descending order. */
class TranscodePipe implements FramePipe {
  readonly #analysis: Analysis;
  readonly #output: MediaOutput;
  readonly #spec: TranscodeSpec;
  readonly #backwards: boolean;
  #feed: AnalysisFeed | null = null;
  #codec: VideoCodec | null = null;
  #endJob: Disposer | null = null;
  #config: VideoConfig | null = null;
  #closed = false;
  #held: JobFrame[] = [];
  /** ends when what came before a change of the codec is out */
  #changing: Promise<void> | null = null;
  /** what came after it */
  #later: (() => void)[] = [];
  /** the facts of the frames that are inside */
  readonly #inside = new Map<number, { flags: number; durationUs: number }>();

  constructor(analysis: Analysis, output: MediaOutput, spec: TranscodeSpec, backwards: boolean) {
    this.#analysis = analysis;
    this.#output = output;
    this.#spec = spec;
    this.#backwards = backwards && spec.output === "jpeg";
  }

  push(picture: RecordedVideo, flags: number, durationUs: number): void {
    if (this.#closed) return;
    const { codec } = picture.config;
    if (this.#changing || (this.#feed && codec !== this.#codec)) {
      this.#later.push(() => this.push(picture, flags, durationUs));
      this.#changing ??= this.#change();
      return;
    }
    if (!this.#feed) this.#open(picture.config);
    const skip = (flags & MediaFlag.pre) !== 0;
    if (!skip) this.#inside.set(ticksOf(picture.wallMs), { flags: flags & KEPT_FLAGS, durationUs });
    this.#feed?.unit(annexBNals(picture), picture.key, picture.wallMs, skip);
  }

  async mark(flags: number, wallMs: number): Promise<void> {
    await this.flush();
    if (this.#closed) return;
    if (this.#spec.output === "h264" || (flags & MediaFlag.end) !== 0) this.#output.mark(flags, wallMs);
  }

  async flush(): Promise<void> {
    while (this.#changing) await this.#changing;
    await this.#drain();
  }

  /** The next codec gets a decoder of its own, once the one before has given all that it holds. */
  async #change(): Promise<void> {
    await this.#drain();
    this.#changing = null;
    if (this.#closed) return;
    this.#shut();
    for (const push of this.#later.splice(0)) push();
  }

  async #drain(): Promise<void> {
    await this.#feed?.mark(true);
    if (this.#closed) return;
    for (const picture of this.#held.reverse()) this.#send(picture);
    this.#held = [];
    this.#inside.clear();
  }

  ready(): boolean {
    return !this.#changing && (this.#feed?.writable() ?? true);
  }

  close(): void {
    this.#closed = true;
    this.#later = [];
    this.#shut();
  }

  #open({ codec, width, height }: VideoConfig): void {
    this.#codec = codec;
    // Whether a recording reorders its frames is not known: a decoder that may wait costs nothing here.
    const load = width * height * PICTURES_PER_SECOND;
    this.#feed = this.#analysis.openFeed({ codec, reorders: true, live: false, load: () => load });
    this.#endJob = this.#feed.transcode(this.#spec, {
      picture: (picture) => (this.#backwards ? this.#held.push(picture) : this.#send(picture)),
      failed: (reason) => this.#output.error(failure("media/codec-unsupported", { message: reason }), false),
    });
  }

  #shut(): void {
    this.#endJob?.();
    this.#feed?.close();
    this.#feed = null;
    this.#inside.clear();
  }

  #send(picture: JobFrame): void {
    if (this.#closed) return;
    const codec = this.#spec.output === "jpeg" ? "mjpeg" : "h264";
    const nals = codec === "mjpeg" ? [picture.data] : splitAnnexB(picture.data);
    if (picture.key) this.#config = videoConfigOf(codec, nals) ?? this.#config;
    if (!this.#config) return;
    const about = this.#take(ticksOf(picture.wallMs));
    const { framesPerSecond, pace = 1 } = this.#spec;
    const shortestUs = framesPerSecond > 0 ? (1e6 * pace) / framesPerSecond : 0;
    this.#output.picture({
      config: this.#config,
      data: codec === "mjpeg" ? picture.data : packedSample(nals),
      key: picture.key,
      wallMs: picture.wallMs,
      durationUs: Math.max(shortestUs, about.durationUs),
      flags: about.flags,
    });
  }

  #take(ticks: number): { flags: number; durationUs: number } {
    const about = this.#inside.get(ticks) ?? { flags: 0, durationUs: 0 };
    // Frames left out because of the frame rate would remain: older ones are dropped.
    for (const key of this.#inside.keys()) {
      this.#inside.delete(key);
      if (key === ticks) break;
    }
    return about;
  }
}

/** Wall time as it comes back from the decoder, which counts in 90 kHz. */
const ticksOf = (wallMs: number): number => Math.round(wallMs * 90);

export function makePipe(rendition: Rendition, analysis: Analysis, output: MediaOutput, backwards: boolean): FramePipe {
  return rendition.kind === "copy"
    ? new CopyPipe(output)
    : new TranscodePipe(analysis, output, rendition.spec, backwards);
}

/** NAL units of a recorded frame for a decoder without description: parameter sets before key frames. */
export function annexBNals({ config, data, key }: RecordedVideo): Buffer[] {
  if (config.codec === "mjpeg") return [data];
  const nals = nalsOf(data);
  return key ? [...parameterSetsOf(config.codec, config.description), ...nals] : nals;
}

/** A sample as MP4 holds it: without what its description already says. */
function packedSample(nals: readonly Buffer[]): Buffer {
  const { nals: kept, bytes } = samplePayload("h264", nals);
  const out = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const nal of kept) {
    at = out.writeUInt32BE(nal.length, at);
    out.set(nal, at);
    at += nal.length;
  }
  return out;
}
