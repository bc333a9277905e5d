import { isFastPlay } from "#domain/timeline/fast-play.ts";
import { MediaFlag } from "#protocol/media-socket.ts";
import { type AudioConfig, nalsOf, type VideoCodec } from "#recorder/formats/codec-config.ts";
import { isDisposable } from "#recorder/formats/disposable.ts";
import type { RecordedItem, RecordedVideo, RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";
import { GAP_MS } from "#recorder/recording/index/recording-index.ts";
import { interleaved } from "./interleave.ts";
import type { MediaOutput } from "../output/media-output.ts";
import type { FramePipe } from "./frame-pipe.ts";
import { PlayClock } from "../output/play-clock.ts";
import { type KeyFrameRun, playKeysBackward, playKeysForward } from "./key-frame-play.ts";
import { gapAround } from "./recorded-gaps.ts";
import type { RecordedLine } from "./recorded-line.ts";
import { Pacer } from "../output/pacer.ts";

/** How long before its time a frame is sent. Backwards, a whole group must be there before its last frame is shown. */
const LEAD_MS = 500;
const REVERSE_LEAD_MS = 2500;
/** When nothing came from the end of the recording for this long, the viewer is told to wait. */
const WAITING_AFTER_MS = 1500;
const ROUNDED_MS = 0.5;

interface RecordedPlay {
  readonly streamId: string;
  readonly timeMs: number;
  readonly rate: number;
  /** only the frame at `timeMs`, until `resume` */
  readonly paused: boolean;
  /**
   * paused: a draft of the frame, which is the key frame before `timeMs` if it is at most this many ms before it;
   * absent: no draft
   */
  readonly keyWithinMs?: number;
  /** ms that a frame is sent before it is due; default as in the media socket */
  readonly leadMs?: number;
  /**
   * frames of another codec follow, in the direction of play from this time on: another player continues. Absent: they
   * are sent like any others
   */
  readonly onOtherCodec?: (fromMs: number) => void;
}

/** Plays a recording to one viewer: forwards, backwards, fast, still. One object per generation; `stop` ends it. */
export class RecordedPlayer {
  readonly #reader: RecordingReader;
  readonly #output: MediaOutput;
  readonly #pipe: FramePipe;
  readonly #play: RecordedPlay;
  readonly #abort = new AbortController();
  readonly #pacer: Pacer;
  readonly #line: RecordedLine | null;
  #audio: AudioConfig | null = null;
  #codec: VideoCodec | null = null;
  /** where the next start begins: the last frame sent */
  #positionMs: number;
  #nextMs: number;
  /** resolves when it has ended and reads nothing any more */
  readonly ended: Promise<void>;

  /** Owns the pipe: closes it at the end. `onBroken`: reading failed for good (a bug, or the disk). */
  constructor(
    reader: RecordingReader,
    output: MediaOutput,
    pipe: FramePipe,
    play: RecordedPlay,
    line: RecordedLine | null,
    onBroken: (error: unknown) => void,
  ) {
    this.#line = line;
    this.#reader = reader;
    this.#output = output;
    this.#pipe = pipe;
    this.#play = play;
    this.#positionMs = play.timeMs;
    this.#nextMs = play.timeMs;
    const leadMs = play.leadMs ?? (play.rate < 0 ? REVERSE_LEAD_MS : LEAD_MS);
    this.#pacer = new Pacer(
      new PlayClock(play.timeMs, play.rate, performance.now()),
      leadMs,
      { waitingBytes: () => output.waitingBytes, ready: () => pipe.ready() && !line?.isLate(leadMs, this.#nextMs) },
      this.#abort.signal,
    );
    this.ended = this.#run().catch((error: unknown) => {
      if (!this.#abort.signal.aborted) onBroken(error);
    });
  }

  /** where another player continues: after the last frame sent */
  get nextMs(): number {
    return this.#nextMs;
  }

  pause(): void {
    this.#pacer.pause();
    this.#output.state("paused");
  }

  resume(): void {
    if (!this.#pacer.paused) return;
    // A pipe made for a single frame is not always right for many.
    if (this.#line?.changed(this.#nextMs)) return;
    this.#pacer.resume();
    this.#output.state("playing");
  }

  acknowledge(wallMs: number): void {
    if (wallMs > 0) this.#pacer.acknowledge(wallMs);
  }

  stop(): void {
    this.#abort.abort();
    this.#pipe.close();
  }

  get #stopped(): boolean {
    return this.#abort.signal.aborted;
  }

  async #run(): Promise<void> {
    const { rate, paused } = this.#play;
    if (paused) {
      this.#pacer.pause();
      await this.#still();
      if (!(await this.#pacer.running())) return;
    } else this.#output.state("starting");
    if (isFastPlay(rate)) await this.#keys();
    else if (rate > 0) await this.#forward();
    else await this.#groupsBackward();
  }

  /** The one frame at the time, with the frames that its decoding needs. */
  async #still(): Promise<void> {
    const { streamId, timeMs, keyWithinMs } = this.#play;
    const key = keyWithinMs === undefined ? null : await this.#reader.keyFrameAt(streamId, timeMs);
    const isNear = key !== null && timeMs - key.wallMs <= (keyWithinMs ?? 0);
    const pictures = isNear ? [key] : await this.#reader.frameAt(streamId, timeMs);
    if (this.#stopped) return;
    if (pictures)
      for (const [i, picture] of pictures.entries())
        this.#pipe.push(picture, i < pictures.length - 1 ? MediaFlag.pre : 0, picture.durationUs);
    else await this.#tellGapAround(timeMs);
    await this.#pipe.flush();
    if (!this.#stopped) this.#output.state("paused");
  }

  async #tellGapAround(timeMs: number): Promise<void> {
    const { streamId, rate } = this.#play;
    const { fromMs, toMs, isAway } = await gapAround(this.#reader, streamId, timeMs, rate);
    if (!this.#stopped) this.#output.gap(fromMs, toMs, isAway);
  }

  async #forward(): Promise<void> {
    const { streamId, rate } = this.#play;
    const fromMs = this.#positionMs;
    const next = await this.#reader.nextRecorded(streamId, fromMs);
    const isAway = next !== fromMs && (await this.#reader.isAway(streamId, fromMs));
    if (this.#stopped) return;
    if (next === null || next - fromMs >= GAP_MS) this.#output.gap(fromMs, next ?? 0, isAway);
    if (next === null) this.#output.state("waiting");
    const samples = this.#reader.samples(streamId, next ?? fromMs, {
      audio: rate === 1,
      follow: true,
      signal: this.#abort.signal,
    });
    const items = rate === 1 ? interleaved(samples) : samples;
    try {
      for (;;) {
        const item = await this.#nextItem(items);
        if (!item || this.#stopped) break;
        if (!(await this.#sendForward(item, fromMs))) break;
      }
    } finally {
      await items.return();
    }
    if (this.#stopped) return;
    await this.#pipe.mark(MediaFlag.end, this.#positionMs);
    this.#output.state("ended");
  }

  async #sendForward(item: RecordedItem, fromMs: number): Promise<boolean> {
    if (item.kind === "gap") {
      await this.#pipe.flush();
      const isAway = await this.#reader.isAway(this.#play.streamId, (item.fromMs + item.toMs) / 2);
      this.#output.gap(item.fromMs, item.toMs, isAway);
      return !this.#stopped;
    }
    if (item.kind === "audio") {
      if (item.wallMs < fromMs) return true;
      if (!(await this.#pacer.pass(item.wallMs))) return false;
      this.#announceAudio(item.config);
      this.#output.audio(item);
      return true;
    }
    const before = item.wallMs + item.durationUs / 1000 <= fromMs;
    if (before && isDisposable(item.config, nalsOf(item.data))) return true;
    if (!before && !(await this.#pacer.pass(item.wallMs))) return false;
    if (item.key && !before && this.#isTakenOver(item)) return false;
    this.#codec ??= item.config.codec;
    this.#pipe.push(item, before ? MediaFlag.pre : 0, item.durationUs);
    if (!before) this.#sent(item);
    return true;
  }

  /** Tells the viewer to wait when the recording has no more for now. */
  async #nextItem(items: AsyncGenerator<RecordedItem, void>): Promise<RecordedItem | null> {
    const timer = setTimeout(() => {
      if (this.#stopped || this.#pacer.paused) return;
      this.#output.gap(this.#positionMs, 0);
      this.#output.state("waiting");
      void this.#pipe.flush();
    }, WAITING_AFTER_MS);
    try {
      const { value, done } = await items.next();
      return done ? null : value;
    } finally {
      clearTimeout(timer);
    }
  }

  async #keys(): Promise<void> {
    const run: KeyFrameRun = {
      reader: this.#reader,
      output: this.#output,
      pipe: this.#pipe,
      pacer: this.#pacer,
      ...this.#play,
      signal: this.#abort.signal,
      isTakenOver: (next) => this.#isTakenOver(next),
      sent: (picture) => this.#sent(picture),
    };
    if (run.rate > 0) await playKeysForward(run);
    else if (await playKeysBackward(run)) await this.#endBackwards();
  }

  async #groupsBackward(): Promise<void> {
    const { streamId, timeMs } = this.#play;
    let aboveMs: number | null = null;
    for await (const group of this.#reader.gopsBackwards(streamId, this.#positionMs, this.#abort.signal)) {
      const whole: boolean = aboveMs !== null;
      const pictures: readonly RecordedVideo[] = whole ? group : group.filter((picture) => picture.wallMs <= timeMs);
      const first = pictures[0];
      const last = pictures.at(-1);
      if (!first || !last) continue;
      const endMs = last.wallMs + last.durationUs / 1000;
      const above = aboveMs ?? timeMs;
      if (above - endMs >= GAP_MS)
        this.#output.gap(endMs, above, await this.#reader.isAway(streamId, (endMs + above) / 2));
      if (!(await this.#pacer.pass(last.wallMs)) || this.#isTakenOver(last)) return;
      for (const picture of pictures) this.#pipe.push(picture, 0, picture.durationUs);
      await this.#pipe.mark(MediaFlag.reverseEnd, first.wallMs);
      if (this.#stopped) return;
      this.#sent(first);
      aboveMs = first.wallMs;
    }
    await this.#endBackwards();
  }

  /** Called at frames that need no others. */
  #isTakenOver(next: RecordedVideo): boolean {
    const { codec } = next.config;
    this.#codec ??= codec;
    if (codec === this.#codec || !this.#play.onOtherCodec) return this.#line?.isTakenOver(this.#nextMs) ?? false;
    // Files round times: a frame's own time may still count as the one's before it.
    this.#play.onOtherCodec(next.wallMs + ROUNDED_MS);
    return true;
  }

  async #endBackwards(): Promise<void> {
    if (this.#stopped) return;
    await this.#pipe.mark(MediaFlag.end, this.#positionMs);
    if (!this.#stopped) this.#output.state("ended");
  }

  #sent(picture: RecordedVideo): void {
    this.#positionMs = picture.wallMs;
    this.#nextMs = this.#play.rate < 0 ? picture.wallMs - 1 : picture.wallMs + picture.durationUs / 1000;
    if (!this.#pacer.paused) this.#output.state("playing");
  }

  #announceAudio(config: AudioConfig): void {
    if (this.#audio === config) return;
    this.#audio = config;
    this.#output.setAudio(config);
  }
}
